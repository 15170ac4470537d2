#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::plan {

/// Why a candidate is not the recommended one; `kNone` for the recommended. `kReplicasLimit`: it has --max-replicas
/// replicas, and more would keep the SLOs for less than what is recommended.
enum class Binding { kSlo, kLoad, kMemory, kReplicasLimit, kPrice, kNone };
const char* name(Binding binding);

struct PlanOptions {
  std::vector<scenario::Mode> modes;  ///< empty: all that plan knows (exclusive is always a candidate)
  int max_replicas = 16;
  std::vector<std::string> instances;  ///< empty: the file's own
  bool allow_estimates = false;
  bool proportional_mix = false;               ///< also report p99 under the fleet's own proportions
  std::map<std::string, double> usd_per_hour;  ///< overrides by instance name
  /// Drop candidates that closed forms rule out without simulating them. The answer is the same without.
  bool closed_forms = true;
  /// End each run as soon as what is asked of it is known. The answer is the same without, within the intervals.
  bool short_runs = true;
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double fraction)> progress;
  std::string file;  ///< what the scenario is called in the files to apply; may be empty
};

/// One workload on a full GPU of a candidate.
struct CandidateWorkload {
  std::string name;
  int pods = 0;                              ///< in the whole fleet
  std::optional<scenario::Interval> p99_ms;  ///< none where unstable
  std::optional<scenario::Interval> throughput_per_s;
  std::optional<double> slo_p99_ms;
  std::optional<scenario::Interval> proportional_p99_ms;  ///< on a GPU with the fleet's own proportions, where asked
  bool met = false;
  std::size_t focus = 0;  ///< the workload whose worst mix this is judged on: itself, unless another's is worse
  /// What the p99 is of: pods of each workload on the full GPU. Of what the verdict names only.
  std::vector<std::pair<std::string, int>> mix;
  int pods_seen = 0;  ///< of its pods, those on the GPUs that were run to see that one; 0 where nothing was run
  /// The changes to the file with which `simulate` runs that GPU; empty where the file's format cannot say it.
  std::vector<scenario::Override> changes;
  std::string why_no_changes;  ///< the reason, where a mix has none
};

/// One way to run the whole fleet.
struct Candidate {
  std::string gpu;
  std::string instance;  ///< empty where the file names only a card
  scenario::Mode mode = scenario::Mode::kExclusive;
  int replicas = 1;         ///< pods per GPU
  std::string mig_profile;  ///< MIG: `replicas` instances of this profile; else empty
  int pods = 0;  ///< in the whole fleet: the file's, or the least that keep the SLOs where the file leaves that open
  int gpus = 0;  ///< in whole instances
  int instances = 0;
  std::optional<double> usd_per_hour;
  std::optional<scenario::Interval> p99_ms;  ///< of the workload nearest to (or furthest over) its SLO
  std::vector<CandidateWorkload> workloads;
  double throughput_per_s = 0;  ///< of the whole fleet, at the rates on full GPUs
  double busy_fraction = 0;
  std::optional<double> memory_used_mib, memory_total_mib;
  /// That a pod of a full GPU runs out of memory within a day, its CUDA contexts being larger than assumed. None where
  /// memory is not modelled, or does not fit anyway.
  std::optional<double> oom_probability_per_day;
  bool meets_slo = false, robust = false, stable = false, estimated = false;
  Binding binding = Binding::kNone;
  std::string reason;
  std::string memory_caveat;  ///< why memory may not last though it meets the SLOs; empty where it surely does
};

/// What one pod of `neighbour` on the same GPU does to one pod of `workload`: nominal run, nobody else on the GPU.
struct Harm {
  std::string workload;
  std::string neighbour;
  std::optional<double> alone_p99_ms;     ///< none where unstable
  std::optional<double> together_p99_ms;  ///< none where unstable
  std::optional<double> added_p99_ms() const {
    if (!alone_p99_ms || !together_p99_ms) return std::nullopt;
    return *together_p99_ms - *alone_p99_ms;
  }
};

