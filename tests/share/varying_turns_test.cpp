// Where each switch draws its length, skipping cannot give what stepping gives, but must give it as often.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include <libsched/share/skipping.hpp>
#include <libsched/share/time_slicing.hpp>
#include <libsched/share/turns_ahead.hpp>

using namespace libsched;
using namespace libsched::share;
using namespace std::chrono_literals;

namespace {

/// True where two samples may be of one law: Smirnov's distance below its 0.1 % point.
bool may_be_one_law(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const double n = static_cast<double>(a.size());
  const double m = static_cast<double>(b.size());
  double distance = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double at = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == at) ++i;
    while (j < b.size() && b[j] == at) ++j;
    distance = std::max(distance, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  return distance < 1.95 * std::sqrt((n + m) / (n * m));
}

/// Several numbers of each of many runs, by number.
struct Samples {
  void add(std::size_t which, Duration value) {
    if (which >= values.size()) values.resize(which + 1);
    values[which].push_back(static_cast<double>(value.count()));
  }
  std::vector<std::vector<double>> values;
};

/// A number that not every run has must be there as often in both.
void check_one_law(const Samples& a, const Samples& b, std::uint64_t runs) {
  REQUIRE(a.values.size() == b.values.size());
  for (std::size_t which = 0; which < a.values.size(); ++which) {
    INFO("number " << which);
    const double n = static_cast<double>(a.values[which].size());
    const double m = static_cast<double>(b.values[which].size());
    CHECK(std::abs(n - m) <= 3.3 * std::sqrt(0.5 * static_cast<double>(runs)));
    if (std::min(n, m) > 0) CHECK(may_be_one_law(a.values[which], b.values[which]));
  }
}

SlicingParameters varying(Duration preempt, Duration jitter) {
  SlicingParameters p;
  p.slice = 2ms;
  p.preempt = preempt;
  p.voluntary = 150us;
  p.idle = 100us;
  p.switch_jitter = jitter;
  return p;
}

}  // namespace

namespace {

/// Where a ring stands at two times within `turns` turns, where each switch is drawn when it begins.
void look_one_by_one(SwitchCosts costs, int turns, const std::vector<Duration>& looks, Samples& samples) {
  std::vector<Duration> begins{Duration{}};
  for (int turn = 0; turn < turns; ++turn) begins.push_back(begins.back() + costs.one(200us) + 2ms);
  samples.add(0, begins.back());
  for (std::size_t look = 0; look < looks.size(); ++look) {
    const auto next = std::upper_bound(begins.begin(), begins.end(), looks[look]);
    if (next == begins.end()) continue;
    samples.add(2 * look + 1, *(next - 1));
    samples.add(2 * look + 2, *next - *(next - 1));
  }
}

/// The same where all are drawn together and divided. Each look lies in another turn.
void look_ahead(SwitchCosts costs, int turns, const std::vector<Duration>& looks, bool each_turn, Samples& samples) {
  TurnsAhead ahead{2ms, 200us, costs};
  ahead.draw(turns);
  samples.add(0, ahead.length());
  Duration end{};  // of the last turn taken
  for (std::size_t look = 0; look < looks.size(); ++look) {
    if (looks[look] >= end + ahead.length()) continue;
    Duration begin{};
    while (looks[look] >= end) {
      const TurnsAhead::Passed passed = each_turn ? ahead.take_one() : ahead.take(looks[look] - end);
      begin = end + passed.switch_begins;
      end += passed.slice_begins + 2ms;
    }
    samples.add(2 * look + 1, begin);
    samples.add(2 * look + 2, end - begin);
  }
}

}  // namespace

