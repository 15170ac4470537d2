#include <libsched/scenario/memory.hpp>

#include <algorithm>

namespace libsched::scenario {

std::optional<double> usable_memory_mib(const hw::GpuModel& card) {
  if (!card.memory_mib.value) return std::nullopt;
  return *card.memory_mib.value - card.driver_reserve_mib.value.value_or(0);
}

Estimate context_memory_mib(const hw::GpuModel& card, const std::string& framework) {
  Estimate bare;
  for (const hw::ContextMemory& context : card.contexts) {
    if (context.framework == framework) return context.mib;
    if (context.framework == "cuda") bare = context.mib;
  }
  return bare;
}

std::optional<Estimate> pod_memory_mib(const workload::Workload& workload, const hw::GpuModel& card) {
  return pod_memory_mib(workload, card, usable_memory_mib(card));
}

std::optional<Estimate> pod_memory_mib(const workload::Workload& workload, const hw::GpuModel& card,
                                       std::optional<double> device_mib) {
  if (!workload.memory && !workload.reserve_fraction) return std::nullopt;
  double own = workload.memory ? std::max(workload.memory->from_mib, workload.memory->to_mib) : 0;
  // A framework that reserves a part of the card takes it at once, whatever it needs.
  if (workload.reserve_fraction) own = std::max(own, *workload.reserve_fraction * device_mib.value_or(0));
  Estimate total = context_memory_mib(card, workload.framework);
  for (double* part : {&total.low, &total.nominal, &total.high}) *part = workload.processes * (*part + own);
  return total;
}

}  // namespace libsched::scenario
