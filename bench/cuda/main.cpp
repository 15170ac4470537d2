// slicewise-bench-cuda: how a GPU is shared between processes, measured.
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bench/record/program.hpp"
#include "device.hpp"
#include "measurements.hpp"
#include "throttle_watch.hpp"

namespace slicewise::bench::cuda {
namespace {

using Measure = void(Record&, const Deadline&, const Facts&);

class Bench {
 public:
  explicit Bench(std::vector<std::string> benchmark_arguments) : benchmark_arguments_{std::move(benchmark_arguments)} {}

  std::variant<Platform, NoDevice> platform() {
    auto found = look_at_device(driver_hold_);
    if (const auto* none = std::get_if<NoDevice>(&found)) return *none;
    facts_ = std::get<Facts>(std::move(found));
    facts_.benchmark_arguments = benchmark_arguments_;
    Platform platform{facts_.device, facts_.driver, facts_.runtime, facts_.mig ? "mig" : "time-slicing", {}};
    platform.conditions.timer_tick_ns = facts_.tick_ns;
    platform.conditions.warnings = facts_.warnings;
    platform.conditions.facts = {{"l2_bytes", facts_.l2_bytes},
                                 {"most_shared_bytes_of_a_block", facts_.most_shared_bytes},
                                 {"work_blocks", facts_.multiprocessors},
                                 {"host_cpus", std::thread::hardware_concurrency()},
                                 {"process_start_s", facts_.start_s}};
    return platform;
  }

  Measurement measurement(const char* name, const char* about, double weight, Measure* measure) {
    return {name, about, weight, [this, measure](Record& record, const Deadline& deadline, const CommandLine&) {
              const ThrottleWatch watch{facts_.pci_bus_id};
              try {
                measure(record, deadline, facts_);
              } catch (...) {
                note(record.conditions, watch);
                throw;
              }
              note(record.conditions, watch);
            }};
  }

 private:
  static void note(Conditions& conditions, const ThrottleWatch& watch) {
    const auto found = watch.finding();
    if (!found) return;
    conditions.throttled_samples = found->throttled;
    conditions.facts.emplace_back("throttle_looks", found->looks);
    conditions.facts.emplace_back("lowest_clock_mhz", found->lowest_mhz);
    conditions.facts.emplace_back("highest_clock_mhz", found->highest_mhz);
    if (found->throttled > 0)
      conditions.warnings.push_back("power or heat held the clocks down in " + std::to_string(found->throttled) +
                                    " of " + std::to_string(found->looks) + " looks");
  }

  std::vector<std::string> benchmark_arguments_;
  Facts facts_;
  std::optional<DriverHold> driver_hold_;
};

int run(std::vector<std::string> arguments, std::vector<std::string> benchmark_arguments) {
  Bench bench{std::move(benchmark_arguments)};
  const Program program{
      "slicewise-bench-cuda",
      "Measures how the first visible NVIDIA GPU is shared between processes. Arguments --benchmark_... go to Google "
      "Benchmark (the loops of `memory`); --check-kernels alone runs each kernel once and checks it.",
      {},
      [&bench](const CommandLine&) { return bench.platform(); },
      {bench.measurement("timer", "tick of the GPU's timer, clock rate", 1, measure_timer),
       bench.measurement("slice", "slice length, switch gap, the slice's grid and phase", 4, measure_slice),
       bench.measurement("switch", "cost of a switch: forced, voluntary, onto an idle GPU; refill of caches", 5,
                         measure_switch),
       bench.measurement("ring", "in which order processes are served, where one that joins comes in", 3, measure_ring),
       bench.measurement("latency", "latency of requests beside neighbours, and when a tenant yields", 8,
                         measure_latency),
       bench.measurement("mps", "the same requests under an MPS daemon of our own", 5, measure_mps),
       bench.measurement("mig", "each instance of a card that is partitioned already", 2, measure_mig),
       bench.measurement("memory", "size of a context, where allocation fails; launches, waits, copies", 3,
                         measure_memory)}};
  std::vector<char*> argv;
  for (std::string& one : arguments) argv.push_back(one.data());
  return run_program(program, static_cast<int>(argv.size()), argv.data());
}

}  // namespace
}  // namespace slicewise::bench::cuda

int main(int argc, char** argv) {
  std::vector<std::string> ours;
  std::vector<std::string> for_benchmark;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    (word.rfind("--benchmark_", 0) == 0 ? for_benchmark : ours).push_back(word);
  }
  if (ours.size() == 2 && ours[1] == "--check-kernels") return slicewise::bench::cuda::check_kernels();
  return slicewise::bench::cuda::run(std::move(ours), std::move(for_benchmark));
}
