// In which order busy processes are served, and where one that joins them is let in.
#include <algorithm>
#include <numeric>

#include "measurements.hpp"
#include "newcomers.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr double kShotS = 0.15;
constexpr double kShortest = 0.5;
constexpr std::int64_t kApartNs = 7'300'000;  // arrivals: some slices apart, and not a multiple of one

/// The shot-th order in which `processes` arrive: all orders in turn.
std::vector<int> arrival_order(int processes, int shot) {
  std::vector<int> order(static_cast<std::size_t>(processes));
  std::iota(order.begin(), order.end(), 0);
  for (int i = 0; i < shot; ++i) std::next_permutation(order.begin(), order.end());
  return order;
}

void shots_of(Member& member, int shots) {
  std::optional<Session> session;
  member.in_turn([&] { session.emplace(); });  // contexts in the order of rank
  member.barrier();
  session->warm(0.2);
  auto& arrived = member.columns["arrived"];
  for (int shot = 0; shot < shots; ++shot) {
    const auto order = arrival_order(member.size(), shot);
    const auto place = std::find(order.begin(), order.end(), member.rank()) - order.begin();
    ClockPair clocks;
    Log log;
    member.each_alone([&] {
      clocks = session->clocks();
      log = session->prepare_spin(kShotS);
    });
    if (member.rank() == 0) member.cell(shot % kCells) = host_ns() + 5'000'000;
    member.barrier();
    // A phase of its own in each shot, so that arrivals fall anywhere in a slice.
    wait_until(member.cell(shot % kCells) + place * (kApartNs + 173'000 * (shot % 16)));
    arrived.push_back(host_ns() - clocks.host_ns + clocks.gpu_ns);
    session->start_spin(session->one_wave(), log);
    put_timeline(member.columns, std::to_string(shot) + "/", session->finish());
    member.barrier();
  }
}

std::string words(const std::vector<int>& numbers) {
  std::string text;
  for (const int n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

void add_flag(std::vector<double>& all, const std::optional<bool>& flag) {
  if (flag) all.push_back(*flag ? 1 : 0);
}

Run run_of(int processes, int shot, const Outcome& outcome) {
  const auto index = static_cast<std::size_t>(shot);
  Run run{"ring/processes:" + std::to_string(processes) + "/shot:" + std::to_string(shot),
          {{"processes", processes}, {"arrival_order", words(arrival_order(processes, shot))}},
          {},
          {}};
  std::vector<Timeline> timelines;
  std::vector<std::int64_t> arrived;
  for (const Columns& columns : outcome.columns) {
    timelines.push_back(timeline_of(columns, std::to_string(shot) + "/"));
    const auto& times = column(columns, "arrived");
    if (times.size() <= index || timelines.back().whole.end_ns == 0) return run;  // interrupted in this shot
    arrived.push_back(times[index]);
  }
  const std::vector<Visit> served = visits(timelines);
  if (served.empty()) return run;
  std::vector<double> order;
  std::vector<double> start;
  for (const Visit& one : served) {
    order.push_back(one.process);
    start.push_back(static_cast<double>(one.on.start_ns - served.front().on.start_ns));
  }
  add_series(run, "order", "process", {}, std::move(order));
  add_series(run, "visit_start", "ns", {}, std::move(start));
  std::vector<double> wait;
  std::vector<double> by_creation;
  std::vector<double> by_arrival;
  for (const Newcomer& one : newcomers(served, arrived)) {
    wait.push_back(static_cast<double>(one.wait_ns));
    add_flag(by_creation, one.by_creation);
    add_flag(by_arrival, one.by_arrival);
  }
  add_series(run, "newcomer_wait", "ns", {}, std::move(wait));
  add_series(run, "newcomer_by_creation", "1", {}, std::move(by_creation));
  add_series(run, "newcomer_by_arrival", "1", {}, std::move(by_arrival));
  return run;
}

}  // namespace

void measure_ring(Record& record, const Deadline& deadline, const Facts& facts) {
  constexpr int kTeams[] = {3, 4};
  for (const int processes : kTeams) {
    const Deadline slot = deadline.part(processes == kTeams[0] ? 0.4 : 1.0);
    const auto seconds = sampling_s(slot, facts.start_s, processes, kShortest);
    if (!seconds) {
      Run run{"ring/processes:" + std::to_string(processes), {{"processes", processes}}, {}, {}};
      skip(run, "no time left");
      record.runs.push_back(std::move(run));
      continue;
    }
    const int shots = std::clamp(static_cast<int>(*seconds / (kShotS * processes * 1.3)), 1, 48);
    const Outcome outcome = run_team(processes, team_limit_s(*seconds, facts.start_s, processes),
                                     [shots](Member& member) { shots_of(member, shots); });
    for (int shot = 0; shot < shots; ++shot) add_run(record, run_of(processes, shot, outcome), outcome);
  }
}

}  // namespace slicewise::bench::cuda
