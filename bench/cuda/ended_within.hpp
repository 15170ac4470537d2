#pragma once

#include <sys/types.h>

namespace slicewise::bench::cuda {

/// Waits up to `seconds` for the end of a child; true if it has ended (and is reaped).
bool ended_within(pid_t pid, double seconds);

}  // namespace slicewise::bench::cuda
