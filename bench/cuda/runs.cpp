#include "runs.hpp"

#include <algorithm>
#include <limits>

namespace slicewise::bench::cuda {
namespace {

constexpr double kWarmS = 0.3;  // what bodies spend on warming and on the first round

double starting_s(double start_s, int processes) {
  return start_s * (1.0 + 0.6 * (processes - 1)) + kWarmS;  // contexts are made one after the other for the most part
}

}  // namespace

std::optional<double> sampling_s(const Deadline& slot, double start_s, int processes, double at_least_s) {
  const double left = slot.seconds_left() - starting_s(start_s, processes);
  if (left < at_least_s || interrupted()) return std::nullopt;
  return left;
}

double team_limit_s(double seconds, double start_s, int processes) {
  return seconds * 1.5 + 3.0 * starting_s(start_s, processes) + 5.0;
}

void add_series(Run& run, const std::string& name, const std::string& unit, std::optional<int> process,
                std::vector<double> samples, std::int64_t dropped) {
  run.series.push_back({name, unit, process, std::move(samples), Deadline::stopped(), dropped});
}

void skip(Run& run, std::string why) {
  run.skipped = std::move(why);
  run.series.clear();
}

void add_run(Record& record, Run run, const Outcome& outcome) {
  const bool empty =
      std::all_of(run.series.begin(), run.series.end(), [](const Series& s) { return s.samples.empty(); });
  if (empty && !run.skipped) {
    if (!outcome.problem.empty())
      skip(run, outcome.problem);
    else
      skip(run,
           outcome.interrupted || interrupted() ? "interrupted before there was a sample" : "no sample in its time");
  } else if (!outcome.problem.empty()) {
    record.conditions.warnings.push_back(run.name + ": " + outcome.problem);
  }
  record.runs.push_back(std::move(run));
}

std::vector<double> samples(const std::vector<std::int64_t>& numbers, std::int64_t origin) {
  std::vector<double> found;
  found.reserve(numbers.size());
  for (const std::int64_t x : numbers) found.push_back(static_cast<double>(x - origin));
  return found;
}

void add_timelines(Run& run, const std::vector<std::vector<Timeline>>& rounds) {
  std::int64_t origin = std::numeric_limits<std::int64_t>::max();
  for (const auto& of_process : rounds) {
    for (const Timeline& one : of_process) {
      if (one.whole.end_ns > 0) origin = std::min(origin, one.whole.start_ns);
    }
  }
  for (std::size_t process = 0; process < rounds.size(); ++process) {
    std::vector<double> start;
    std::vector<double> length;
    std::vector<double> busy;
    std::int64_t dropped = 0;
    for (const Timeline& one : rounds[process]) {
      dropped += one.dropped;
      for (const Absence& absence : one.absences) {
        start.push_back(static_cast<double>(absence.off.start_ns - origin));
        length.push_back(static_cast<double>(absence.off.length_ns()));
      }
      for (const Interval& visit : whole_visits(one)) busy.push_back(static_cast<double>(visit.length_ns()));
    }
    const int number = static_cast<int>(process);
    add_series(run, "gap_start", "ns", number, std::move(start), dropped);
    add_series(run, "gap_length", "ns", number, std::move(length), dropped);
    add_series(run, "busy_length", "ns", number, std::move(busy), dropped);
  }
}

}  // namespace slicewise::bench::cuda
