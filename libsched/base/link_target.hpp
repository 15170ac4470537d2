#pragma once

#include <filesystem>

namespace libsched {

/// The file that is meant where `path` is to be written: behind its symbolic links, whether it exists yet or not.
std::filesystem::path link_target(std::filesystem::path path);

}  // namespace libsched
