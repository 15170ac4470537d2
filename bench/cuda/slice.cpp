// Slice length and switch gap from time lines of 1 to 4 busy processes; the slice's grid from one that comes at random.
#include <algorithm>

#include "arrivals.hpp"
#include "bench/record/quantiles.hpp"
#include "measurements.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "spinning.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kMostBusy = 4;
constexpr double kShortest = 0.1;

// The grid: process 0 computes without a pause, process 1 comes once per shot, at any phase of some slices.
constexpr double kShotS = 0.020;
constexpr std::int64_t kLongestDelayNs = 11'000'000;  // five slices, if one is about 2.1 ms
enum Cell { kRunning, kDone };

void note_gaps_alone(Record& record, const std::vector<Timeline>& rounds) {
  GapsWhileAlone gaps;
  std::vector<double> lengths;
  double seconds = 0;
  for (const Timeline& one : rounds) {
    seconds += static_cast<double>(one.whole.length_ns()) * 1e-9;
    for (const Absence& absence : one.absences) lengths.push_back(static_cast<double>(absence.off.length_ns()));
  }
  if (seconds <= 0) return;
  gaps.count = static_cast<std::int64_t>(lengths.size());
  gaps.per_s = static_cast<double>(gaps.count) / seconds;
  if (!lengths.empty()) {
    std::sort(lengths.begin(), lengths.end());
    gaps.p50_ns = quantile(lengths, 0.5);
    gaps.p99_ns = quantile(lengths, 0.99);
    gaps.max_ns = lengths.back();
  }
  record.conditions.gaps_while_alone = gaps;
}

void busy_one(Member& member, const Session& session, int shots) {
  auto& start = member.columns["start"];
  for (int shot = 1; shot <= shots; ++shot) {
    member.barrier();
    session.start_spin(session.one_wave(), kShotS);
    if (!session.wait_for_start(2)) throw std::runtime_error{"a kernel did not start within 2 s"};
    member.cell(kRunning) = shot;
    start.push_back(session.finish().whole.start_ns);
    member.wait_for(kDone, shot);
  }
}

void coming_one(Member& member, Session& session, int shots) {
  const auto delays = spread_delays(kLongestDelayNs, static_cast<std::size_t>(shots), 1);
  std::vector<std::int64_t> submitted;
  const ClockPair before = session.clocks();
  for (int shot = 1; shot <= shots && !member.stop(); ++shot) {
    member.barrier();
    member.wait_for(kRunning, shot);
    wait_until(host_ns() + delays[static_cast<std::size_t>(shot - 1)]);
    submitted.push_back(host_ns());
    session.run_stamp();
    member.columns["entered"].push_back(session.take_stamps().at(0).start_ns);
    member.cell(kDone) = shot;
  }
  member.barrier();
  member.columns["submitted"] = on_gpu(submitted, before, session.clocks());
}

void measure_grid(Record& record, const Deadline& slot, const Facts& facts) {
  Run run{"slice/grid", {{"processes", 2}, {"longest_delay_us", kLongestDelayNs / 1000}}, {}, {}};
  const auto seconds = sampling_s(slot, facts.start_s, 2, kShortest);
  if (!seconds) {
    skip(run, "no time left");
    record.runs.push_back(std::move(run));
    return;
  }
  const int shots = std::max(1, static_cast<int>(*seconds / (kShotS * 1.6)));
  const Outcome outcome = run_team(2, team_limit_s(*seconds, facts.start_s, 2), [shots](Member& member) {
    Session session;
    member.barrier();
    session.warm(0.2);
    member.barrier();
    if (member.rank() == 0) {
      busy_one(member, session, shots);
      member.barrier();
    } else {
      coming_one(member, session, shots);
    }
  });
  const auto& start = column(outcome.columns[0], "start");
  const auto& submitted = column(outcome.columns[1], "submitted");
  const auto& entered = column(outcome.columns[1], "entered");
  std::vector<double> entry;
  std::vector<double> wait;
  for (std::size_t i = 0; i < std::min(start.size(), entered.size()); ++i)
    entry.push_back(static_cast<double>(entered[i] - start[i]));
  for (std::size_t i = 0; i < std::min(submitted.size(), entered.size()); ++i)  // none after an interrupt
    wait.push_back(static_cast<double>(entered[i] - submitted[i]));
  add_series(run, "grid_entry", "ns", 1, std::move(entry));
  add_series(run, "entry_wait", "ns", 1, std::move(wait));
  add_run(record, std::move(run), outcome);
}

}  // namespace

void measure_slice(Record& record, const Deadline& deadline, const Facts& facts) {
  for (int processes = 1; processes <= kMostBusy; ++processes) {
    Run run{"slice/processes:" + std::to_string(processes), {{"processes", processes}}, {}, {}};
    const Deadline slot = deadline.part(1.0 / (kMostBusy + 2 - processes + 1));  // the grid gets two shares
    const auto seconds = sampling_s(slot, facts.start_s, processes, kShortest);
    if (!seconds) {
      skip(run, "no time left");
      record.runs.push_back(std::move(run));
      continue;
    }
    const Spinning spinning = spin_together(processes, *seconds, facts);
    if (processes == 1) note_gaps_alone(record, spinning.rounds[0]);
    add_timelines(run, spinning.rounds);
    add_run(record, std::move(run), spinning.outcome);
  }
  measure_grid(record, deadline, facts);
}

}  // namespace slicewise::bench::cuda
