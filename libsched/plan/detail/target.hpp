#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::plan::detail {

/// GPU time on a card nobody measured, relative to a card somebody did.
struct TimeRatio {
  double low = 1;
  double centre = 1;  ///< geometric mean of low and high
  double high = 1;
};

/// GPU time of one workload on one card: a law from the file, or one scaled from another card.
struct GpuTime {
  workload::Distribution law;  ///< ms, at the centre of the ratio
  TimeRatio ratio;
  std::string scaled_from;  ///< empty where the file states this card
};

/// What can be bought: one card in one instance type, or the bare card where the file names no instance.
struct Target {
  hw::GpuModel model;
  std::optional<hw::Instance> instance;
  int gpus_per_instance = 1;
  std::optional<double> usd_per_hour;  ///< of one instance
  std::vector<GpuTime> gpu_time;       ///< one per workload, in the scenario's order

  bool estimated() const;
};

/// The targets of `--instances`, or the file's own. Issues: unknown and fractional instances, cards without any number
/// to scale from, a price that is no number.
Result<std::vector<Target>> targets(const scenario::Scenario& scenario, const PlanOptions& options);

/// Time on `to` relative to `from`: the extremes of the FP32, FP16 and bandwidth ratios. None where a figure is
/// unknown.
std::optional<TimeRatio> time_ratio(const hw::GpuModel& from, const hw::GpuModel& to);

}  // namespace libsched::plan::detail