TEST_CASE("switches drawn together and divided are distributed as switches drawn one by one", "[share][oracle]") {
  constexpr int kTurns = 40;
  constexpr std::uint64_t kRuns = 4000;
  for (const double variation : {0.05, 0.7, 2.0, 4.0}) {
    for (const bool each_turn : {false, true}) {
      INFO("variation " << variation << (each_turn ? ", taken one by one" : ""));
      const Duration jitter{rounded(variation * 200e3)};
      Samples truth, divided;
      for (std::uint64_t run = 0; run < kRuns; ++run) {
        const std::vector<Duration> looks{Duration{static_cast<std::int64_t>(run % 37) * 1ms}, 60ms};
        look_one_by_one(SwitchCosts{jitter, RandomKey{run, 1}}, kTurns, looks, truth);
        look_ahead(SwitchCosts{jitter, RandomKey{run, 2}}, kTurns, looks, each_turn, divided);
      }
      check_one_law(truth, divided, kRuns);
    }
  }
}

namespace {

/// What a random schedule does to a GPU whose switches vary: when its first bursts end, and how it has spent its time.
template <class M>
Samples runs_of(std::uint64_t schedule, const SlicingParameters& p, std::size_t tenants, bool closed,
                std::uint64_t runs) {
  Samples samples;
  for (std::uint64_t run = 0; run < runs; ++run) {
    // The same submissions in all runs: only the switches differ.
    Draw draw{RandomKey{91, schedule}, Purpose::kGpu, 0};
    const auto up_to = [&](double ms) { return Duration{rounded(draw.uniform() * ms * 1e6)} + 1ns; };
    M mode{tenants, p, RandomKey{run, schedule}};
    Time now{};
    std::size_t ended = 0;
    for (int submission = 0; submission < 12; ++submission) {
      const Time next = now + up_to(30);
      while (mode.next_change() <= next) {
        const Time at = mode.next_change();
        const auto slot = mode.change(at);
        if (!slot) continue;
        if (ended < 8) samples.add(ended, at.time_since_epoch());
        ++ended;
        if (closed) mode.submit(at, *slot, 3ms + Duration{*slot * 1000});
      }
      now = next;
      mode.submit(now, static_cast<Slot>(draw.uniform() * static_cast<double>(tenants)), up_to(60));
    }
    mode.catch_up(now);
    const Usage usage = mode.usage(now);
    REQUIRE(usage.busy + usage.switching + usage.idle == now.time_since_epoch());
    samples.add(8, usage.switching);
  }
  return samples;
}

}  // namespace

TEST_CASE("a GPU whose switches vary ends bursts and spends its time by the law of the slice-by-slice engine",
          "[share][twin]") {
  constexpr std::uint64_t kRuns = 2000;
  for (std::uint64_t schedule = 0; schedule < 10; ++schedule) {
    SlicingParameters p = varying(200us, schedule % 3 == 0 ? 20us : schedule % 3 == 1 ? 300us : 800us);
    p.ring = schedule % 2 == 0 ? hw::Ring::kCreation : hw::Ring::kArrival;
    if (schedule % 4 == 1) p.refill = 50us;
    if (schedule % 5 == 2) p.idle_gap = 300us;
    const bool closed = schedule % 2 == 1;
    INFO("schedule " << schedule);
    REQUIRE(can_skip(p));
    const Samples stepped = runs_of<TimeSlicing>(schedule, p, 4, closed, kRuns);
    const Samples skipped = runs_of<SkippingTimeSlicing>(schedule, p, 4, closed, kRuns);
    check_one_law(stepped, skipped, kRuns);
  }
}

TEST_CASE("where switches vary by a nanosecond, bursts end within the sum of the nanoseconds", "[share][unit]") {
  SlicingParameters p = varying(200us, 1ns);
  const auto end_of_last = [](const SlicingParameters& parameters) {
    SkippingTimeSlicing mode{3, parameters, RandomKey{1, 1}};
    for (Slot slot = 0; slot < 3; ++slot) mode.submit(Time{}, slot, 4s + slot * 1ms);
    mode.catch_up(Time{1s});
    Time last{};
    while (mode.next_change() < kNever) {
      last = mode.next_change();
      mode.change(last);
    }
    return last;
  };
  const Time varied = end_of_last(p);
  p.switch_jitter = {};
  const auto off = varied - end_of_last(p);
  CHECK(std::abs(static_cast<double>(off.count())) < 6 * std::sqrt(6000.0) + 10);
}

