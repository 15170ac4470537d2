#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

using workload::Workload;

/// Below this a number of MiB was most likely meant to be GiB.
constexpr double kPlausibleMib = 32;

void read_how_many(const Fields& fields, Workload& workload) {
  if (const auto pods = fields.find("pods")) {
    workload.pods = pods->whole(1, kMostPods).value_or(1);
    workload.pods_given = true;
  }
  if (const auto processes = fields.find("processes")) {
    workload.processes = processes->whole(1, kMostPerPod).value_or(1);
  }
  if (const auto streams = fields.find("streams")) workload.streams = streams->whole(1, kMostPerPod).value_or(1);
}

void read_memory_keys(const Fields& fields, Workload& workload) {
  if (const auto memory = fields.find("memory_mib")) {
    workload.memory = read_memory(*memory);
    if (workload.memory && workload.memory->to_mib < kPlausibleMib) {
      memory->log().note(memory->where(),
                         fmt::format("{} has a memory_mib of {:g}: no process on a GPU is content with that",
                                     shown(workload.name), workload.memory->to_mib),
                         "give MiB, 2.5 GiB being 2560");
    }
  }
  if (const auto framework = fields.find("framework")) {
    const std::vector<std::string> names = {"cuda", "pytorch", "jax", "tensorflow", "vllm", "onnxruntime"};
    if (const auto chosen = framework->choice(names)) workload.framework = names[*chosen];
  } else {
    workload.framework.clear();  // counted as a bare context, and said to be
  }
  if (const auto reserve = fields.find("reserve_fraction")) {
    workload.reserve_fraction = reserve->number(kPositiveFraction);
  }
}

void read_slo(const Cursor& slo, Workload& workload) {
  const Fields fields{slo};
  if (!fields) return;
  fields.only(keys_of("workloads[].slo"));
  if (const auto p99 = fields.need("p99_ms", "add p99_ms: 60")) workload.slo_p99_ms = p99->number(kWorkMs);
}

/// What the pods ask for: `nvidia.com/mig-3g.20gb` in the pod's own words.
void read_mig_profile(const Cursor& cursor, const Setting& setting, Workload& workload) {
  auto name = cursor.text();
  if (!name) return;
  if (name->starts_with("mig-")) name = name->substr(4);
  const auto& offered = setting.mig_profiles;
  if (std::find(offered.begin(), offered.end(), *name) == offered.end()) {
    cursor.error(fmt::format("asks for {}, which no GPU has", shown(*name)),
                 offered.empty() ? "leave it out where no GPU is partitioned" : "choose among " + listed(offered));
    return;
  }
  workload.mig_profile = *name;
}

Workload read_workload(const Cursor& cursor, const Setting& setting, DataFiles& files) {
  Workload workload;
  const Fields fields{cursor};
  if (!fields) return workload;
  fields.only(keys_of("workloads[]"));
  if (const auto name = fields.need("name", "add name: any word")) workload.name = name->text().value_or("");
  read_how_many(fields, workload);
  bool complete = false;
  if (const auto arrivals = fields.need("arrivals", "add arrivals: {kind: poisson, rate_per_s: 15}")) {
    complete = read_arrivals(*arrivals, files, workload);
  }
  if (const auto request = fields.need("request", "add request: {gpu_ms: 8.0}")) {
    auto read = read_request(*request, setting, files);
    complete &= read && !read->gpu_ms.empty();
    if (read) workload.request = *std::move(read);
  } else {
    complete = false;
  }
  if (const auto width = fields.find("width")) {
    workload.width = width->number(kFraction).value_or(1.0);
    workload.width_given = true;
  }
  read_memory_keys(fields, workload);
  if (const auto slo = fields.find("slo")) read_slo(*slo, workload);
  if (const auto profile = fields.find("mig_profile")) read_mig_profile(*profile, setting, workload);
  if (complete) note_surprises(workload, setting, cursor);
  return workload;
}

void check_names(const std::vector<Workload>& workloads, const std::vector<Cursor>& places) {
  std::map<std::string, std::string> first;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const auto [found, is_new] = first.emplace(workloads[i].name, places[i].where());
    if (is_new || workloads[i].name.empty()) continue;
    places[i].error(fmt::format("has the name {}, taken at {}", shown(workloads[i].name), found->second),
                    "give each workload its own name");
  }
}

/// Traces keep their distances, but the earliest arrival of all is the start: an epoch would be decades of idling.
void start_traces_at_zero(std::vector<Workload>& workloads) {
  Time earliest = kNever;
  for (const Workload& workload : workloads) {
    if (const auto* trace = std::get_if<workload::Trace>(&workload.arrivals)) {
      if (!trace->at.empty()) earliest = std::min(earliest, trace->at.front());
    }
  }
  for (Workload& workload : workloads) {
    if (auto* trace = std::get_if<workload::Trace>(&workload.arrivals)) {
      for (Time& at : trace->at) at -= earliest.time_since_epoch();
    }
  }
}

void check_size(const std::vector<Workload>& workloads, const Cursor& cursor) {
  long long clients = 0;
  for (const Workload& workload : workloads) {
    const auto* closed = std::get_if<workload::Closed>(&workload.arrivals);
    // At most 1e5 * 1024 * 1e4 each, a thousand times: far inside 64 bits.
    clients += static_cast<long long>(workload.pods) * workload.processes * (closed ? closed->concurrency : 1);
  }
  if (clients > kMostClientsInAll) {
    cursor.error(fmt::format("have {} pods times processes times concurrency in all", clients),
                 fmt::format("stay at or below {}", kMostClientsInAll));
  }
}

}  // namespace

std::vector<Workload> read_workloads(const Cursor& cursor, const Setting& setting, DataFiles& files) {
  const auto entries = cursor.list(1, kMostWorkloads);
  if (!entries) return {};
  std::vector<Workload> workloads;
  workloads.reserve(entries->size());
  for (const Cursor& entry : *entries) workloads.push_back(read_workload(entry, setting, files));
  check_names(workloads, *entries);
  check_size(workloads, cursor);
  start_traces_at_zero(workloads);
  return workloads;
}

}  // namespace libsched::scenario::detail
