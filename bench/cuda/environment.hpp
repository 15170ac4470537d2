#pragma once

#include <optional>
#include <string>

namespace slicewise::bench::cuda {

/// What a first look at the machine found. Versions as CUDA counts them: 13000 is 13.0; 0 is none.
struct Found {
  int error = 0;  // of the first CUDA call; 0: none
  std::string error_text;
  int driver_version = 0;   // newest CUDA that the driver knows
  int runtime_version = 0;  // the CUDA that this program is built with
  int devices = 0;
  int compute_mode = 0;            // 0 default, 2 prohibited, 3 one process
  std::optional<std::string> mps;  // the pipe directory of an MPS daemon that was running before us
};

/// Why nothing can be measured here, in one line with what to do about it.
struct Obstacle {
  bool no_device = false;  // nothing to measure on; otherwise there is a device, but in a wrong state
  std::string why;
};

/// None: go on.
std::optional<Obstacle> obstacle(const Found& found);

/// 13020 -> "13.2"
std::string cuda_version(int version);

}  // namespace slicewise::bench::cuda
