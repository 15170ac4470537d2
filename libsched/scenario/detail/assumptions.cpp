#include <algorithm>

#include <fmt/format.h>

#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/detail/outcome_report.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/unstated.hpp>

namespace libsched::scenario::detail {

namespace {

class Lines {
 public:
  void add(const std::string& what, const Estimate& e) {
    if (!e.uncertain()) return;
    std::string line = fmt::format("{} = {:.4g} ({:.4g} to {:.4g}): {}", what, e.nominal, e.low, e.high, e.source);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  std::vector<std::string> lines;
};

bool assumed(const Estimate& e) {
  return e.source.starts_with("assumed") || e.source.starts_with("not identified");
}

/// What runs at the ends of a range, and what stays at its nominal value (docs/models/time-slicing.md).
void add_slicing(const hw::GpuModel& card, Lines& to) {
  const hw::GpuProfile& p = card.profile;
  const auto state = [&](const char* what, const Estimate& e, bool varied = true) {
    if (!e.uncertain() && !assumed(e)) return;
    std::string range = e.uncertain() ? fmt::format("{:g} to {:g}", e.low, e.high) : "";
    if (!varied) range += range.empty() ? "not in the interval" : "; not in the interval";
    to.lines.push_back(fmt::format("{} {} = {:g} us{}: {}", card.name, what, e.nominal,
                                   range.empty() ? "" : " (" + range + ")", e.source));
  };
  state("slice", p.slice_us);
  state("preempting switch", p.preempt_us);
  state("voluntary switch", p.voluntary_us);
  state("idle switch", p.idle_us);
  state("refill", p.refill_us, false);
  state("switch jitter", p.switch_jitter_us, false);
  state("idle gap", p.idle_gap_us, false);
  const hw::GpuModel* known = hw::find_gpu(card.name);
  const bool catalogued = known != nullptr && known->profile.slice_us.source == p.slice_us.source;
  if (catalogued && p.ring == hw::Ring::kCreation) {
    to.lines.push_back(fmt::format(
        "{} ring = creation (not in the interval): assumed: nobody has published which order a card follows",
        card.name));
  }
}

/// Where several tenants of a node have host work.
void add_host(const Scenario& scenario, Lines& to) {
  const Estimate& e = scenario.gpu.model.profile.host_contention;
  const bool host_work = std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                                     [](const workload::Workload& one) { return one.request.cpu_ms.mean() > 0; });
  int tenants = 0;
  for (const workload::Workload& one : scenario.workloads) tenants += one.pods * one.processes;
  const int nodes = (scenario.gpu.count + gpus_per_node(scenario) - 1) / gpus_per_node(scenario);
  if (!host_work || tenants <= nodes || (!e.uncertain() && !assumed(e))) return;
  to.lines.push_back(
      fmt::format("host time of a tenant = +{:g} % for each other on its node ({:g} to {:g} %; not in "
                  "the interval): {}",
                  100 * e.nominal, 100 * e.low, 100 * e.high, e.source));
}

}  // namespace

std::vector<std::string> assumptions(const Scenario& scenario) {
  Lines to;
  bool slices = false;
  bool mps = false;
  for (const Device& device : devices(scenario)) {
    if (device.gpu > 0) break;  // all cards are alike
    if (takes_turns(device, scenario) && !slices) {
      add_slicing(scenario.gpu.model, to);
      slices = true;
    }
    for (const workload::Workload& workload : scenario.workloads) {
      const std::string place = device.profile != nullptr ? " on " + device.profile->name : "";
      to.add(fmt::format("GPU time of {}{} over the whole card's", workload.name, place),
             time_ratio(workload, device, scenario.gpu.model));
      if (device.shared_by(Mode::kMps)) {
        to.add(fmt::format("part of its time that {}{} is on the GPU", workload.name, place),
               busy_part(workload, device, scenario.gpu.model));
        to.add(fmt::format("MPS width of {}{}", workload.name, place), width(workload, device, scenario.gpu.model));
      }
    }
    mps |= device.shared_by(Mode::kMps);
  }
  add_host(scenario, to);
  for (std::string& line : context_sizes(scenario, scenario.gpu.model)) to.lines.push_back(std::move(line));
  if (mps && scenario.workloads.size() > 1) {
    to.lines.push_back(
        "unlike kernels under MPS are a guess: half to twice the added slowdown (nobody has published enough)");
  }
  return to.lines;
}

}  // namespace libsched::scenario::detail
