#pragma once

#include "bench/record/deadline.hpp"
#include "bench/record/record.hpp"
#include "device.hpp"

namespace slicewise::bench::cuda {

/// What the caches lose in a switch: two processes follow pointers through the same amount of memory each; what one
/// gets done in a visit is less than alone.
void measure_refill(Record& record, const Deadline& deadline, const Facts& facts);

}  // namespace slicewise::bench::cuda
