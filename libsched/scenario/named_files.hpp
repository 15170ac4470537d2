#pragma once

#include <string>
#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// Every file that the scenario names (profile, trace, samples), beside the scenario where its path is relative: what
/// must not be written over. Names that nothing is read from may be among them; empty where the text cannot be read.
std::vector<std::string> named_files(const Source& source, const std::vector<Override>& overrides);

}  // namespace libsched::scenario
