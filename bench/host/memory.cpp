#include "measurements.hpp"

namespace slicewise::bench::host {

void measure_memory(Record& record) {
  record.runs.push_back(
      {"memory/context",
       {},
       "a process on a CPU has no context in a device's memory; slicewise-bench-cuda measures it on a GPU",
       {}});
}

}  // namespace slicewise::bench::host
