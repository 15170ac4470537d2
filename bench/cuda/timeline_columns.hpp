#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "processes.hpp"
#include "timeline.hpp"

namespace slicewise::bench::cuda {

/// A time line in the columns `prefix`whole, off, on, done; and back. One that is not there is empty.
void put_timeline(Columns& columns, const std::string& prefix, const Timeline& timeline);
Timeline timeline_of(const Columns& columns, const std::string& prefix);

/// Intervals in `prefix`start and end.
void put_intervals(Columns& columns, const std::string& prefix, const std::vector<Interval>& intervals);
std::vector<Interval> intervals_of(const Columns& columns, const std::string& prefix);

/// A word as a column of its characters.
void put_text(Columns& columns, const std::string& name, std::string_view text);
std::string text_of(const Columns& columns, const std::string& name);

/// The column, or an empty one.
const std::vector<std::int64_t>& column(const Columns& columns, const std::string& name);
/// The column's first number, or `otherwise`.
std::int64_t number(const Columns& columns, const std::string& name, std::int64_t otherwise = 0);

}  // namespace slicewise::bench::cuda
