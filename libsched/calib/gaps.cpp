#include <libsched/calib/gaps.hpp>

#include <algorithm>
#include <cmath>

#include <libsched/calib/robust.hpp>

namespace libsched::calib {

std::optional<double> class_border(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  std::vector<double> logs;
  for (const double value : values) logs.push_back(std::log(value));
  std::sort(logs.begin(), logs.end());
  double total = 0;
  for (const double one : logs) total += one;
  double below = 0, best = -1;
  std::size_t cut = 0;
  const auto n = static_cast<double>(logs.size());
  for (std::size_t i = 1; i < logs.size(); ++i) {
    below += logs[i - 1];
    if (logs[i] == logs[i - 1]) continue;
    const auto k = static_cast<double>(i);
    // Otsu: the variance between the two classes.
    const double apart = (total - below) / (n - k) - below / k;
    const double between = k * (n - k) * apart * apart;
    if (between > best) {
      best = between;
      cut = i;
    }
  }
  constexpr double kApart = 1.0986;  // log 3: less is one class that scatters
  if (cut == 0 || logs[cut] - logs[cut - 1] < kApart) return std::nullopt;
  return std::exp((logs[cut] + logs[cut - 1]) / 2);
}

namespace {

/// The candidates that are turns of others, with the time between them.
Turns classify(std::vector<Gap> candidates, double step, double least) {
  Turns turns{step, least, {}, 0};
  std::vector<double> lengths;
  for (const Gap& gap : candidates) lengths.push_back(gap.length);
  if (const auto border = class_border(lengths)) turns.threshold_ns = std::max(least, *border);
  for (const Gap& gap : candidates) {
    if (gap.length > turns.threshold_ns) {
      turns.gaps.push_back(gap);
    } else {
      ++turns.short_gaps;
    }
  }
  for (std::size_t i = 0; i + 1 < turns.gaps.size(); ++i) {
    turns.gaps[i].busy_after = turns.gaps[i + 1].start - turns.gaps[i].start - turns.gaps[i].length;
  }
  return turns;
}

}  // namespace

std::optional<Turns> find_turns(std::span<const double> stamps, double tick_ns, double noise_ns) {
  if (stamps.size() < 3) return std::nullopt;
  std::vector<double> distances;
  for (std::size_t i = 1; i < stamps.size(); ++i) distances.push_back(stamps[i] - stamps[i - 1]);
  // Steps below a tick show as 0 or one tick: their mean is right where the median is not.
  const double middle = median(distances);
  double sum = 0, count = 0;
  for (const double one : distances) {
    if (one > 3 * std::max(middle, tick_ns)) continue;
    sum += one;
    ++count;
  }
  const double step = sum / std::max(1.0, count);
  const double least = std::max({3 * step, 2 * tick_ns, noise_ns});
  std::vector<Gap> candidates;
  for (std::size_t i = 1; i < stamps.size(); ++i) {
    const double distance = stamps[i] - stamps[i - 1];
    if (distance > least) candidates.push_back({stamps[i - 1], distance - step, 0});
  }
  Turns turns = classify(std::move(candidates), step, least);
  if (turns.gaps.empty()) return std::nullopt;
  return turns;
}

std::optional<Turns> turns_of(std::span<const double> starts, std::span<const double> lengths, double step_ns,
                              double noise_ns) {
  std::vector<Gap> candidates;
  for (std::size_t i = 0; i < std::min(starts.size(), lengths.size()); ++i) {
    const double length = lengths[i] - step_ns;
    if (length > std::max(noise_ns, 0.0)) candidates.push_back({starts[i], length, 0});
  }
  Turns turns = classify(std::move(candidates), step_ns, noise_ns);
  if (turns.gaps.empty()) return std::nullopt;
  return turns;
}

}  // namespace libsched::calib
