#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include <libsched/share/skipping.hpp>
#include <libsched/share/time_slicing.hpp>

using namespace libsched;
using namespace libsched::share;
using namespace std::chrono_literals;

namespace {

/// Writes down every span, and how often it was told of many at once.
struct Log : SpanObserver {
  void on_span(const Span& span) override {
    if (keep) spans.push_back(span);
  }
  void on_turns(const Turns& turns) override {
    ++records;
    if (keep) SpanObserver::on_turns(turns);
  }
  bool keep = true;
  std::vector<Span> spans;
  int records = 0;
};

std::string text(const Span& s) {
  return fmt::format("{} {} {}-{}", static_cast<int>(s.kind), s.slot, s.begin.time_since_epoch().count(),
                     s.end.time_since_epoch().count());
}

struct End {
  Slot slot;
  Time at;
  bool operator==(const End&) const = default;
};

/// Applies every change up to and including `until`, as the event of a GPU does.
void run_to(Mode& mode, Time until, std::vector<End>& ends) {
  while (mode.next_change() <= until) {
    const Time at = mode.next_change();
    if (const auto slot = mode.change(at)) ends.push_back({*slot, at});
  }
}

/// One random case: few round numbers, so that slices, bursts and submissions meet at the same nanosecond all the time,
/// or any numbers.
class RandomCase {
 public:
  explicit RandomCase(std::uint64_t number) : draw_{RandomKey{77, number}, Purpose::kGpu, 0} {
    round_ = draw_.uniform() < 0.6;
    tenants = 1 + below(draw_.uniform() < 0.2 ? 40 : 8);
    p.slice = length(8) + Duration{1};
    const auto cost = [&] { return draw_.uniform() < 0.3 ? Duration{} : length(4); };
    p.preempt = cost();
    p.voluntary = cost();
    p.idle = cost();
    if (draw_.uniform() < 0.4) p.refill = std::min(length(4), p.slice - Duration{1});
    if (draw_.uniform() < 0.4) p.idle_gap = length(6);
    p.ring = draw_.uniform() < 0.5 ? hw::Ring::kCreation : hw::Ring::kArrival;
    longest_ = 1 + below(60);
    closed_ = draw_.uniform() < 0.5;
    apart_ = 1 + below(draw_.uniform() < 0.3 ? 300 : 30);
  }

  std::uint64_t below(std::uint64_t n) { return static_cast<std::uint64_t>(draw_.uniform() * static_cast<double>(n)); }
  Duration length(std::uint64_t units) {
    const auto ns = std::int64_t{1000} * static_cast<std::int64_t>(1 + below(units));
    return Duration{round_ ? ns : std::max<std::int64_t>(1, ns - static_cast<std::int64_t>(below(999)))};
  }
  Duration work() { return length(longest_); }
  Duration gap() { return draw_.uniform() < 0.2 ? Duration{} : length(apart_); }
  Slot slot() { return static_cast<Slot>(below(tenants)); }
  bool looks() { return draw_.uniform() < 0.3; }
  bool answers() { return closed_ && draw_.uniform() < 0.7; }

  std::uint64_t tenants = 1;
  SlicingParameters p;

 private:
  Draw draw_;
  bool round_ = false;
  bool closed_ = false;
  std::uint64_t longest_ = 1;
  std::uint64_t apart_ = 1;
};

/// Both modes under the same submissions; every question gets the same answer.
void compare(std::uint64_t number) {
  RandomCase random{number};
  INFO("case " << number << ": " << random.tenants << " tenants, slice " << random.p.slice.count() << ", switch "
               << random.p.preempt.count() << "/" << random.p.voluntary.count() << "/" << random.p.idle.count()
               << ", refill " << random.p.refill.count() << ", gap " << random.p.idle_gap.count() << ", ring "
               << static_cast<int>(random.p.ring));
  TimeSlicing stepping{random.tenants, random.p, RandomKey{1, 1}};
  SkippingTimeSlicing skipping{random.tenants, random.p, RandomKey{1, 1}};
  Log stepped, skipped;
  stepping.observe(&stepped);
  skipping.observe(&skipped);
  std::vector<End> truth, ends;
  const auto same_now = [&](Time now) {
    skipping.catch_up(now);
    const Usage a = stepping.usage(now);
    const Usage b = skipping.usage(now);
    REQUIRE(a.busy.count() == b.busy.count());
    REQUIRE(a.switching.count() == b.switching.count());
    REQUIRE(a.idle.count() == b.idle.count());
    REQUIRE((b.busy + b.switching + b.idle).count() == now.time_since_epoch().count());
    for (Slot slot = 0; slot < random.tenants; ++slot) REQUIRE(stepping.rate(slot) == skipping.rate(slot));
  };
  Time now{};
  for (int n = 0; n < 60; ++n) {
    const Time next = now + random.gap();
    // A closed client answers the end of a burst at that very instant.
    for (;;) {
      const std::size_t seen = ends.size();
      const Time until = std::min(next, skipping.next_change());
      run_to(stepping, until, truth);
      run_to(skipping, until, ends);
      REQUIRE(truth.size() == ends.size());
      for (std::size_t i = seen; i < ends.size(); ++i) {
        REQUIRE(truth[i] == ends[i]);
        if (!random.answers()) continue;
        const Duration work = random.work();
        stepping.submit(until, ends[i].slot, work);
        skipping.submit(until, ends[i].slot, work);
      }
      if (until == next && skipping.next_change() > next) break;
    }
    run_to(stepping, next, truth);
    now = next;
    if (random.looks()) same_now(now);
    const Slot slot = random.slot();
    const Duration work = random.work();
    stepping.submit(now, slot, work);
    skipping.submit(now, slot, work);
    // Of the same instant: what the submission sets off by itself comes before anybody else.
    run_to(stepping, now, truth);
    run_to(skipping, now, ends);
  }
  const Time end = now + std::chrono::milliseconds{20};
  run_to(stepping, end, truth);
  run_to(skipping, end, ends);
  same_now(end);
  REQUIRE(truth == ends);
  REQUIRE(stepped.spans.size() == skipped.spans.size());
  for (std::size_t i = 0; i < stepped.spans.size(); ++i) REQUIRE(text(stepped.spans[i]) == text(skipped.spans[i]));
}

SlicingParameters two_ms() {
  SlicingParameters p;
  p.slice = 2ms;
  p.preempt = p.voluntary = p.idle = 200us;
  return p;
}

}  // namespace

