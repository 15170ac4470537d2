#include "calib/world.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace libsched::calib::testing {
namespace {

using namespace std::chrono_literals;

constexpr Duration kWithoutEnd = std::chrono::hours{1};

/// Reads a clock as the program would.
class Clock {
 public:
  explicit Clock(const World& world) : world_{world}, bits_{world.seed} {}
  double read(double ns) {
    const double read = (ns + noise_(bits_) * world_.noise_ns) * (1 + world_.drift);
    return world_.tick_ns > 0 ? std::floor(read / world_.tick_ns) * world_.tick_ns : read;
  }
  double uniform(double below) { return std::uniform_real_distribution<double>{0, below}(bits_); }

 private:
  const World& world_;
  std::mt19937_64 bits_;
  std::normal_distribution<double> noise_{0, 1};
};

struct Spans final : share::SpanObserver {
  std::vector<share::Span> all;
  void on_span(const share::Span& span) override { all.push_back(span); }
};

double ns(Time at) {
  return static_cast<double>(at.time_since_epoch().count());
}

/// The spans of `busy` tenants without end, and of one more whose bursts of `work` come at these times.
std::vector<share::Span> spans(const World& world, int busy, Duration length, const std::vector<Time>& visits = {},
                               Duration work = {}) {
  const auto visitor = static_cast<share::Slot>(busy);
  share::TimeSlicing mode{static_cast<std::size_t>(busy) + 1, world.truth, RandomKey{world.seed, 0}};
  Spans seen;
  mode.observe(&seen);
  const Time end{length};
  const auto run_to = [&](Time until) {
    while (mode.next_change() <= until) mode.change(until);
  };
  for (int i = 0; i < busy; ++i) mode.submit(Time{}, static_cast<share::Slot>(i), kWithoutEnd);
  for (const Time at : visits) {
    run_to(at);
    mode.submit(at, visitor, work);
  }
  run_to(end);
  return seen.all;
}

std::vector<share::Span> runs_of(const std::vector<share::Span>& all, share::Slot slot) {
  std::vector<share::Span> mine;
  for (const share::Span& span : all) {
    if (span.kind != share::Span::Kind::kRun || span.slot != slot) continue;
    // Slices that renew are one turn.
    if (!mine.empty() && mine.back().end == span.begin) {
      mine.back().end = span.end;
    } else {
      mine.push_back(span);
    }
  }
  return mine;
}

void add_gaps(const std::vector<share::Span>& turns, int process, Clock& clock, Run& run) {
  std::vector<double> start, length, busy;
  double end_of_last = 0, start_of_last = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double from = clock.read(ns(turns[i].begin)), to = clock.read(ns(turns[i].end));
    if (i > 0) {
      start.push_back(end_of_last);
      length.push_back(from - end_of_last);
    }
    if (i > 1) busy.push_back(end_of_last - start_of_last);
    start_of_last = from;
    end_of_last = to;
  }
  run.series.push_back(series("gap_start", std::move(start), process));
  run.series.push_back(series("gap_length", std::move(length), process));
  run.series.push_back(series("busy_length", std::move(busy), process));
}

}  // namespace

World a100() {
  World world;
  world.truth.slice = 2'097'152ns;
  world.truth.preempt = 190us;
  world.truth.voluntary = 175us;
  world.truth.idle = 165us;
  return world;
}

Series series(const std::string& name, std::vector<double> samples, std::optional<int> process) {
  Series one;
  one.name = name;
  one.unit = "ns";
  one.process = process;
  one.samples = std::move(samples);
  one.measured = one.samples.size();
  return one;
}

Record empty_record(const std::string& measurement) {
  Record record;
  record.origin = measurement + ".json";
  record.measurement = measurement;
  record.tool = "test 1";
  record.started = "2026-11-30T12:00:00Z";
  record.device = {"gpu", "Tesla T4", "GPU-1", 40.0, 15360.0};
  record.driver = "580.95.05";
  record.mode = "time-slicing";
  return record;
}

