#pragma once

#include <string>

#include "variables.hpp"

namespace slicewise::bench::cuda {

/// Gives `command` to a program as its only line of input. What it wrote until it ended, or for `seconds`; then it is
/// ended. Empty also where it cannot be run.
std::string ask_program(const std::string& program, const Variables& variables, const std::string& command,
                        double seconds);

}  // namespace slicewise::bench::cuda
