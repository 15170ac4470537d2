#pragma once

#include <catch2/catch.hpp>
#include <string>

#include <libsched/scenario/scenario.hpp>

namespace libsched::plan {

/// The scenario in `yaml`, which must be right.
inline scenario::Scenario fleet(const std::string& yaml) {
  auto read = scenario::read_scenario(yaml, "test.yaml", ".");
  if (!read) {
    for (const Issue& issue : read.error()) UNSCOPED_INFO(issue.where << ": " << issue.what << "; " << issue.fix);
  }
  REQUIRE(read.has_value());
  return *read;
}

/// Twelve detectors on T4s, 15 requests per second of 8 ms each, p99 within 60 ms.
inline std::string detectors(const std::string& gpu = "{instance: g4dn.xlarge}") {
  return "version: 1\ngpu: " + gpu +
         "\n"
         "sharing: {mode: time-slicing, replicas: 4}\n"
         "workloads:\n"
         "  - name: detector\n"
         "    pods: 12\n"
         "    arrivals: {kind: poisson, rate_per_s: 15}\n"
         "    request: {gpu_ms: {T4: 8.0}, cpu_ms: 1.0, bursts: 1}\n"
         "    slo: {p99_ms: 60}\n"
         "run: {seed: 1, precision: 0.1}\n";
}

}  // namespace libsched::plan
