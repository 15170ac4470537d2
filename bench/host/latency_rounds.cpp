#include "latency_rounds.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "bench/record/deadline.hpp"
#include "busy.hpp"
#include "core_time.hpp"

namespace slicewise::bench::host {
namespace {

/// Time that the processes did not want the core for, at least; none: they may not have wanted it at any time.
std::optional<double> unwanted_ms(const LatencyRun& setting, std::size_t answers) {
  if (setting.busy_neighbours) return 0;
  if (setting.rate_per_s > 0 || setting.think_us > 0) return std::nullopt;
  if (setting.request.host_us == 0) return 0;
  if (setting.processes > 1) return std::nullopt;  // one may work while another's host does
  return static_cast<double>(answers + 1) * setting.request.bursts * setting.request.host_us * 1e-3;
}

/// `core`: where its time went during the round. Processes must have got the core all the time that they want it. Where
/// that is not known, only a hypervisor can be told apart: what it says it took, or that another core stood still too.
bool others_took_it(const LatencyRun& setting, const Shift& shift, const CoreTime& core, std::size_t answers) {
  const double slack_ms = 10 * shift.seconds();  // 1 %
  const double missed_ms = static_cast<double>(shift.watched_ns - shift.used_ns) * 1e-6;
  const double frozen_ms = static_cast<double>(shift.frozen_ns) * 1e-6;
  const auto unwanted = unwanted_ms(setting, answers);
  return core.stolen * 1e3 > 15 + slack_ms || frozen_ms > 10 || (unwanted && missed_ms - *unwanted > 4 + slack_ms);
}

struct Window {
  double completions = 0;
  double ns = 0;
};

/// Of a closed loop the window goes from answer to answer: the first request met an empty queue, and what the end cut
/// off is no time in which nothing was done.
Window add_answers(bool open, const Shift& shift, const std::vector<Answer>& answers, std::vector<double>& latencies) {
  Window window;
  std::int64_t start = shift.start;
  std::int64_t end = open ? shift.end : shift.start;
  for (std::size_t i = 0; i < answers.size() && answers[i].answered <= shift.end; ++i) {
    if (!open) end = answers[i].answered;
    if (!open && i == 0) {
      start = end;
      continue;
    }
    latencies.push_back(static_cast<double>(answers[i].answered - answers[i].asked));
    ++window.completions;
  }
  window.ns = static_cast<double>(end - start);
  return window;
}

}  // namespace

void LatencyRounds::measure(const Seat& seat, const CoreSpeed& speed, double seconds) {
  Answers log(setting_.measured(), 100'000);
  const CoreTime before = core_time(seat.cpu);
  Round round;
  round.shift = run_crew(seat, setting_.processes, seconds, [&](int process, const Shift& shift) {
    if (process >= setting_.measured()) {
      stay_busy(seat, shift);
      return;
    }
    const std::size_t seed =
        rounds_.size() * static_cast<std::size_t>(setting_.processes) + static_cast<std::size_t>(process);
    Client{setting_, speed, seat, process, log}.work_through(shift, seed);
  });
  const CoreTime during = core_time(seat.cpu) - before;
  for (int process = 0; process < setting_.measured(); ++process) {
    round.answers.push_back(log.of(process));
    round.lost += log.lost(process);
  }
  round.disturbed = others_took_it(setting_, round.shift, during, round.answers[0].size());
  rounds_.push_back(std::move(round));
}

Run LatencyRounds::result() const {
  Run run{setting_.name("latency"), setting_.parameters(), {}, {}};
  if (rounds_.empty()) {
    run.skipped = interrupted() ? "interrupted before this run" : "not enough time for a few requests: raise --seconds";
    return run;
  }
  const auto disturbed = std::count_if(rounds_.begin(), rounds_.end(), [](const Round& one) { return one.disturbed; });
  const bool all = disturbed == static_cast<std::ptrdiff_t>(rounds_.size());
  run.parameters.emplace_back("rounds", rounds_.size());
  run.parameters.emplace_back("rounds_disturbed", disturbed);
  run.parameters.emplace_back("rounds_left_out", all ? 0 : disturbed);
  for (int process = 0; process < setting_.measured(); ++process) add_process(process, all, run);
  return run;
}

void LatencyRounds::add_process(int process, bool all, Run& run) const {
  Series latency{"latency", "ns", process, {}, Deadline::stopped(), 0};
  Window sum;
  for (const Round& round : rounds_) {
    if (round.disturbed && !all) continue;
    const Window window = add_answers(setting_.rate_per_s > 0, round.shift,
                                      round.answers[static_cast<std::size_t>(process)], latency.samples);
    sum.completions += window.completions;
    sum.ns += window.ns;
    latency.dropped += round.lost;
  }
  run.series.push_back(std::move(latency));
  run.series.push_back({"completions", "1", process, {sum.completions}, Deadline::stopped(), 0});
  run.series.push_back({"window", "ns", process, {sum.ns}, Deadline::stopped(), 0});
}

}  // namespace slicewise::bench::host
