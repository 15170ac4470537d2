// The same requests under MPS, whose daemon is started for this and always stopped again.
#include <algorithm>

#include "measurements.hpp"
#include "mps_control.hpp"
#include "runs.hpp"
#include "serving.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kClients[] = {1, 2, 4};
constexpr int kPercentages[] = {100, 50, 25};
constexpr double kShortestS = 0.2;
constexpr double kServerS = 2;  // the first client waits for the server

/// Our GPU as CUDA_VISIBLE_DEVICES names it; empty if only its place on the bus is known.
std::string visible_device(const Facts& facts) {
  return facts.device.id.rfind("GPU-", 0) == 0 ? facts.device.id : std::string{};
}

/// A daemon counts the GPUs that it may use from 0, and its clients count those: an ordinal means another GPU to each
/// of them, a UUID does not.
Variables variables(const MpsControl& control, const Facts& facts, int percentage) {
  Variables all = {{"CUDA_MPS_PIPE_DIRECTORY", control.pipe_directory()},
                   {"CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", std::to_string(percentage)}};
  if (const std::string device = visible_device(facts); !device.empty())
    all.emplace_back("CUDA_VISIBLE_DEVICES", device);
  return all;
}

/// How many multiprocessors a client sees for each percentage: how the driver rounds.
void measure_steps(Record& record, const MpsControl& control, const Deadline& slot, const Facts& facts) {
  Run run{"mps/percentage-steps", {{"processes", 1}}, {}, {}};
  std::vector<double> asked;
  std::vector<double> seen;
  Outcome last;
  for (int percentage = 10; percentage <= 100 && !slot.over(); percentage += 10) {
    last = run_team(1, team_limit_s(1, facts.start_s, 1), [&](Member& member) {
      for (const auto& [name, value] : variables(control, facts, percentage)) setenv(name.c_str(), value.c_str(), 1);
      const Context context;
      member.columns["seen"] = {context.multiprocessors()};
    });
    if (const auto& count = column(last.columns[0], "seen"); !count.empty()) {
      asked.push_back(percentage);
      seen.push_back(static_cast<double>(count[0]));
    }
  }
  add_series(run, "percentage", "%", {}, std::move(asked));
  add_series(run, "multiprocessors", "1", {}, std::move(seen));
  add_run(record, std::move(run), last);
}

void measure_with(Record& record, const MpsControl& control, const Deadline& deadline, const Facts& facts) {
  // The server starts with its first client: not within a measurement.
  const Outcome first = run_team(1, 30, [&](Member& member) {
    for (const auto& [name, value] : variables(control, facts, 100)) setenv(name.c_str(), value.c_str(), 1);
    const Context context;
    member.columns["multiprocessors"] = {context.multiprocessors()};
  });
  if (!first.problem.empty()) throw std::runtime_error{"no client gets through to MPS: " + first.problem};
  measure_steps(record, control, deadline.part(0.2), facts);
  double left = static_cast<double>(std::size(kClients) * std::size(kPercentages));
  for (const int clients : kClients) {
    for (const int percentage : kPercentages) {
      const auto plan = mps_plan(clients);
      const std::string suffix = "/percentage:" + std::to_string(percentage);
      const Values more = {{"percentage", percentage}};
      const Deadline slot = deadline.part(1.0 / left);
      left -= 1;
      if (const auto seconds = sampling_s(slot, facts.start_s, clients, kShortestS))
        add_served(record, "mps", plan, serve(plan, *seconds, facts, variables(control, facts, percentage)), suffix,
                   more);
      else
        add_skipped(record, "mps", plan, interrupted() ? "interrupted before this run" : "no time left", suffix, more);
    }
  }
}

void skip_all(Record& record, const std::string& why) {
  Run run{"mps", {}, {}, {}};
  skip(run, why);
  record.runs.push_back(std::move(run));
}

}  // namespace

void measure_mps(Record& record, const Deadline& deadline, const Facts& facts) {
  record.mode = "mps";
  if (facts.mig) return skip_all(record, "this GPU is partitioned; MPS inside a MIG instance is not measured");
  if (deadline.seconds_left() < kServerS + facts.start_s) return skip_all(record, "no time left");
  try {
    const MpsControl control{"nvidia-cuda-mps-control",
                             visible_device(facts)};  // its destructor ends the daemon, whatever happens here
    measure_with(record, control, deadline, facts);
  } catch (const std::runtime_error& error) {
    skip_all(record, error.what());
  }
}

}  // namespace slicewise::bench::cuda
