#include <libsched/scenario/devices.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <libsched/scenario/memory.hpp>
#include <libsched/scenario/thread_cap.hpp>
#include <libsched/share/device_time.hpp>

namespace libsched::scenario {

namespace {

/// Nobody knows how much of a card a kernel fills before it was measured (gpu-model section 2, rule 2).
constexpr double kLeastUnknownWidth = 0.2;

share::Solo solo(const workload::Workload& workload, const hw::GpuModel& card) {
  const workload::Request& request = workload.request;
  share::Solo result;
  result.whole_ms = request.gpu_ms_on(card.name)->mean();
  result.async = request.launch == workload::Launch::kAsync;
  for (const auto& [name, ms] : request.gpu_ms_small) {
    if (const hw::MigProfile* profile = hw::find_mig_profile(card, name)) {
      if (profile->slowdown.nominal > 1) result.points.push_back({profile->slowdown, ms});
    }
  }
  return result;
}

Estimate slowdown_of(const Device& device) {
  return device.profile != nullptr ? device.profile->slowdown : Estimate::exact(1, "the whole card");
}

}  // namespace

int gpus_per_node(const Scenario& scenario) {
  if (!scenario.gpu.instance) return scenario.gpu.count;
  return std::max(1, static_cast<int>(scenario.gpu.instance->gpu_count));
}

std::vector<Device> devices(const Scenario& scenario) {
  std::vector<Device> all;
  for (int g = 0; g < scenario.gpu.count; ++g) {
    const auto gpu = static_cast<std::uint32_t>(g);
    if (scenario.sharing.mode != Mode::kMig) {
      all.push_back({gpu, nullptr, &scenario.sharing, usable_memory_mib(scenario.gpu.model)});
      continue;
    }
    for (const MigInstance& one : scenario.sharing.layout) {
      const bool known = one.profile.memory_mib > 0;
      all.push_back({gpu, &one.profile, &one.sharing, known ? std::optional{one.profile.memory_mib} : std::nullopt});
    }
  }
  return all;
}

bool takes_turns(const Device& device, const Scenario& scenario) {
  if (device.shared_by(Mode::kTimeSlicing)) return true;
  return device.shared_by(Mode::kExclusive) &&
         std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                     [](const workload::Workload& work) { return work.processes > 1; });
}

double thread_fraction(const Sharing& sharing) {
  if (sharing.active_thread_pct) return *sharing.active_thread_pct / 100;
  return plugin_thread_pct(sharing.replicas) / 100.0;
}

std::optional<double> client_memory_mib(const Device& device, const hw::GpuModel& card) {
  if (device.sharing->memory_limit_mib) return device.sharing->memory_limit_mib;
  const auto total = device.profile != nullptr ? device.memory_mib : card.memory_mib.value;
  if (!total) return std::nullopt;
  return std::floor(*total / device.sharing->replicas);
}

int most_mps_clients(const GpuChoice& gpu) {
  constexpr int kVolta = 7;
  const std::string& capability = gpu.model.compute_capability;
  int major = kVolta;  // where a model made by a program says nothing readable
  std::from_chars(capability.data(), capability.data() + capability.size(), major);
  if (major < kVolta) return 16;
  constexpr double kMoreClients = 13.1;
  return gpu.cuda.value_or(0) >= kMoreClients ? 60 : 48;
}

Estimate time_ratio(const workload::Workload& workload, const Device& device, const hw::GpuModel& card) {
  if (device.profile == nullptr) return Estimate::exact(1, "the whole card");
  const double* measured = nullptr;
  for (const auto& [name, ms] : workload.request.gpu_ms_small) {
    if (name == device.profile->name) measured = &ms;
  }
  return share::time_on_instance(solo(workload, card), slowdown_of(device), measured);
}

Estimate busy_part(const workload::Workload& workload, const Device& device, const hw::GpuModel& card) {
  const share::Solo known = solo(workload, card);
  if (device.profile == nullptr || workload.width_given || !known.async || known.points.empty()) {
    return Estimate::exact(1, "its whole time");
  }
  return share::busy_on_instance(known, slowdown_of(device), time_ratio(workload, device, card).nominal);
}

Estimate width(const workload::Workload& workload, const Device& device, const hw::GpuModel& card) {
  const double ratio = time_ratio(workload, device, card).nominal;
  if (workload.width_given) {
    // What fills a part of the whole card fills more of a small instance, unless it only got slower.
    const double here = std::min(1.0, workload.width * slowdown_of(device).nominal / ratio);
    return Estimate::exact(here, "scenario file");
  }
  const share::Solo known = solo(workload, card);
  if (known.points.empty()) {
    return {kLeastUnknownWidth, 1, 1, "unknown: a fair share, the most that one copy adds to another"};
  }
  if (device.profile != nullptr && known.async) return Estimate::exact(share::kWidthOfBusy, "ParvaGPU's solo runs");
  Estimate width = share::busy_on_instance(known, slowdown_of(device), ratio);
  for (double* end : {&width.low, &width.nominal, &width.high}) *end *= share::kWidthOfBusy;
  return width;
}

}  // namespace libsched::scenario
