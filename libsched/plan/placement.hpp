#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/place/read_lists.hpp>
#include <libsched/place/run.hpp>

namespace libsched::plan {

/// Which pods, on which nodes, by which policies, how often.
struct PlacementQuestion {
  place::ListText nodes;
  place::ListText pods;
  std::vector<std::string> policies = {"fgd"};  ///< names of place::policies(), or one "all"
  std::vector<std::int64_t> seeds = {1};
  std::optional<double> tune;  ///< GPU demand / GPU capacity; see place::ArrivalOptions
  std::optional<std::int64_t>
      draw;  ///< the pods are kinds with weights, of which so many are drawn, with the first seed
  place::Order order = place::Order::kShuffled;
  place::Engine engine = place::Engine::kIndexed;
  std::size_t threads = 0;  ///< 0: one for each core
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double fraction)> progress;
};

/// Pods of one kind that fit nowhere.
struct RefusedKind {
  place::PodRequest request;
  int pods = 0;
  place::Refusal last;  ///< why, when the last of them came
};

/// One policy with one seed.
struct PlacementRun {
  std::string policy;
  std::int64_t seed = 1;
  std::size_t arrivals = 0;
  std::size_t placed = 0;
  place::Usage usage;  ///< at the end
  std::vector<place::CurvePoint> curve;
  std::vector<RefusedKind> refused;                      ///< most pods first
  std::array<int, place::kShortages> refused_by_main{};  ///< pods by what was mainly short
  bool interrupted = false;

  std::size_t failed() const { return arrivals - placed; }
};

/// A mean over seeds with its 95 % interval (Student's t); no interval for a single seed.
struct MeanOverSeeds {
  double mean = 0;
  std::optional<double> low;
  std::optional<double> high;
};

/// One policy over all seeds.
struct PolicySummary {
  std::string policy;
  std::size_t runs = 0;
  MeanOverSeeds allocation_pct;
  MeanOverSeeds fragmentation_pct_of_capacity;
  MeanOverSeeds fragmentation_pct_of_idle;
  MeanOverSeeds failed;
  std::optional<MeanOverSeeds> allocation_over_first;  ///< points more than the first policy, on the same arrivals
};

/// Where every pod of a single run went.
struct PlacementDetail {
  place::PodTrace trace;
  place::Outcome outcome;
};

struct PlacementReport {
  std::size_t nodes = 0;
  place::MilliGpu gpu_capacity;
  std::size_t pods = 0;  ///< of the list
  place::MilliGpu gpu_demand;
  std::optional<double> tune;
  std::vector<PlacementRun> runs;  ///< by policy, then seed, in the order asked for
  std::vector<PolicySummary> policies;
  std::optional<PlacementDetail> detail;  ///< where there is one run
  bool interrupted = false;               ///< runs that were not finished are left out, unless it is the only one
};

/// "42", "42-51", "1,5,42-51" as seeds, or what is wrong with it.
Result<std::vector<std::int64_t>> read_seeds(const std::string& text);

/// What is wrong with the options of a question, whatever its lists: for a caller that could not read those.
Issues option_issues(const PlacementQuestion& question);

/// Runs every policy with every seed, on all cores; the same answer for any number of threads.
Result<PlacementReport> place_pods(const PlacementQuestion& question);

/// The mean of these values with its 95 % interval. Precondition: at least one.
MeanOverSeeds mean_over_seeds(const std::vector<double>& values);

/// The answer in one sentence.
std::string verdict(const PlacementReport& report);
/// For people: the verdict, then tables.
std::string to_text(const PlacementReport& report);
/// Schema slicewise.place/1. `everything` adds the curves, each arrival and each node, as columns.
std::string to_json(const PlacementReport& report, bool everything = false);
/// The curves as CSV, one row a whole percent of arrived demand; a run's policy and seed go before where there are
/// several. Cells are empty where no pod arrived near that percentage.
std::string curve_csv(const PlacementReport& report);
/// Every arrival as CSV: its node and GPUs, or what was short on how many nodes. Precondition: the report has a detail.
std::string placements_csv(const PlacementReport& report);

}  // namespace libsched::plan
