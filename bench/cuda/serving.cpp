#include "serving.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include "arrivals.hpp"
#include "event.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

/// From when to when requests are sent, in host_ns().
struct Shift {
  std::int64_t start = 0;
  std::int64_t end = 0;
};

/// Always one kernel running and one waiting behind it.
void stay_busy(const Member& member, const Session& session, const Shape& wave, double iterations_per_us,
               const Shift& shift) {
  const auto iterations = static_cast<std::int64_t>(4000 * iterations_per_us);
  const Event ends[2];
  wait_until(shift.start);
  session.launch_work(wave, iterations);
  ends[0].record(session.stream());
  for (int next = 1; !member.stop() && host_ns() < shift.end; next = 1 - next) {
    session.launch_work(wave, iterations);
    ends[next].record(session.stream());
    ends[1 - next].wait();
  }
  session.stream().wait();
}

void serve_one(const Session& session, const Request& request, const Shape& shape, std::int64_t iterations) {
  for (int burst = 0; burst < request.bursts; ++burst) {
    if (request.host_us > 0) wait_until(host_ns() + static_cast<std::int64_t>(request.host_us * 1e3));
    session.launch_work(shape, iterations);
    if (request.waits) session.stream().wait();
  }
  if (!request.waits) session.stream().wait();
}

void send_requests(Member& member, const Session& session, const LatencyRun& setting, const Shape& wave,
                   double iterations_per_us, const Shift& shift, const std::string& where) {
  const Request& request = setting.request;
  const auto iterations = static_cast<std::int64_t>(request.device_us * iterations_per_us / request.bursts);
  Shape shape = wave;
  shape.blocks *= request.blocks_per_multiprocessor;
  const bool open = setting.rate_per_s > 0;
  const double mean_ns = open ? 1e9 / setting.rate_per_s : setting.think_us * 1e3;
  std::mt19937_64 random{static_cast<std::uint64_t>(member.rank()) + 1};
  const auto pause = [&] { return static_cast<std::int64_t>(mean_ns * unit_pause(random)); };
  auto& latency = member.columns[where + "latency"];
  auto& window = member.columns[where + "window"];
  window = {open ? shift.end - shift.start : 0};
  std::int64_t first_answer = 0;
  std::int64_t asked = shift.start + (open ? pause() : 0);
  while (asked < shift.end && !member.stop()) {
    wait_until(asked);
    serve_one(session, request, shape, iterations);
    const std::int64_t answered = host_ns();
    if (answered > shift.end) break;
    // A closed loop's window goes from answer to answer: the first request met an empty device, and one cut off by the
    // end is not time without work.
    if (!open && first_answer == 0) {
      first_answer = answered;
    } else {
      latency.push_back(answered - asked);
      if (!open) window = {answered - first_answer};
    }
    asked = open ? asked + pause() : answered + (mean_ns > 0 ? pause() : 0);
  }
  if (open && member.stop()) window = {host_ns() - shift.start};
}

std::string prefix(std::size_t setting) {
  return std::to_string(setting) + "/";
}

}  // namespace

Outcome serve(const std::vector<LatencyRun>& settings, double seconds, const Facts& facts, const Variables& variables) {
  double weight = 0;
  for (const LatencyRun& one : settings) weight += one.weight;
  const int processes = settings.front().processes;
  return run_team(processes, team_limit_s(seconds, facts.start_s, processes), [&](Member& member) {
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    Session session;
    // As many blocks as the card has multiprocessors, also where a client of MPS sees fewer: the same work everywhere.
    const Shape wave{facts.multiprocessors, 256, 0, false};
    member.barrier();
    session.warm(0.2);
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const LatencyRun& setting = settings[i];
      const int cell = static_cast<int>(i) % kCells;
      member.barrier();
      if (member.rank() == 0) member.cell(cell) = host_ns() + 3'000'000;
      member.barrier();
      const std::int64_t start = member.cell(cell);
      const Shift shift{start, start + static_cast<std::int64_t>(seconds * setting.weight / weight * 1e9)};
      if (member.rank() < setting.measured())
        send_requests(member, session, setting, wave, facts.iterations_per_us, shift, prefix(i));
      else
        stay_busy(member, session, wave, facts.iterations_per_us, shift);
    }
  });
}

void add_served(Record& record, const std::string& measurement, const std::vector<LatencyRun>& settings,
                const Outcome& outcome, const std::string& suffix, const Values& more) {
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const LatencyRun& setting = settings[i];
    Run run{setting.name(measurement) + suffix, parameters_of(setting), {}, {}};
    run.parameters.insert(run.parameters.end(), more.begin(), more.end());
    for (int process = 0; process < setting.measured(); ++process) {
      const Columns& columns = outcome.columns[static_cast<std::size_t>(process)];
      const auto& latency = column(columns, prefix(i) + "latency");
      if (latency.empty()) continue;
      add_series(run, "latency", "ns", process, samples(latency));
      add_series(run, "completions", "1", process, {static_cast<double>(latency.size())});
      add_series(run, "window", "ns", process, samples(column(columns, prefix(i) + "window")));
    }
    add_run(record, std::move(run), outcome);
  }
}

void add_skipped(Record& record, const std::string& measurement, const std::vector<LatencyRun>& settings,
                 const std::string& why, const std::string& suffix, const Values& more) {
  for (const LatencyRun& setting : settings) {
    Run run{setting.name(measurement) + suffix, parameters_of(setting), {}, {}};
    run.parameters.insert(run.parameters.end(), more.begin(), more.end());
    skip(run, why);
    record.runs.push_back(std::move(run));
  }
}

}  // namespace slicewise::bench::cuda
