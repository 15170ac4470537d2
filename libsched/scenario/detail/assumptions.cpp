#include <algorithm>

#include <fmt/format.h>

#include <libsched/scenario/detail/outcome_report.hpp>
#include <libsched/scenario/devices.hpp>

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

void add_slicing(const hw::GpuModel& card, Lines& to) {
  const hw::GpuProfile& p = card.profile;
  const auto state = [&](const char* what, const Estimate& e) {
    if (!e.uncertain()) return;
    to.lines.push_back(
        fmt::format("{} {} = {:g} us ({:g} to {:g}): {}", card.name, what, e.nominal, e.low, e.high, e.source));
  };
  state("slice", p.slice_us);
  state("preempting switch", p.preempt_us);
  state("voluntary switch", p.voluntary_us);
  state("idle switch", p.idle_us);
  state("refill", p.refill_us);
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
  if (mps && scenario.workloads.size() > 1) {
    to.lines.push_back(
        "unlike kernels under MPS are a guess: half to twice the added slowdown (nobody has published enough)");
  }
  return to.lines;
}

}  // namespace libsched::scenario::detail
