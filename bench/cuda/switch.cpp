// What a switch costs: forced at a slice's end, voluntary, and onto an idle GPU; against what the kernels occupy.
#include <algorithm>
#include <random>

#include "arrivals.hpp"
#include "measurements.hpp"
#include "refill.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr double kShortest = 0.3;
constexpr double kRoundS = 0.3;

/// What the processes occupy on each multiprocessor while they are switched.
struct Occupancy {
  std::string name;
  int blocks = 1;          // on each multiprocessor; 0: one block on the whole GPU
  double shared = 0;       // of a multiprocessor's shared memory, in all its blocks together
  bool registers = false;  // many
};

const std::vector<Occupancy>& occupancies() {
  static const std::vector<Occupancy> all = {
      {"one-block", 0, 0, false}, {"wave", 1, 0, false},     {"four-blocks", 4, 0, false},
      {"shared", 1, 1.0, false},  {"registers", 2, 0, true}, {"full", 2, 1.0, true},
  };
  return all;
}

Shape shape_of(const Occupancy& occupancy, const Facts& facts) {
  const int blocks = std::max(occupancy.blocks, 1);
  // A block reserves 1 KiB for the system from compute capability 8.0 on; what one block may ask for leaves that out.
  int shared = static_cast<int>(occupancy.shared * facts.most_shared_bytes / blocks);
  if (shared > 0 && blocks > 1) shared -= 1024;
  return {occupancy.blocks == 0 ? 1 : blocks * facts.multiprocessors, 256, shared / 1024 * 1024, occupancy.registers};
}

bool fits(const Occupancy& occupancy, const Shape& shape) {
  return blocks_per_multiprocessor(shape) >= std::max(occupancy.blocks, 1);
}

/// Both busy with the same shape, then process 0 alone in short kernels beside a busy process 1.
void switch_with(Member& member, Session& session, const Shape& shape, const std::string& prefix, int rounds,
                 std::int64_t short_iterations) {
  for (int round = 0; round < rounds; ++round) {
    const std::string where = prefix + std::to_string(round) + "/";
    member.barrier();
    session.start_spin(shape, kRoundS / 2);
    put_timeline(member.columns, where + "both/", session.finish());
    member.barrier();
    if (member.rank() == 1) {
      session.start_spin(shape, kRoundS);
      put_timeline(member.columns, where + "background/", session.finish());
      member.cell(round % kCells) = 1;
    } else {
      const auto pauses = spread_delays(4'000'000, 64, static_cast<std::uint64_t>(round) + 1);
      for (std::size_t i = 0; i < pauses.size() && member.cell(round % kCells) == 0 && !member.stop(); ++i) {
        wait_until(host_ns() + 3'000'000 +
                   pauses[i]);  // long enough that the background is in a slice of its own again
        session.run_work(Shape{1, 32, 0, false}, short_iterations);
      }
      put_intervals(member.columns, where + "short/", session.take_stamps());
    }
    member.barrier();
    if (member.rank() == 0) member.cell(round % kCells) = 0;
  }
}

/// Process 0 and process 1 in turn launch a tiny kernel on an idle GPU, twice: the first finds the other one resident.
void switch_idle(Member& member, Session& session, int turns) {
  constexpr int kTurn = kCells - 1;
  std::mt19937_64 random{static_cast<std::uint64_t>(member.rank())};
  std::vector<std::int64_t> submitted;
  member.barrier();
  if (member.rank() == 0) member.cell(kTurn) = 0;
  ClockPair before;
  ClockPair after;
  member.each_alone([&] { before = session.clocks(); });  // two at once would be in each other's way
  for (int turn = 0; turn < turns && !member.stop(); ++turn) {
    member.wait_for(kTurn, 2 * turn + member.rank());
    for (int i = 0; i < 2; ++i) {
      wait_until(host_ns() + 1'000'000 + static_cast<std::int64_t>(random() % 2'000'000));
      submitted.push_back(host_ns());
      session.run_stamp();
    }
    member.cell(kTurn) = 2 * turn + member.rank() + 1;
  }
  const std::vector<Interval> ran = session.take_stamps();
  member.barrier();
  member.each_alone([&] { after = session.clocks(); });
  const std::vector<std::int64_t> at = on_gpu(submitted, before, after);
  for (std::size_t i = 0; i < ran.size() && i < at.size(); ++i)
    member.columns[i % 2 == 0 ? "idle/other" : "idle/own"].push_back(ran[i].start_ns - at[i]);
}

