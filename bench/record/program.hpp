#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "deadline.hpp"
#include "record.hpp"

namespace slicewise::bench {

/// What every record of this run starts with: tool, device, driver, runtime, mode, conditions.
struct Platform {
  Device device;
  std::optional<std::string> driver;
  std::optional<std::string> runtime;
  std::string mode;
  Conditions conditions;
};
/// Nothing to measure on, and why.
struct NoDevice {
  std::string why;
};

/// One thing a program can measure. `measure` adds runs and conditions to the record until the deadline; what it throws
/// ends this measurement, not the program.
struct Measurement {
  std::string name;
  std::string about;
  double weight = 1;  // its share of --seconds, relative to the others asked for
  std::function<void(Record&, const Deadline&, const CommandLine&)> measure;
};

/// A benchmark program: arguments in, records out.
struct Program {
  std::string name;
  std::string about;
  std::vector<NumberOption> numbers;  // beside --seconds and --keep
  std::function<std::variant<Platform, NoDevice>(const CommandLine&)> platform;
  std::vector<Measurement> measurements;
  /// What else is wrong with the arguments, on this machine.
  std::function<std::vector<std::string>(const CommandLine&)> check = {};
};

/// The exit code: 0 done, 1 a measurement failed, 2 wrong arguments, 77 no device, 130 interrupted.
int run_program(const Program& program, int argc, char** argv);

}  // namespace slicewise::bench
