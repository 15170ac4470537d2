#include "platform.hpp"

#include <sched.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "settings.hpp"

namespace slicewise::bench::host {
namespace {

/// The first value of a key in /proc/cpuinfo; empty if there is none.
std::string cpu_info(const std::string& key) {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos && colon + 2 <= line.size()) return line.substr(colon + 2);
  }
  return {};
}

Value setting(const std::string& name) {
  const std::string text = read_line("/proc/sys/kernel/" + name);
  return text.empty() ? Value{} : Value{std::strtod(text.c_str(), nullptr)};
}

}  // namespace

int last_cpu() {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  int last = 0;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(static_cast<unsigned>(i), &set)) last = i;
  }
  return last;
}

bool may_run_on(int cpu) {
  if (cpu < 0 || cpu >= CPU_SETSIZE) return false;
  cpu_set_t before;
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  CPU_SET(static_cast<unsigned>(cpu), &wanted);
  if (sched_getaffinity(0, sizeof before, &before) != 0 || sched_setaffinity(0, sizeof wanted, &wanted) != 0)
    return false;
  sched_setaffinity(0, sizeof before, &before);
  return true;
}

Platform describe(const Seat& seat) {
  Platform platform;
  const std::string model = cpu_info("model name");
  platform.device.kind = "cpu";
  platform.device.name = model.empty() ? "unknown CPU" : model;
  platform.device.id = std::to_string(seat.cpu);
  if (const std::string mhz = cpu_info("cpu MHz"); !mhz.empty())
    platform.device.clock_mhz = std::strtod(mhz.c_str(), nullptr);
  utsname system{};
  uname(&system);
  platform.driver = std::string{system.sysname} + " " + system.release;
  platform.mode = "time-slicing";
  platform.conditions.scheduler = seat.scheduler();
  const bool guest = cpu_info("flags").find(" hypervisor") != std::string::npos;
  platform.conditions.facts = {
      {"virtual_machine", guest ? "yes" : "no sign of one"},
      {"clock_source", read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"sched_rr_timeslice_ms", setting("sched_rr_timeslice_ms")},
      {"sched_rt_runtime_us", setting("sched_rt_runtime_us")}};
  if (!seat.round_robin)
    platform.conditions.warnings.emplace_back(
        "SCHED_RR is not permitted (it needs root, CAP_SYS_NICE or RLIMIT_RTPRIO): measured "
        "under the default scheduler, which is no round robin");
  return platform;
}

}  // namespace slicewise::bench::host