/// What may be off in a scenario.
enum class Parameter { kRate, kGpuMs, kMemory };
const char* name(Parameter parameter);

/// The answer had one kind of number been different in the file.
struct Sensitivity {
  Parameter parameter = Parameter::kRate;
  double factor = 1;                     ///< on every such number
  std::optional<Candidate> recommended;  ///< among the neighbours of the recommended one; none where nothing meets
  bool still_meets = false;              ///< the recommended candidate would keep every SLO
};

/// The nodes of some workloads that are kept apart from all others.
struct Pool {
  std::vector<std::string> workloads;
  Candidate layout;
  std::vector<Sensitivity> sensitivity;  ///< where pools are recommended
};

/// Each pool with its own instance type and replicas. Pools that cannot be cheaper have nominal numbers only.
struct Pooled {
  std::vector<Pool> pools;  ///< up to the first that keeps no SLO
  std::optional<double> usd_per_hour;
  int gpus = 0;
  bool meets_slo = false;
  bool recommended = false;  ///< cheaper than the recommended candidate, or the only answer
  std::string reason;
  /// The cheapest pools of the same workloads that are all robust: where pools are recommended and are not robust
  /// themselves; empty where there are none.
  std::vector<Pool> robust;
  std::optional<double> robust_usd_per_hour;
  int robust_gpus = 0;
};

/// The best candidate by one thing that people want of it.
struct Ranking {
  std::string metric;  ///< cost | p99 | throughput | isolation
  std::size_t candidate = 0;
  double value = 0;
  std::string unit;
  std::string why;
};

/// A file to apply.
struct PlanFile {
  std::string path;
  std::string text;
};

/// A file that was written.
struct WrittenFile {
  std::string path;
  bool replaced = false;  ///< another stood there
};

struct Plan {
  std::vector<Candidate> candidates;       ///< in a fixed order: instance, mode, replicas
  std::optional<std::size_t> recommended;  ///< index into candidates; none: no plan meets the SLO
  std::optional<std::size_t> nearest_miss;
  std::optional<std::size_t> cheapest_robust;
  std::vector<Ranking> rankings;  ///< among those that keep every SLO; the recommendation is the first
  std::vector<Harm> harms;        ///< who harms whom, on the card of the recommended candidate (else the nearest miss)
  std::string harms_on;           ///< that card and mode, in words
  std::vector<Sensitivity> sensitivity;  ///< of the recommended candidate: all workloads together
  std::optional<Pooled> pooled;          ///< none for a single workload
  bool free_pods = false;                ///< the number of pods is part of the answer
  std::vector<PlanFile> files;
  std::vector<std::string> assumptions;
  Issues notes;
  std::uint64_t seed = 0;
  bool interrupted = false;
};

/// Which mode, how many replicas, which instance: the least cost at which every workload keeps its SLO on a full GPU.
/// Issues: unknown instance, fractional instance, nothing to plan for (no workload states an SLO).
Result<Plan> make_plan(const scenario::Scenario& scenario, const PlanOptions& options);

/// The answer in one sentence: the first line of the text.
std::string verdict(const Plan& plan);

/// The JSON document of `slicewise plan --json` (schema slicewise.plan/1).
std::string to_json(const Plan& plan);
/// The same for people: the first line is the verdict, then one table. `simulate` are the words with
/// which the reader runs the file, its name and changes included: the lines that show one GPU begin with them.
/// `written` are the files that stand on disk by now.
std::string to_text(const Plan& plan, const std::vector<std::string>& simulate = {"slicewise", "simulate", "FILE"},
                    const std::vector<WrittenFile>& written = {});

/// Writes the plan's files into `directory` (created if absent), all or none: on any problem nothing is left behind.
/// `written` gets what now stands there, in the plan's order.
Issues write_files(const Plan& plan, const std::string& directory, std::vector<WrittenFile>* written = nullptr);

}  // namespace libsched::plan
