#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <libsched/calib/record.hpp>
#include <libsched/share/time_slicing.hpp>

namespace libsched::calib::testing {

/// A device whose parameters are known, and what its measuring programs do to the truth.
struct World {
  share::SlicingParameters truth;
  double noise_ns = 1'000;  ///< standard deviation of each time
  double tick_ns = 0;       ///< of the clock
  double drift = 0;         ///< of the clock, as a fraction
  std::uint64_t seed = 1;
};

/// An A100 as it was measured.
World a100();

/// The records of one device, as the programs of bench/ write them: every sample comes from the slice-by-slice mode.
Record slice_record(const World& world, int most_processes = 4, int turns = 60);
Record switch_record(const World& world, int switches = 200);
Record ring_record(const World& world, int busy = 3, int newcomers = 40);

Record empty_record(const std::string& measurement);
Series series(const std::string& name, std::vector<double> samples, std::optional<int> process = {});

/// The record as its file: for readers and the command.
std::string to_json(const Record& record);

}  // namespace libsched::calib::testing