TEST_CASE("who observes switches that vary sees each of them, and the run is what it is unobserved",
          "[share][invariant]") {
  struct Log : SpanObserver {
    void on_span(const Span& span) override { spans.push_back(span); }
    std::vector<Span> spans;
  };
  for (const hw::Ring ring : {hw::Ring::kCreation, hw::Ring::kArrival}) {
    SlicingParameters p = varying(200us, 100us);
    p.ring = ring;
    SkippingTimeSlicing mode{3, p, RandomKey{1, 1}};
    SkippingTimeSlicing unseen{3, p, RandomKey{1, 1}};
    Log log;
    mode.observe(&log);
    Time now{};
    std::int64_t n = 0;
    for (;; now += 17ms) {
      while (mode.next_change() <= now) {
        REQUIRE(mode.next_change() == unseen.next_change());
        const Time at = mode.next_change();
        REQUIRE(mode.change(at) == unseen.change(at));
      }
      if (now >= Time{3s}) break;
      const Duration work{1'000'000 + n * 12'345'678 % 17'000'000};
      mode.submit(now, static_cast<Slot>(n % 3), work);
      unseen.submit(now, static_cast<Slot>(n % 3), work);
      ++n;
    }
    mode.catch_up(now);
    Duration running{}, switching{}, shortest = 1h, longest{};
    int slices = 0;
    for (std::size_t i = 0; i < log.spans.size(); ++i) {
      const Span& span = log.spans[i];
      if (i > 0) REQUIRE(log.spans[i - 1].end <= span.begin);
      // A switch leads to the tenant that runs next.
      if (i > 0 && log.spans[i - 1].kind == Span::Kind::kSwitch) REQUIRE(log.spans[i - 1].slot == span.slot);
      const Duration length = span.end - span.begin;
      (span.kind == Span::Kind::kSwitch ? switching : running) += length;
      if (span.kind == Span::Kind::kRun) REQUIRE(length <= 2ms);
      slices += span.kind == Span::Kind::kRun && length == 2ms;
      if (span.kind != Span::Kind::kSwitch) continue;
      shortest = std::min(shortest, length);
      longest = std::max(longest, length);
    }
    // But for the span in progress, what was seen is how the time was spent.
    const Usage usage = mode.usage(now);
    CHECK(usage.switching - switching >= 0ns);
    CHECK(usage.switching - switching < 1ms);
    CHECK(usage.busy - running >= 0ns);
    CHECK(usage.busy - running <= 2ms);
    CHECK(slices > 500);
    CHECK(shortest < 80us);
    CHECK(longest > 350us);
  }
}

TEST_CASE("turns that vary beyond what their sum can be divided by are stepped", "[share][unit]") {
  CHECK(can_skip(varying(200us, 800us)));
  CHECK_FALSE(can_skip(varying(200us, 801us)));
  CHECK(can_skip(varying(0us, 801us)));  // what takes no time does not vary
}

TEST_CASE("a burst among switches that vary and that no run can see the end of does not end", "[share][unit]") {
  SlicingParameters p = varying(1s, 1s);
  p.slice = 1us;
  p.refill = 999ns;
  SkippingTimeSlicing mode{64, p, RandomKey{1, 1}};
  for (Slot slot = 0; slot < 64; ++slot) mode.submit(Time{}, slot, 24h * 100);
  CHECK(mode.next_change() > Time{24h * 365 * 200});
  const Time later{24h * 365 * 190};
  mode.submit(later, 3, 1us);
  mode.catch_up(later);
  const Usage usage = mode.usage(later);
  CHECK(usage.busy + usage.switching == later.time_since_epoch());
}