struct Plan {
  int rounds = 1;
  int turns = 1;
};

void two_processes(Member& member, const Facts& facts, const Plan& plan) {
  Session session;
  member.barrier();
  session.warm(0.2);
  const auto short_iterations = static_cast<std::int64_t>(300 * facts.iterations_per_us);
  for (const Occupancy& one : occupancies()) {
    const Shape shape = shape_of(one, facts);
    if (!fits(one, shape)) {  // the same answer in both: the same card
      member.columns[one.name + "/too_large"] = {1};
      continue;
    }
    switch_with(member, session, shape, one.name + "/", plan.rounds, short_iterations);
  }
  switch_idle(member, session, plan.turns);
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Run run_of(const Occupancy& one, const Shape& shape, const Outcome& outcome, const Plan& plan, Record& record) {
  Run run{"switch/occupancy:" + one.name,
          {{"processes", 2},
           {"blocks", shape.blocks},
           {"threads", shape.threads},
           {"shared_bytes", shape.shared_bytes},
           {"registers", one.registers ? "many" : "few"}},
          {},
          {}};
  std::vector<double> preempt;
  std::vector<double> short_preempt;
  std::vector<double> voluntary;
  std::int64_t overlaps = 0;
  for (int round = 0; round < plan.rounds; ++round) {
    const std::string where = one.name + "/" + std::to_string(round) + "/";
    std::vector<Timeline> both = {timeline_of(outcome.columns[0], where + "both/"),
                                  timeline_of(outcome.columns[1], where + "both/")};
    keep_common(both);
    const Handovers found = handovers(visits(both));
    append(preempt, found.cost_ns);
    overlaps += found.overlaps;
    const Interruptions by_short = interruptions(timeline_of(outcome.columns[1], where + "background/"),
                                                 intervals_of(outcome.columns[0], where + "short/"));
    append(short_preempt, by_short.preempt_ns);
    append(voluntary, by_short.voluntary_ns);
  }
  if (overlaps > 0)
    record.conditions.warnings.push_back(run.name + ": the processes ran at the same time " + std::to_string(overlaps) +
                                         " times; they do not take turns");
  add_series(run, "switch_preempt", "ns", {}, std::move(preempt));
  add_series(run, "switch_preempt_to_short", "ns", {}, std::move(short_preempt));
  add_series(run, "switch_voluntary", "ns", {}, std::move(voluntary));
  return run;
}

void measure_switches(Record& record, const Deadline& slot, const Facts& facts) {
  const auto seconds = sampling_s(slot, facts.start_s, 2, kShortest);
  if (!seconds) {
    Run run{"switch/occupancy:wave", {{"processes", 2}}, {}, {}};
    skip(run, "no time left");
    record.runs.push_back(std::move(run));
    return;
  }
  Plan plan;
  plan.turns = std::clamp(static_cast<int>(*seconds * 0.2 / 0.01), 5, 1000);
  plan.rounds = std::clamp(
      static_cast<int>(*seconds * 0.8 / (static_cast<double>(occupancies().size()) * kRoundS * 1.7)), 1, kCells - 2);
  const Outcome outcome = run_team(2, team_limit_s(*seconds, facts.start_s, 2),
                                   [&](Member& member) { two_processes(member, facts, plan); });
  for (const Occupancy& one : occupancies()) {
    const Shape shape = shape_of(one, facts);
    Run run = run_of(one, shape, outcome, plan, record);
    if (outcome.columns[0].count(one.name + "/too_large") != 0) skip(run, "does not fit on a multiprocessor");
    add_run(record, std::move(run), outcome);
  }
  Run idle{"switch/idle", {{"processes", 2}}, {}, {}};
  for (int process = 0; process < 2; ++process) {
    const Columns& columns = outcome.columns[static_cast<std::size_t>(process)];
    add_series(idle, "switch_idle", "ns", process, samples(column(columns, "idle/other")));
    add_series(idle, "launch_own", "ns", process, samples(column(columns, "idle/own")));
  }
  add_run(record, std::move(idle), outcome);
}

}  // namespace

void measure_switch(Record& record, const Deadline& deadline, const Facts& facts) {
  measure_switches(record, deadline.part(0.7), facts);
  measure_refill(record, deadline, facts);
}

}  // namespace slicewise::bench::cuda