TEST_CASE("skipping gives every burst end, usage, rate and span of the slice-by-slice engine", "[share][twin]") {
  for (std::uint64_t number = 0; number < 6000; ++number) compare(number);
}

TEST_CASE("the cost of a burst does not depend on its length, the slice's or the clock, nor on whether switches vary",
          "[share][law]") {
  // Eight tenants that always have work: bursts of `work`, `bursts` in all.
  const auto changes = [](Duration work, Duration slice, hw::Ring ring, Time start, Duration jitter = {}) {
    SlicingParameters p = two_ms();
    p.switch_jitter = jitter;
    p.slice = slice;
    p.ring = ring;
    SkippingTimeSlicing mode{8, p, RandomKey{1, 1}};
    std::vector<End> ends;
    for (Slot slot = 0; slot < 8; ++slot) mode.submit(start, slot, work + Duration{slot * 7});
    for (int burst = 0; burst < 1000; ++burst) {
      const Time at = mode.next_change();
      const auto slot = mode.change(at);
      REQUIRE(slot);
      mode.submit(at, *slot, work + Duration{burst});
    }
    return mode.changes();
  };
  for (const hw::Ring ring : {hw::Ring::kCreation, hw::Ring::kArrival}) {
    CHECK(changes(10ms, 2ms, ring, Time{}) == 1000);
    CHECK(changes(100s, 2ms, ring, Time{}) == 1000);
    CHECK(changes(1h, 1us, ring, Time{}) == 1000);  // 1000 days of bursts would outlast the clock
    CHECK(changes(1s, 2ms, ring, Time{24h * 3650}) == 1000);
    for (const Duration work : {Duration{10ms}, Duration{100s}, Duration{24h}}) {
      CHECK(changes(work, 2ms, ring, Time{}, 50us) == 1000);
    }
  }
}

TEST_CASE("a burst of two tenants for a century ends to the nanosecond where the equations say", "[share][unit]") {
  SlicingParameters p = two_ms();
  p.refill = 50us;
  SkippingTimeSlicing mode{2, p, RandomKey{1, 1}};
  const Duration work = 24h * 365;
  mode.submit(Time{}, 0, work);
  mode.submit(Time{}, 1, work);
  // Tenant 0 has no refill in its first slice: 2 ms done, then turns of 1.95 ms each: 31536000 s - 2 ms in
  // 16172307692 turns (rounded up), the last one of 1.55 ms... computed below in integers.
  const std::int64_t after = work.count() - 2'000'000;
  const std::int64_t turns = (after + 1'949'999) / 1'950'000;
  const std::int64_t last = after - (turns - 1) * 1'950'000;
  const Time end{Duration{turns * 2 * 2'200'000 + 50'000 + last}};
  CHECK(mode.next_change() == end);
  CHECK(mode.change(end) == Slot{0});
  CHECK(mode.changes() == 1);
}

TEST_CASE("a burst that no run can see the end of does not end, and nothing overflows", "[share][unit]") {
  SlicingParameters p;
  p.slice = 1us;
  p.refill = 999ns;
  p.preempt = p.voluntary = p.idle = 1s;
  SkippingTimeSlicing mode{64, p, RandomKey{1, 1}};
  for (Slot slot = 0; slot < 64; ++slot) mode.submit(Time{}, slot, 24h * 100);
  CHECK(mode.next_change() < kNever);
  CHECK(mode.next_change() > Time{24h * 365 * 200});
  const Time later{24h * 365 * 150};
  mode.submit(later, 3, 1us);
  const Usage usage = mode.usage(later);
  CHECK(usage.busy + usage.switching == later.time_since_epoch());
}

TEST_CASE("an observer is told of whole runs of turns at once", "[share][unit]") {
  SkippingTimeSlicing mode{3, two_ms(), RandomKey{1, 1}};
  Log log;
  log.keep = false;
  mode.observe(&log);
  for (Slot slot = 0; slot < 3; ++slot) mode.submit(Time{}, slot, 1h);
  std::vector<End> ends;
  run_to(mode, Time{4h}, ends);
  REQUIRE(ends.size() == 3);
  CHECK(log.records <= 6);
}
