#pragma once

#include <string>

#include <libsched/base/result.hpp>

namespace libsched::scenario {

/// Warnings stand right below the verdict, since they may undo it: one line each, nothing where there is none.
std::string warnings_text(const Issues& notes);

/// All other notes below an empty line and `heading`; nothing where there is none.
std::string notes_text(const Issues& notes, const std::string& heading);

}  // namespace libsched::scenario
