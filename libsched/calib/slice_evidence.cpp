#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/calib/detail/evidence.hpp>
#include <libsched/calib/gaps.hpp>
#include <libsched/calib/grid.hpp>

namespace libsched::calib::detail {
namespace {

constexpr double kUs = 1e-3;

const Series* of_process(const Run& run, const char* name, std::optional<int> process) {
  for (const Series& one : run.series) {
    if (one.name == name && one.process == process) return &one;
  }
  return nullptr;
}

/// What is below this length happens without anybody else on the device: half of a gap is surely more than noise.
double noise_ns(const Record& record, const std::vector<double>& lengths) {
  const double noise = record.conditions.gap_alone_p99_ns.value_or(0);
  const double longest = *std::max_element(lengths.begin(), lengths.end());
  return noise < longest / 10 ? noise : 0;
}

/// The turns of all processes of a run together.
struct RunTurns {
  std::vector<double> busy, gaps, rounds;
};

RunTurns turns_of_run(const Record& record, const Run& run) {
  RunTurns all;
  for (const Series* lengths : run.of("gap_length")) {
    if (lengths->samples.size() < 2) continue;
    const double noise = noise_ns(record, lengths->samples);
    const Series* starts = of_process(run, "gap_start", lengths->process);
    // Of a thinned series the neighbours are gone; then it stands by itself.
    const bool whole =
        starts != nullptr && starts->whole() && lengths->whole() && starts->samples.size() == lengths->samples.size();
    const std::vector<double> none(lengths->samples.size(), 0.0);
    const std::vector<Gap> gaps = gaps_between_turns(whole ? starts->samples : none, lengths->samples, noise);
    if (gaps.empty()) continue;
    for (const Gap& gap : gaps) {
      all.gaps.push_back(gap.length);
      if (!whole || gap.busy_after <= 0) continue;
      all.busy.push_back(gap.busy_after);
      all.rounds.push_back(gap.length + gap.busy_after);
    }
    const Series* busy = of_process(run, "busy_length", lengths->process);
    if (whole || busy == nullptr || busy->samples.empty()) continue;
    // Interrupts cut turns into pieces that are shorter by far.
    std::vector<double> positive;
    for (const double one : busy->samples) {
      if (one > 0) positive.push_back(one);
    }
    const double border = class_border(positive).value_or(0);
    for (const double one : positive) {
      if (one > border) all.busy.push_back(one);
    }
  }
  return all;
}

void read_turns(const Record& record, const Run& run, Findings& findings) {
  const int processes = static_cast<int>(run.number("processes").value_or(0));
  if (processes < 2) return;
  RunTurns turns = turns_of_run(record, run);
  constexpr std::size_t kFewest = 5;
  const std::vector<double> busy = without_outliers(turns.busy);
  const std::string where = name_of(record, run);
  if (busy.size() < kFewest) {
    if (!run.of("gap_length").empty()) {
      findings.set_aside.push_back({where, fmt::format("{} whole turns are too few for a slice", busy.size())});
    }
    return;
  }
  const auto dof = static_cast<double>(busy.size() - 1);
  const double tick = record.conditions.timer_tick_ns.value_or(0) / std::sqrt(12.0);
  Located slice = located_median(busy);
  slice.error = std::hypot(slice.error, tick / std::sqrt(static_cast<double>(busy.size())));
  findings.slice.push_back(
      evidence_of({slice.value * kUs, slice.error * kUs}, dof, fmt::format("median of {} turns", busy.size()), where));
  // A round of N turns takes N (S + c).
  const std::vector<double> rounds = without_outliers(turns.rounds);
  Located round{};
  if (rounds.size() >= kFewest) {
    round = located_median(rounds);
  } else if (const std::vector<double> gaps = without_outliers(turns.gaps); gaps.size() >= kFewest) {
    const Located gap = located_median(gaps);
    round = {gap.value + slice.value, std::hypot(gap.error, slice.error)};
  } else {
    return;
  }
  const Located cost{round.value / processes - slice.value, std::hypot(round.error / processes, slice.error)};
  Evidence preempt = evidence_of({cost.value * kUs, cost.error * kUs}, dof,
                                 fmt::format("rounds of {} turns less their slices", processes), where);
  preempt.half_width = std::max(preempt.half_width, 50e-6 * slice.value * kUs);  // it is a difference of long times
  preempt.direct = false;
  preempt.spread_low = preempt.value - preempt.half_width;
  preempt.spread_high = preempt.value + preempt.half_width;
  if (preempt.value > preempt.half_width) {
    findings.preempt.push_back(std::move(preempt));
  } else {
    findings.preempt_bound = fmt::format("the switch between turns takes at most {:.3g} us",
                                         std::max(0.0, preempt.value) + preempt.half_width);
  }
}

/// Where the slice can lie, from what else is known: entries of a CPU also lie on the finer grid of its timer.
GridLimits limits_of(const Record& record, const Run& run, const Findings& findings) {
  GridLimits limits;
  limits.tick_ns = record.conditions.timer_tick_ns.value_or(0);
  // A newcomer waits for a part of a slice, and a switch.
  for (const Series* wait : run.of("entry_wait")) {
    if (!wait->samples.empty()) limits.shortest_ns = std::max(limits.shortest_ns, 0.8 * quantile(wait->samples, 0.9));
  }
  if (!findings.slice.empty()) {
    limits.shortest_ns = std::max(limits.shortest_ns, 0.6 * findings.slice[0].value / kUs);
    limits.longest_ns = std::min(limits.longest_ns, 1.6 * findings.slice[0].value / kUs);
  }
  return limits;
}

void read_grid(const Record& record, const Run& run, Findings& findings) {
  constexpr std::size_t kFewestEntries = 8;
  for (const Series* series : run.of("grid_entry")) {
    const auto set_aside = [&](std::string why) {
      findings.set_aside.push_back({name_of(record, run), std::move(why)});
    };
    // A kernel counts slices in ticks of its timer: entries lie on that grid.
    if (record.device.kind == "cpu") {
      set_aside("entries on a CPU lie on the grid of its timer; turns tell the slice");
      continue;
    }
    if (series->samples.size() < kFewestEntries) {
      set_aside(fmt::format("{} entries are too few for a grid", series->samples.size()));
      continue;
    }
    const auto grid = fit_grid(series->samples, limits_of(record, run, findings));
    if (!grid) {
      set_aside(fmt::format("{} entries lie on no grid", series->samples.size()));
      continue;
    }
    const std::string how = fmt::format("grid of {} entries", series->samples.size());
    findings.slice.push_back(evidence_of({grid->slice.value * kUs, grid->slice.error * kUs}, grid->degrees_of_freedom,
                                         how, name_of(record, run)));
    // Where one resident lasts for all visits, each of them moves the grid: its phase is no switch.
    const double last = *std::max_element(grid->slices.begin(), grid->slices.end());
    if (last >= 0.5 * static_cast<double>(grid->slices.size())) continue;
    Evidence cost = evidence_of({grid->switch_cost.value * kUs, grid->switch_cost.error * kUs},
                                grid->degrees_of_freedom, how, name_of(record, run));
    cost.direct = false;
    if (cost.value > cost.half_width) findings.preempt.push_back(std::move(cost));
  }
}

}  // namespace

void read_slices(const Record& record, Findings& findings) {
  for (const Run& run : record.runs) {
    if (!run.skipped) read_turns(record, run, findings);
  }
  for (const Run& run : record.runs) {
    if (!run.skipped) read_grid(record, run, findings);
  }
}

void add_slice_residuals(const Record& record, const hw::GpuProfile& profile, std::vector<FitResidual>& residuals) {
  for (const Run& run : record.runs) {
    const int processes = static_cast<int>(run.number("processes").value_or(0));
    if (run.skipped || processes < 2) continue;
    const RunTurns turns = turns_of_run(record, run);
    const double slice = profile.slice_us.nominal, cost = profile.preempt_us.nominal;
    const std::string where = name_of(record, run);
    if (turns.gaps.size() > 1) {
      residuals.push_back(
          {where, "gap_us", (processes - 1) * slice + processes * cost, median(without_outliers(turns.gaps)) * kUs});
    }
    if (turns.busy.size() > 1)
      residuals.push_back({where, "turn_us", slice, median(without_outliers(turns.busy)) * kUs});
  }
}

}  // namespace libsched::calib::detail
