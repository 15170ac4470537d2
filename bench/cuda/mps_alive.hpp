#pragma once

#include <optional>
#include <string>

namespace slicewise::bench::cuda {

/// True if a control daemon answers behind this pipe directory. The folder of a dead one does not count.
bool mps_alive(const std::string& pipe_directory);

/// Where a CUDA program of this environment would find an MPS daemon, if one is alive there.
std::optional<std::string> mps_left_on();

}  // namespace slicewise::bench::cuda
