// Each MIG instance of a card that is partitioned already. Nothing is ever partitioned here.
#include "measurements.hpp"
#include "nvml.hpp"
#include "runs.hpp"
#include "serving.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr double kShortestS = 0.2;

struct Instances {
  std::vector<std::string> uuids;
  std::vector<std::string> names;
};

/// Asked in a process of its own: the library stays out of this one.
Instances instances_of(const Facts& facts) {
  const Outcome outcome = run_team(1, 20, [&](Member& member) {
    const auto found = Nvml{facts.pci_bus_id}.mig_instances();
    member.columns["count"] = {static_cast<std::int64_t>(found.size())};
    for (std::size_t i = 0; i < found.size(); ++i) {
      put_text(member.columns, "uuid" + std::to_string(i), found[i].uuid);
      put_text(member.columns, "name" + std::to_string(i), found[i].name);
    }
  });
  Instances instances;
  for (std::int64_t i = 0; i < number(outcome.columns[0], "count"); ++i) {
    instances.uuids.push_back(text_of(outcome.columns[0], "uuid" + std::to_string(i)));
    instances.names.push_back(text_of(outcome.columns[0], "name" + std::to_string(i)));
  }
  return instances;
}

/// "1g.5gb" out of "NVIDIA A100-SXM4-40GB MIG 1g.5gb".
std::string profile_of(const std::string& name) {
  const auto at = name.rfind(' ');
  return at == std::string::npos ? name : name.substr(at + 1);
}

void look_at_instance(Record& record, const Facts& facts, const std::string& uuid, const std::string& name,
                      const Values& parameters) {
  Run run{name, parameters, {}, {}};
  const Outcome outcome = run_team(1, team_limit_s(1, facts.start_s, 1), [&](Member& member) {
    setenv("CUDA_VISIBLE_DEVICES", uuid.c_str(), 1);
    const Context context;
    std::size_t free = 0;
    std::size_t total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    member.columns["facts"] = {context.multiprocessors(), static_cast<std::int64_t>(total >> 20U)};
  });
  if (const auto& found = column(outcome.columns[0], "facts"); found.size() == 2) {
    add_series(run, "multiprocessors", "1", {}, {static_cast<double>(found[0])});
    add_series(run, "memory_mib", "MiB", {}, {static_cast<double>(found[1])});
  }
  add_run(record, std::move(run), outcome);
}

}  // namespace

void measure_mig(Record& record, const Deadline& deadline, const Facts& facts) {
  record.mode = "mig";
  const Instances instances = facts.mig ? instances_of(facts) : Instances{};
  if (instances.uuids.empty()) {
    Run run{"mig", {}, {}, {}};
    skip(run, facts.mig ? "MIG is on, but no instance is visible here" : "this GPU is not partitioned (MIG is off)");
    record.runs.push_back(std::move(run));
    return;
  }
  const std::vector<LatencyRun> plans[] = {
      {{.request = {.name = "medium", .device_us = 1000}}, {.request = {.name = "long", .device_us = 5000}}},
      {{.request = {.name = "medium", .device_us = 1000}, .processes = 2}}};
  double left = static_cast<double>(instances.uuids.size() * std::size(plans));
  for (std::size_t i = 0; i < instances.uuids.size(); ++i) {
    const std::string suffix = "/instance:" + std::to_string(i);
    const Values parameters = {{"instance", static_cast<int>(i)}, {"profile", profile_of(instances.names[i])}};
    look_at_instance(record, facts, instances.uuids[i], "mig/facts" + suffix, parameters);
    for (const auto& plan : plans) {
      const Deadline slot = deadline.part(1.0 / left);
      left -= 1;
      if (const auto seconds = sampling_s(slot, facts.start_s, plan.front().processes, kShortestS))
        add_served(record, "mig", plan, serve(plan, *seconds, facts, {{"CUDA_VISIBLE_DEVICES", instances.uuids[i]}}),
                   suffix, parameters);
      else
        add_skipped(record, "mig", plan, "no time left", suffix, parameters);
    }
  }
}

}  // namespace slicewise::bench::cuda
