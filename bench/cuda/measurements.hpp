#pragma once

#include "bench/record/program.hpp"
#include "device.hpp"

namespace slicewise::bench::cuda {

// One file each. They add runs to the record until the deadline; docs/measuring.md says what each number means.
void measure_timer(Record& record, const Deadline& deadline, const Facts& facts);
void measure_slice(Record& record, const Deadline& deadline, const Facts& facts);
void measure_switch(Record& record, const Deadline& deadline, const Facts& facts);
void measure_ring(Record& record, const Deadline& deadline, const Facts& facts);
void measure_latency(Record& record, const Deadline& deadline, const Facts& facts);
void measure_mps(Record& record, const Deadline& deadline, const Facts& facts);
void measure_mig(Record& record, const Deadline& deadline, const Facts& facts);
void measure_memory(Record& record, const Deadline& deadline, const Facts& facts);

/// Runs every kernel once in this process and checks what it wrote: for compute-sanitizer. The exit code.
int check_kernels();

}  // namespace slicewise::bench::cuda