Record slice_record(const World& world, int most_processes, int turns) {
  Record record = empty_record("slice");
  if (world.tick_ns > 0) record.conditions.timer_tick_ns = world.tick_ns;
  Clock clock{world};
  for (int n = 2; n <= most_processes; ++n) {
    Run run{"slice/processes:" + std::to_string(n), {{"processes", static_cast<double>(n)}}, {}, {}};
    const auto all = spans(world, n, turns * (world.truth.slice + world.truth.preempt));
    for (int i = 0; i < n; ++i) add_gaps(runs_of(all, static_cast<share::Slot>(i)), i, clock, run);
    record.runs.push_back(std::move(run));
  }
  Run grid{"slice/grid", {{"processes", 2.0}}, {}, {}};
  std::vector<double> entries, waits;
  for (int shot = 0; shot < turns; ++shot) {
    const double at = clock.uniform(4 * static_cast<double>(world.truth.slice.count()));
    const auto all = spans(world, 1, 8 * world.truth.slice, {Time{Duration{std::llround(at)}}}, 100us);
    const auto mine = runs_of(all, 1);
    if (mine.empty()) continue;
    entries.push_back(clock.read(ns(mine[0].begin)));
    waits.push_back(entries.back() - at);
  }
  grid.series = {series("grid_entry", std::move(entries), 1), series("entry_wait", std::move(waits), 1)};
  record.runs.push_back(std::move(grid));
  return record;
}

Record switch_record(const World& world, int switches) {
  Record record = empty_record("switch");
  if (world.tick_ns > 0) record.conditions.timer_tick_ns = world.tick_ns;
  Clock clock{world};
  const auto sampled = [&](Duration cost) {
    std::vector<double> samples;
    for (int i = 0; i < switches; ++i) {
      const double begin = clock.uniform(1e9);
      samples.push_back(clock.read(begin + static_cast<double>(cost.count())) - clock.read(begin));
    }
    return samples;
  };
  record.runs = {{"switch/preempt", {}, {}, {series("switch_preempt", sampled(world.truth.preempt))}},
                 {"switch/voluntary", {}, {}, {series("switch_voluntary", sampled(world.truth.voluntary))}},
                 {"switch/idle", {}, {}, {series("switch_idle", sampled(world.truth.idle))}}};
  return record;
}

Record ring_record(const World& world, int busy, int newcomers) {
  Record record = empty_record("ring");
  Clock clock{world};
  const auto slice = static_cast<double>(world.truth.slice.count());
  std::vector<Time> visits;
  double at = 0;
  for (int i = 0; i < newcomers; ++i) {
    at += (2 * busy + clock.uniform(busy)) * slice;
    visits.push_back(Time{Duration{std::llround(at)}});
  }
  const auto all = spans(world, busy, Duration{std::llround(at + 4 * busy * slice)}, visits, 50us);
  std::vector<double> order;
  for (const share::Span& span : all) {
    if (span.kind != share::Span::Kind::kRun) continue;
    if (order.empty() || order.back() != span.slot) order.push_back(span.slot);
  }
  record.runs = {{"ring/newcomers:1",
                  {{"processes", busy + 1.0}, {"busy", static_cast<double>(busy)}, {"newcomers", 1.0}},
                  {},
                  {series("order", std::move(order))}}};
  return record;
}

std::string to_json(const Record& record) {
  using Json = nlohmann::ordered_json;
  Json runs = Json::array();
  for (const Run& run : record.runs) {
    Json parameters = Json::object(), all = Json::array();
    for (const auto& [key, value] : run.parameters) {
      std::visit([&, &name = key](const auto& one) { parameters[name] = one; }, value);
    }
    for (const Series& one : run.series) {
      all.push_back({{"name", one.name},
                     {"unit", one.unit},
                     {"process", one.process ? Json(*one.process) : Json(nullptr)},
                     {"measured", one.measured},
                     {"samples", one.samples}});
    }
    runs.push_back({{"name", run.name},
                    {"parameters", parameters},
                    {"skipped", run.skipped ? Json(*run.skipped) : Json(nullptr)},
                    {"series", all}});
  }
  const Json document = {{"record", "slicewise-measurement"},
                         {"version", 1},
                         {"measurement", record.measurement},
                         {"started", record.started},
                         {"device", {{"kind", record.device.kind}, {"name", record.device.name}, {"sms", 40}}},
                         {"driver", record.driver},
                         {"mode", record.mode},
                         {"conditions", {{"warnings", record.conditions.warnings}}},
                         {"runs", runs}};
  return document.dump(1);
}

}  // namespace libsched::calib::testing
