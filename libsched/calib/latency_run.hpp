#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/calib/record.hpp>

namespace libsched::calib {

/// A latency run with everything that a prediction needs (bench/record/README.md). Times in microseconds.
struct LatencyRun {
  std::string origin;  ///< the file
  std::string name;    ///< the run's
  std::string where;   ///< both
  std::string request;
  int processes = 1;
  bool busy_neighbours = false;  ///< process 0 is measured, the others work without end
  int bursts = 1;
  double host_us = 0;       ///< before each burst
  bool runs_ahead = false;  ///< the host waits at the end of a request only
  bool open = false;
  double think_us = 0;
  bool think_exponential = false;
  double rate_per_s = 0;           ///< of each measured process
  std::vector<double> latency_us;  ///< of all measured processes
  double throughput_per_s = 0;     ///< of all measured processes; 0: not measured
  int measured_processes() const { return busy_neighbours ? 1 : processes; }
  /// What makes two runs the same question: all parameters but repetitions.
  std::string scenario() const;
};

/// The run, or why it cannot be used: skipped, no samples, no rate of an open loop.
Result<LatencyRun> latency_run(const Record& record, const Run& run);

/// The latency runs of the records; why each other run cannot be used goes to `unusable`.
std::vector<LatencyRun> latency_runs(const std::vector<Record>& records, Issues& unusable);

/// What a request of `run` takes of the device when it is alone there.
struct Alone {
  std::vector<double> device_us;  ///< latency less the time of its host
  double slow = 1;                ///< over the median: the slowest of the medians of consecutive fifths of each run
  double fast = 1;                ///< the fastest
};

/// From all closed runs of one process with the same request together; where none has the same time of the host, from
/// those with another. None where there is no such run.
std::optional<Alone> alone(const LatencyRun& run, const std::vector<LatencyRun>& all);

}  // namespace libsched::calib
