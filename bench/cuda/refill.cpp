#include "refill.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "arrivals.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr double kShortest = 0.3;

std::vector<unsigned> spread_over_lines(const std::vector<std::uint32_t>& next) {
  std::vector<unsigned> words(next.size() * 32, 0);
  for (std::size_t i = 0; i < next.size(); ++i) words[i * 32] = next[i];
  return words;
}

void chase_in_turns(Member& member, const std::vector<std::size_t>& bytes, double seconds_each) {
  Session session;
  member.barrier();
  session.warm(0.2);
  // Few enough threads that four loads never take as long as the shortest absence, from any memory.
  const Shape shape{session.context().multiprocessors(), 128, 0, false};
  for (const std::size_t size : bytes) {
    const std::string where = std::to_string(size) + "/";
    const std::size_t lines = size / 128;
    const DeviceArray<unsigned> next{lines * 32};
    next.write(spread_over_lines(one_cycle(lines, 1)));
    const auto run = [&](double seconds) {
      session.start_chase(shape, seconds, next, static_cast<unsigned>(lines));
      return session.finish();
    };
    member.barrier();
    if (member.rank() == 0) {
      run(0.05);  // fills the caches
      const Timeline alone = run(0.1);
      member.columns[where + "alone"] = {alone.whole.length_ns(), alone.work,
                                         static_cast<std::int64_t>(alone.absences.size())};
    }
    member.barrier();
    put_timeline(member.columns, where + "both/", run(seconds_each));
    member.barrier();
  }
}

}  // namespace

void measure_refill(Record& record, const Deadline& deadline, const Facts& facts) {
  constexpr std::size_t kMiB = 1U << 20U;
  std::vector<std::size_t> bytes = {kMiB / 4, kMiB, 4 * kMiB, 16 * kMiB, 64 * kMiB};
  const auto seconds = sampling_s(deadline, facts.start_s, 2, kShortest);
  Outcome outcome;
  outcome.columns.resize(2);
  if (seconds) {
    const double each = std::clamp(*seconds / static_cast<double>(bytes.size()) - 0.3, 0.1, 1.0);
    outcome = run_team(2, team_limit_s(*seconds, facts.start_s, 2) + 5,
                       [&](Member& member) { chase_in_turns(member, bytes, each); });
  }
  for (const std::size_t size : bytes) {
    const std::string where = std::to_string(size) + "/";
    Run run{"switch/refill/bytes:" + std::to_string(size),
            {{"processes", 2}, {"working_set_bytes", static_cast<double>(size)}, {"l2_bytes", facts.l2_bytes}},
            {},
            {}};
    if (!seconds) {
      skip(run, "no time left");
    } else if (const auto& alone = column(outcome.columns[0], where + "alone"); alone.size() == 3 && alone[1] > 0) {
      if (alone[2] > 0)
        record.conditions.warnings.push_back(
            run.name + ": " + std::to_string(alone[2]) +
            " pauses while alone: loads take so long here that they look like absences");
      const double ns_per_step = static_cast<double>(alone[0]) / static_cast<double>(alone[1]);
      std::vector<Timeline> both = {timeline_of(outcome.columns[0], where + "both/"),
                                    timeline_of(outcome.columns[1], where + "both/")};
      keep_common(both);
      add_series(run, "refill", "ns", 0, lost_ns(both[0], ns_per_step), both[0].dropped);
      add_series(run, "step_alone", "ns", 0, {ns_per_step});
    }
    add_run(record, std::move(run), outcome);
  }
}

}  // namespace slicewise::bench::cuda
