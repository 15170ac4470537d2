#include <libsched/place/policies.hpp>

namespace libsched::place {
namespace {

constexpr std::string_view kFgdPaper = "Weng et al., Beware of Fragmentation, USENIX ATC 2023";
constexpr std::string_view kKubernetes = "kube-scheduler, NodeResourcesFit and NodeResourcesBalancedAllocation";

constexpr PolicyRow kPolicies[] = {
    {"fgd", "least growth of the GPU fragment that typical pods cannot use", kFgdPaper, &fgd},
    {"fgd-cpu", "as fgd, and least growth of GPU that the node's CPU will not last for", "our own, after the FGD paper",
     &fgd_cpu},
    {"best-fit", "least CPU and GPU left on the node", "classic; as in the comparison of the FGD paper", &best_fit},
    {"dot-prod", "smallest product of the pod's demand and the node's free resources",
     "Grandl et al., Tetris, SIGCOMM 2014; as in the comparison of the FGD paper", &dot_prod},
    {"gpu-packing", "GPUs in use first, then nodes in use, then empty nodes",
     "Weng et al., MLaaS in the Wild, NSDI 2022; as in the comparison of the FGD paper", &gpu_packing},
    {"gpu-clustering", "pods of one GPU count together", "Xiao et al., Gandiva, OSDI 2018; as in the FGD paper",
     &gpu_clustering},
    {"random", "any node, any GPU", "baseline of the FGD paper", &random_node, false, true},
    {"worst-fit", "most CPU and GPU left on the node, emptiest GPU", "classic", &worst_fit},
    {"least-allocated", "kube-scheduler's default: spread, and balance CPU, memory and GPU", kKubernetes,
     &least_allocated, true},
    {"most-allocated", "kube-scheduler for bin packing: fill nodes, and balance CPU, memory and GPU", kKubernetes,
     &most_allocated, true},
    {"pwr", "least growth of the power draw", "Lettich et al., Power- and Fragmentation-aware, CCGrid 2025", &pwr},
    {"topology",
     "pods of several GPUs on the fastest links, cut from the smallest linked group; others out of their way",
     "our own; links as NVIDIA documents them", &topology},
};

}  // namespace

std::span<const PolicyRow> policies() {
  return kPolicies;
}

const PolicyRow* find_policy(std::string_view name) {
  for (const PolicyRow& row : kPolicies) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace libsched::place
