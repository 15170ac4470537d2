#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

// Each verb adds its options to the command and hands back what runs it. A new verb is one file and one row in
// verbs.cpp.

namespace slicewise {

/// Runs a verb whose options are parsed; the result is the exit code.
using Action = std::function<int()>;

struct Verb {
  const char* name;
  Action (*add)(CLI::App& verb);
  const char* summary;
};

/// All verbs, in the order of `--help`.
const std::vector<Verb>& verbs();

Action add_simulate(CLI::App& verb);
Action add_plan(CLI::App& verb);
Action add_sweep(CLI::App& verb);
Action add_place(CLI::App& verb);
Action add_calibrate(CLI::App& verb);
Action add_validate(CLI::App& verb);
Action add_catalog(CLI::App& verb);

}  // namespace slicewise
