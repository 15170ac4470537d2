#pragma once

#include "bench/record/deadline.hpp"
#include "bench/record/record.hpp"
#include "device.hpp"

namespace slicewise::bench::cuda {

/// What a launch and a wait cost the host, under Google Benchmark: its filters, repetitions and output options work as
/// usual (--benchmark_filter=launch.*). The raw times go to the record.
void measure_launches(Record& record, const Deadline& slot, const Facts& facts);

}  // namespace slicewise::bench::cuda
