#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <libsched/scenario/detail/cursor.hpp>

namespace libsched::scenario::detail {

/// Walks one column of a comma-separated text. Blank lines and lines from '#' on are skipped; a first line whose field
/// is no number is a heading. `take` stores a field and returns what is wrong with it, empty if nothing.
/// Reports up to 20 bad rows at `name:line`, then their number. Returns whether every row was good.
bool read_column(std::string_view text, const std::string& name, const std::optional<Cursor>& column, Log& log,
                 const std::function<std::string(std::string_view field)>& take);

/// A whole field as a finite decimal number.
std::optional<double> decimal(std::string_view field);

}  // namespace libsched::scenario::detail
