#include "timeline_columns.hpp"

#include <algorithm>

namespace slicewise::bench::cuda {

void put_timeline(Columns& columns, const std::string& prefix, const Timeline& timeline) {
  columns[prefix + "whole"] = {timeline.whole.start_ns, timeline.whole.end_ns, timeline.work, timeline.dropped};
  std::vector<std::int64_t>& off = columns[prefix + "off"];
  std::vector<std::int64_t>& on = columns[prefix + "on"];
  std::vector<std::int64_t>& done = columns[prefix + "done"];
  for (const Absence& one : timeline.absences) {
    off.push_back(one.off.start_ns);
    on.push_back(one.off.end_ns);
    done.push_back(one.work);
  }
}

Timeline timeline_of(const Columns& columns, const std::string& prefix) {
  Timeline timeline;
  const auto& whole = column(columns, prefix + "whole");
  if (whole.size() < 4) return timeline;
  timeline.whole = {whole[0], whole[1]};
  timeline.work = whole[2];
  timeline.dropped = whole[3];
  const auto& off = column(columns, prefix + "off");
  const auto& on = column(columns, prefix + "on");
  const auto& done = column(columns, prefix + "done");
  for (std::size_t i = 0; i < std::min({off.size(), on.size(), done.size()}); ++i)
    timeline.absences.push_back({{off[i], on[i]}, done[i]});
  return timeline;
}

void put_intervals(Columns& columns, const std::string& prefix, const std::vector<Interval>& intervals) {
  std::vector<std::int64_t>& start = columns[prefix + "start"];
  std::vector<std::int64_t>& end = columns[prefix + "end"];
  for (const Interval& one : intervals) {
    start.push_back(one.start_ns);
    end.push_back(one.end_ns);
  }
}

std::vector<Interval> intervals_of(const Columns& columns, const std::string& prefix) {
  const auto& start = column(columns, prefix + "start");
  const auto& end = column(columns, prefix + "end");
  std::vector<Interval> found;
  for (std::size_t i = 0; i < std::min(start.size(), end.size()); ++i) found.push_back({start[i], end[i]});
  return found;
}

void put_text(Columns& columns, const std::string& name, std::string_view text) {
  columns[name] = {text.begin(), text.end()};
}

std::string text_of(const Columns& columns, const std::string& name) {
  std::string text;
  for (const std::int64_t c : column(columns, name)) text += static_cast<char>(c);
  return text;
}

const std::vector<std::int64_t>& column(const Columns& columns, const std::string& name) {
  static const std::vector<std::int64_t> none;
  const auto found = columns.find(name);
  return found == columns.end() ? none : found->second;
}

std::int64_t number(const Columns& columns, const std::string& name, std::int64_t otherwise) {
  const auto& values = column(columns, name);
  return values.empty() ? otherwise : values.front();
}

}  // namespace slicewise::bench::cuda
