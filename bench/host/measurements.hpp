#pragma once

#include "bench/record/command_line.hpp"
#include "bench/record/deadline.hpp"
#include "bench/record/record.hpp"
#include "seat.hpp"

namespace slicewise::bench::host {

/// Each adds its runs and conditions to the record, until the deadline. `processes`: how many share the core at most.
void measure_timer(Record& record, const Deadline& deadline, const Seat& seat);
void measure_slice(Record& record, const Deadline& deadline, const Seat& seat, int processes);
void measure_switch(Record& record, const Deadline& deadline, const Seat& seat);
void measure_ring(Record& record, const Deadline& deadline, const Seat& seat, int processes);
void measure_latency(Record& record, const Deadline& deadline, const Seat& seat, int processes);
void measure_memory(Record& record);

}  // namespace slicewise::bench::host
