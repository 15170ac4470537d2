#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/calib/detail/evidence.hpp>

namespace libsched::calib::detail {
namespace {

/// What newcomers say: `odds` is the logarithm of how much likelier they are if the ring is that of creation.
struct Newcomers {
  double seen = 0;
  double as_created = 0;  ///< came in where the order of creation has them
  double odds = 0;
  bool thinned = false;  ///< an order has lost who came after whom
};

/// One that is not where the ring has it: two visits merged into one, or a visit that was too short to be seen.
constexpr double kMistake = 0.05;

/// The program has compared each newcomer's place with both orders; where they agree it tells nothing.
void read_flags(const Run& run, Newcomers& all) {
  const auto by_creation = run.of("newcomer_by_creation"), by_arrival = run.of("newcomer_by_arrival");
  if (by_creation.empty() || by_arrival.empty()) return;
  const std::vector<double>&created = by_creation[0]->samples, &arrived = by_arrival[0]->samples;
  const double log_odds = std::log((1 - kMistake) / kMistake);
  if (created.size() == arrived.size()) {
    for (std::size_t i = 0; i < created.size(); ++i) all.odds += (created[i] - arrived[i]) * log_odds;
  } else {
    for (const double flag : created) all.odds += (flag - 0.5) * log_odds;
    for (const double flag : arrived) all.odds -= (flag - 0.5) * log_odds;
  }
  for (const double flag : created) all.as_created += flag;
  all.seen += static_cast<double>(created.size());
}

/// The last process created comes and goes among `busy` others. In the order of creation it follows the last of them
/// always; in that of arrival it follows each of them as often.
void read_order(const Run& run, Newcomers& all) {
  const double busy = run.number("busy").value_or(0);
  if (run.number("newcomers") != 1.0 || busy < 2) return;
  for (const Series* order : run.of("order")) {
    // Where one in twenty is missing, that many newcomers look misplaced: as many as are mistaken anyway.
    if (static_cast<double>(order->samples.size()) < (1 - kMistake) * static_cast<double>(order->measured)) {
      all.thinned = true;
      continue;
    }
    for (std::size_t i = 1; i < order->samples.size(); ++i) {
      if (order->samples[i] != busy || order->samples[i - 1] == busy) continue;
      const bool after_last = order->samples[i - 1] == busy - 1;
      ++all.seen;
      all.as_created += after_last;
      all.odds += after_last ? std::log((1 - kMistake) * busy) : std::log(kMistake / (1 - 1.0 / busy));
    }
  }
}

}  // namespace

std::optional<hw::Ring> ring_of(const std::vector<const Record*>& records, std::string& basis) {
  Newcomers all;
  for (const Record* record : records) {
    for (const Run& run : record->runs) {
      read_flags(run, all);
      read_order(run, all);
    }
  }
  if (all.seen == 0) {
    basis = all.thinned ? "samples of the order were left out of the record: measure with a larger --keep"
                        : "no record shows where a newcomer enters the ring";
    return std::nullopt;
  }
  basis = fmt::format("{:g} of {:g} newcomers came where the order of creation has them", all.as_created, all.seen);
  const double sure = std::log(1000.0);
  if (std::abs(all.odds) < sure) {
    basis += ": too few to tell";
    return std::nullopt;
  }
  return all.odds > 0 ? hw::Ring::kCreation : hw::Ring::kArrival;
}

}  // namespace libsched::calib::detail
