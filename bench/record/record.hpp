#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "value.hpp"

namespace slicewise::bench {

/// Measured values of one kind, in the order of measuring. `samples` are in `unit`.
struct Series {
  std::string name;
  std::string unit = "ns";
  std::optional<int> process;  // whose; none: of the run as a whole
  std::vector<double> samples;
  std::string stopped = "time";  // what ended it: "time", "count" or "interrupted"
  std::int64_t dropped = 0;      // seen by the instrument, but lost before they got here (a full buffer)
};

/// One setting of what is varied. `name` is unique in its record, like "latency/processes:4/request:short/loop:closed".
struct Run {
  std::string name;
  Values parameters;
  std::optional<std::string> skipped;  // why there are no series
  std::vector<Series> series;
};

/// What measured: a GPU, or a CPU that runs processes in turn.
struct Device {
  std::string kind;  // "gpu" or "cpu"
  std::string name;
  std::string id;  // UUID of a GPU, number of a CPU
  std::optional<std::string> compute_capability;
  std::optional<int> sms;
  std::optional<double> memory_mib;
  std::optional<double> clock_mhz;
};

/// When one process had the device for itself, it was off it this often: noise that no model explains.
struct GapsWhileAlone {
  std::int64_t count = 0;
  double per_s = 0;
  std::optional<double> p50_ns;  // none without gaps
  std::optional<double> p99_ns;
  std::optional<double> max_ns;
};

/// What else a reader must know to judge the samples.
struct Conditions {
  std::optional<std::string> scheduler;
  std::optional<double> timer_tick_ns;
  std::optional<double> steal_fraction;  // of the CPU time, taken by a hypervisor
  std::optional<std::int64_t> throttled_samples;
  std::optional<GapsWhileAlone> gaps_while_alone;
  Values facts;  // anything else: settings found, settings asked for
  std::vector<std::string> warnings;
};

/// One measurement, one file: bench/record/README.md says what each key means.
struct Record {
  std::string measurement;
  std::string tool;
  std::string started;  // UTC, ISO 8601
  double elapsed_s = 0;
  Device device;
  std::optional<std::string> driver;
  std::optional<std::string> runtime;
  std::string mode;  // "time-slicing", "mps", "mig" or "exclusive"
  Conditions conditions;
  std::vector<Run> runs;
};

/// The record as JSON. Of a series longer than `keep` a random choice is kept, in order; its quantiles are of all.
std::string to_json(const Record& record, std::size_t keep);

/// Makes the folder and tries to write a file in it. Why records cannot go there; none if they can.
std::optional<std::string> try_folder(const std::string& folder);

/// FOLDER/<measurement>.json, whole or not at all. What went wrong; none if it is there.
std::optional<std::string> write_record(const Record& record, const std::string& folder, std::size_t keep);

}  // namespace slicewise::bench
