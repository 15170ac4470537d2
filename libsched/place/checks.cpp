#include <fmt/format.h>

#include <libsched/place/node.hpp>
#include <libsched/place/pod.hpp>

namespace libsched::place {
namespace {

/// Beyond these no machine exists, and sums over a cluster still fit.
constexpr std::int64_t kMostCpu = 1'000'000'000;
constexpr std::int64_t kMostMemory = 1'000'000'000'000;

void range(Issues& issues, const char* what, std::int64_t value, std::int64_t most) {
  if (value < 0) issues.push_back({"", fmt::format("{} is negative: {}", what, value), "give 0 or more"});
  if (value > most) issues.push_back({"", fmt::format("{} is too large: {}", what, value), "check the unit"});
}

void name_problems(Issues& issues, const std::string& name) {
  if (name.empty()) issues.push_back({"", "the name is empty", "name it"});
}

}  // namespace

Issues problems(const Node& node) {
  Issues issues;
  name_problems(issues, node.name);
  range(issues, "the CPU", node.cpu.raw(), kMostCpu);
  range(issues, "the memory", node.memory.raw(), kMostMemory);
  range(issues, "the GPU memory", node.gpu_memory.raw(), kMostMemory);
  if (node.gpu_count < 0 || node.gpu_count > kMostGpus) {
    issues.push_back({"", fmt::format("a node with {} GPUs", node.gpu_count),
                      fmt::format("give 0..{} GPUs; split larger machines", kMostGpus)});
  }
  if (node.gpu_model.find('|') != std::string::npos) {
    issues.push_back({"", "the model has a '|', which separates models in a pod's list", "rename the model"});
  }
  return issues;
}

Issues problems(const Pod& pod) {
  Issues issues;
  const PodRequest& request = pod.request;
  name_problems(issues, pod.name);
  range(issues, "the CPU", request.cpu.raw(), kMostCpu);
  range(issues, "the memory", request.memory.raw(), kMostMemory);
  range(issues, "the GPU memory", request.gpu_memory.raw(), kMostMemory);
  if (request.gpu_count < 0 || request.gpu_count > kMostGpus) {
    issues.push_back({"", fmt::format("the pod asks for {} GPUs", request.gpu_count),
                      fmt::format("ask for 0..{}: a pod runs on one node", kMostGpus)});
  }
  if (request.per_gpu < MilliGpu{0} || request.per_gpu > kWholeGpu ||
      (request.gpu_count > 0 && request.per_gpu == MilliGpu{0})) {
    issues.push_back({"", fmt::format("the pod asks for {} thousandths of a GPU", request.per_gpu.raw()),
                      "ask for 1..1000 of each GPU; for more, ask for more GPUs"});
  }
  return issues;
}

}  // namespace libsched::place
