#include <cstdio>
#include <string>

#include <libsched/plan/plan.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/scenario/simulate.hpp>

// Reads a scenario, simulates it, and says what came out; 2 where the input is wrong, as the command does.
int main() {
  const std::string text = R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: a, pods: 2, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 5}, slo: {p99_ms: 100}}
run: {duration_s: 20}
)";
  const auto scenario = libsched::scenario::read_scenario(text, "consumer.yaml", ".");
  if (!scenario) {
    for (const auto& issue : scenario.error()) std::printf("%s: %s\n", issue.where.c_str(), issue.what.c_str());
    return 2;
  }
  const auto report = libsched::scenario::simulate(*scenario);
  std::printf("%s: completed %llu\n", report.gpu.c_str(),
              static_cast<unsigned long long>(report.workloads.at(0).completed));
  return report.workloads.at(0).completed > 0 ? 0 : 1;
}
