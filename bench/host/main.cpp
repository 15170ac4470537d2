#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "bench/record/program.hpp"
#include "measurements.hpp"
#include "platform.hpp"
#include "seat.hpp"
#include "settings.hpp"

namespace slicewise::bench::host {
namespace {

/// What is held while measuring: the kernel's settings as we want them, and the core.
struct Session {
  std::optional<BorrowedSettings> settings;
  Seat seat;
};

std::variant<Platform, NoDevice> open(Session& session, const CommandLine& asked) {
  const double slice_ms = asked.number("slice-ms");
  const double cpu = asked.number("cpu");
  session.settings.emplace(300);
  std::vector<std::string> refused;
  if (slice_ms > 0) {
    const std::string ms = std::to_string(static_cast<int>(slice_ms));
    for (const auto& [name, value] : {std::pair{"sched_rr_timeslice_ms", ms}, {"sched_rt_runtime_us", "-1"}}) {
      if (!session.settings->set(std::string{"/proc/sys/kernel/"} + name, value)) refused.emplace_back(name);
    }
  }
  session.seat = find_seat(cpu < 0 ? last_cpu() : static_cast<int>(cpu));
  Platform platform = describe(session.seat);
  platform.conditions.facts.emplace_back("slice_ms_asked", slice_ms > 0 ? Value{slice_ms} : Value{});
  if (session.seat.round_robin) {
    for (const std::string& name : refused)
      platform.conditions.warnings.push_back("may not change " + name + ": measured with what it was");
  }
  sit_as_parent(session.seat);
  return platform;
}

std::vector<std::string> check(const CommandLine& asked) {
  const int cpu = static_cast<int>(asked.number("cpu"));
  if (cpu < 0 || may_run_on(cpu)) return {};
  return {"--cpu " + std::to_string(cpu) + ": no core that this process may use; choose one of 0.." +
          std::to_string(last_cpu()) + ", or -1 for the last one"};
}

Program program(Session& session) {
  const auto processes = [](const CommandLine& asked) { return static_cast<int>(asked.number("processes")); };
  return {"slicewise-bench-host",
          "Measures a CPU core that runs processes in turn, with the measurements that slicewise-bench-cuda makes of a "
          "GPU.\n"
          "As root it sets the slice of SCHED_RR and lifts its limit while it measures, and puts both back.",
          {{"cpu", "core to measure on; -1: the last one", -1, -1, 4095},
           {"processes", "share the core at most", 4, 2, 16},
           {"slice-ms", "slice to ask of SCHED_RR for the time of measuring; 0: change no setting", 20, 0, 1000}},
          [&session](const CommandLine& asked) { return open(session, asked); },
          {{"timer", "step and rate of the clock", 0.5,
            [&](Record& r, const Deadline& d, const CommandLine&) { measure_timer(r, d, session.seat); }},
           {"slice", "how long busy processes run and wait; when a newcomer gets in", 4,
            [&session, processes](Record& r, const Deadline& d, const CommandLine& asked) {
              measure_slice(r, d, session.seat, processes(asked));
            }},
           {"switch", "what a switch costs: at a slice's end, when one waits by itself, on an idle core", 2,
            [&](Record& r, const Deadline& d, const CommandLine&) { measure_switch(r, d, session.seat); }},
           {"ring", "in which order busy processes and newcomers are served", 3,
            [&session, processes](Record& r, const Deadline& d, const CommandLine& asked) {
              measure_ring(r, d, session.seat, processes(asked));
            }},
           {"latency", "requests alone, beside others alike, beside busy ones; closed and open loops", 20,
            [&session, processes](Record& r, const Deadline& d, const CommandLine& asked) {
              measure_latency(r, d, session.seat, processes(asked));
            }},
           {"memory", "of a context: skipped on a CPU", 0.01,
            [](Record& r, const Deadline&, const CommandLine&) { measure_memory(r); }}},
          check};
}

}  // namespace
}  // namespace slicewise::bench::host

int main(int argc, char** argv) {
  slicewise::bench::host::Session session;
  return slicewise::bench::run_program(slicewise::bench::host::program(session), argc, argv);
}
