#include <libsched/scenario/unstated.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <libsched/scenario/memory.hpp>

namespace libsched::scenario {
namespace {

using workload::Workload;

bool states_memory(const Workload& work) {
  return work.memory || work.reserve_fraction;
}

/// "detector, embedding": the workloads for which `lacks` holds; empty where there is none.
template <class Lacks>
std::string names(const Scenario& scenario, Lacks lacks) {
  std::string text;
  for (const Workload& work : scenario.workloads) {
    if (lacks(work)) text += (text.empty() ? "" : ", ") + work.name;
  }
  return text;
}

bool lacks_memory(const Workload& work) {
  return !states_memory(work);
}

bool lacks_framework(const Workload& work) {
  return states_memory(work) && work.framework.empty();
}

}  // namespace

Issues unstated_warnings(const Scenario& scenario) {
  Issues issues;
  if (const std::string who = names(scenario, lacks_memory); !who.empty()) {
    issues.push_back({who, "memory is not modelled without memory_mib: nothing says whether these pods fit the card",
                      "give memory_mib, the peak of one process", Severity::kWarning});
  }
  if (const std::string who = names(scenario, lacks_framework); !who.empty()) {
    issues.push_back({who, "without framework a bare CUDA context is counted, the smallest there is",
                      "give framework (cuda, if it is that)", Severity::kWarning});
  }
  return issues;
}

std::vector<std::string> unstated(const Scenario& scenario) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& who, const char* what, const char* taken) {
    if (!who.empty()) lines.push_back(fmt::format("{} ({}): {}", what, who, taken));
  };
  add(names(scenario, lacks_memory), "no memory_mib", "memory and contexts are not modelled");
  add(names(scenario, lacks_framework), "no framework",
      "a bare CUDA context is counted, the smallest; frameworks need more");
  add(names(scenario, [](const Workload& work) { return work.request.cpu_ms.mean() == 0; }), "cpu_ms 0 or not given",
      "requests have no host time");
  const auto assumed_bursts = [](const Workload& work) {
    return !work.request.bursts_given && work.request.launch == workload::Launch::kSync;
  };
  add(names(scenario, assumed_bursts), "no bursts", "1, a request waits for the GPU once");
  return lines;
}

std::vector<std::string> context_sizes(const Scenario& scenario, const hw::GpuModel& card) {
  std::vector<std::string> lines;
  for (const Workload& work : scenario.workloads) {
    if (!states_memory(work)) continue;
    const Estimate e = context_memory_mib(card, work.framework);
    if (!e.uncertain()) continue;
    std::string line =
        fmt::format("MiB of a CUDA context of {} on {} = {:.4g} ({:.4g} to {:.4g}): {}",
                    work.framework.empty() ? "cuda" : work.framework, card.name, e.nominal, e.low, e.high, e.source);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace libsched::scenario
