#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bench/record/program.hpp"
#include "driver_hold.hpp"
#include "environment.hpp"

namespace slicewise::bench::cuda {

/// What all measurements need to know, found once by a process of its own.
struct Facts {
  Device device;
  std::string driver;
  std::string runtime;
  std::string pci_bus_id;
  int multiprocessors = 0;
  int most_shared_bytes = 0;  // of one block, if asked for
  std::int64_t l2_bytes = 0;
  double tick_ns = 0;            // of the GPU's timer
  double iterations_per_us = 0;  // of the work kernel, one block on each multiprocessor, clocks up
  double start_s = 0;            // one process, from nothing to its first measurement
  bool mig = false;              // the card is partitioned; CUDA shows one instance
  std::vector<std::string> warnings;
  std::vector<std::string> benchmark_arguments;  // --benchmark_... as given
};

/// A first look with CUDA in this very process: versions, devices, the state they are in. Makes no context.
Found look_around();

/// The first visible GPU, looked at by a child: this process stays free of CUDA, so that it can fork.
/// `hold` keeps its driver in use from here on, so that what a start takes is what it takes later.
/// Throws std::runtime_error with one line if there is a device in a state that would spoil all measurements.
std::variant<Facts, NoDevice> look_at_device(std::optional<DriverHold>& hold);

}  // namespace slicewise::bench::cuda
