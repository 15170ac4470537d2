#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <libsched/base/result.hpp>

namespace libsched::calib {

/// What a run's parameter can be.
using Value = std::variant<double, std::string>;

/// Measured values of one kind, in the order of measuring.
struct Series {
  std::string name;
  std::string unit;            ///< "ns", or what the samples count
  std::optional<int> process;  ///< whose; none: of the run as a whole
  std::vector<double> samples;
  std::uint64_t measured = 0;  ///< samples before some were left out of the file; at least `samples.size()`

  /// Every sample is there, so neighbours in the list are neighbours in time.
  bool whole() const { return measured == samples.size(); }
};

/// One setting of what was varied.
struct Run {
  std::string name;  ///< unique in its record: "latency/processes:4/request:short/loop:closed"
  std::vector<std::pair<std::string, Value>> parameters;
  std::optional<std::string> skipped;  ///< why there are no series
  std::vector<Series> series;

  std::optional<double> number(const std::string& parameter) const;
  std::optional<std::string> text(const std::string& parameter) const;
  /// The series of this name, of all processes.
  std::vector<const Series*> of(const std::string& name) const;
};

/// What was measured: a GPU, or a CPU that runs processes in turn.
struct Device {
  std::string kind;  ///< "gpu" or "cpu"
  std::string name;
  std::string id;
  std::optional<double> sms;
  std::optional<double> memory_mib;
};

/// What else there is to know about the circumstances.
struct Conditions {
  std::optional<std::string> scheduler;
  std::optional<double> timer_tick_ns;
  std::optional<double> gap_alone_p99_ns;  ///< gaps of a process that has the device for itself
  std::vector<std::string> warnings;
};

/// One measurement: what a program of bench/ writes into one file.
struct Record {
  std::string origin;  ///< the file
  std::string measurement;
  std::string tool;
  std::string started;
  Device device;
  std::string driver;   ///< empty: unknown
  std::string runtime;  ///< empty: unknown
  std::string mode;
  Conditions conditions;
  std::vector<Run> runs;
};

/// Reads a measurement record (JSON, version 1: bench/record/README.md). Reports every problem at once, each placed as
/// `origin:line` or `origin:/pointer/to/the/value`. Keys that are not known are passed over: records only grow.
Result<Record> read_record(const std::string& text, const std::string& origin);

/// The records of files and of the .json files of folders, in the order given and of their names; or all that is wrong
/// with any of them.
Result<std::vector<Record>> read_records(const std::vector<std::string>& paths);

/// Whether the file at `path`, or a .json file of the folder at `path`, starts like a record.
bool holds_records(const std::string& path);

}  // namespace libsched::calib
