#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include <libsched/share/time_slicing.hpp>

using namespace libsched;
using namespace libsched::share;
using namespace std::chrono_literals;

namespace {

/// Drives a mode by hand and writes down what it does: "0:0-2000" = tenant 0 ran from 0 to 2000 us, "s" = switch,
/// "h" = hold, "!" = its burst ended.
class Bench : public SpanObserver {
 public:
  explicit Bench(std::size_t tenants, SlicingParameters parameters) : mode_{tenants, parameters, RandomKey{1, 1}} {
    mode_.observe(this);
  }
  void on_span(const Span& span) override {
    const char* kind = span.kind == Span::Kind::kRun ? "" : span.kind == Span::Kind::kSwitch ? "s" : "h";
    log += fmt::format("{}{}:{}-{} ", kind, span.slot, us(span.begin), us(span.end));
  }
  void submit(std::int64_t at_us, Slot slot, std::int64_t work_us) {
    run_until(at_us);
    mode_.submit(Time{std::chrono::microseconds{at_us}}, slot, std::chrono::microseconds{work_us});
  }
  void run_until(std::int64_t at_us) {
    while (mode_.next_change() <= Time{std::chrono::microseconds{at_us}}) {
      const Time at = mode_.next_change();
      if (const auto ended = mode_.change(mode_.next_change())) ends.emplace_back(*ended, us(at));
    }
  }
  Usage usage(std::int64_t at_us) {
    run_until(at_us);
    return mode_.usage(Time{std::chrono::microseconds{at_us}});
  }
  std::string log;
  std::vector<std::pair<Slot, std::int64_t>> ends;

 private:
  static std::int64_t us(Time t) {
    return std::chrono::duration_cast<std::chrono::microseconds>(t.time_since_epoch()).count();
  }
  TimeSlicing mode_;
};

SlicingParameters costs() {
  SlicingParameters p;
  p.slice = 2000us;
  p.preempt = 190us;
  p.voluntary = 170us;
  p.idle = 160us;
  return p;
}

using Ends = std::vector<std::pair<Slot, std::int64_t>>;

}  // namespace

TEST_CASE("a newcomer waits for the end of the running slice on the renewed grid, then a preempting switch",
          "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 65000);
  bench.submit(5000, 1, 250);  // inside the third slice of tenant 0, which has run alone so far
  bench.run_until(8000);
  // Third slice ends at 6000; 190 us later tenant 1 runs; 250 us later it is dry: 170 us back.
  CHECK(bench.ends == Ends{{1, 6440}});
  CHECK(bench.log == "0:0-2000 0:2000-4000 0:4000-6000 s1:6000-6190 1:6190-6440 s0:6440-6610 ");
}

TEST_CASE("the first tenant of a GPU starts at once and a tenant alone never switches", "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 5000);
  bench.submit(7000, 0, 100);
  bench.run_until(10000);
  CHECK(bench.ends == Ends{{0, 5000}, {0, 7100}});
  const Usage usage = bench.usage(10000);
  CHECK(usage.busy == 5100us);
  CHECK(usage.switching == 0us);
  CHECK(usage.idle == 4900us);
}

TEST_CASE("a burst on an idle GPU where another tenant is resident pays the idle switch", "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 100);
  bench.submit(500, 1, 100);
  bench.submit(5000, 1, 100);  // resident by now: free
  bench.run_until(6000);
  CHECK(bench.ends == Ends{{0, 100}, {1, 760}, {1, 5100}});
}

TEST_CASE("work submitted at the very instant of a burst's end is new work: the tenant yields and rejoins",
          "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 1000);
  bench.submit(0, 1, 1000);
  bench.run_until(1000);
  bench.submit(1000, 0, 1000);
  bench.run_until(5000);
  // 1000, +170 switch, +1000, +170 switch, +1000.
  CHECK(bench.ends == Ends{{0, 1000}, {1, 2170}, {0, 3340}});
}

TEST_CASE("work of another stream submitted before the burst's end keeps the GPU within the slice", "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 800);
  bench.submit(100, 0, 900);
  bench.submit(200, 1, 500);
  bench.run_until(5000);
  CHECK(bench.ends == Ends{{0, 800}, {0, 1700}, {1, 2370}});
}

TEST_CASE("when burst end and slice end coincide it is a burst end", "[share][unit]") {
  Bench bench{2, costs()};
  bench.submit(0, 0, 2000);
  bench.submit(10, 1, 100);
  bench.run_until(5000);
  CHECK(bench.ends == Ends{{0, 2000}, {1, 2270}});  // the voluntary cost, not the preempting one
}

TEST_CASE("with an idle gap the dry tenant keeps the GPU for the gap or the slice, whichever ends first",
          "[share][unit]") {
  SlicingParameters p = costs();
  p.idle_gap = 300us;
  Bench bench{2, p};
  bench.submit(0, 0, 500);
  bench.submit(0, 1, 100);
  bench.submit(700, 0, 500);  // within the gap: goes on in its slice
  bench.run_until(1200);
  bench.run_until(5000);
  // Holds 1200-1500, voluntary switch 170, tenant 1 runs 100.
  CHECK(bench.ends == Ends{{0, 500}, {0, 1200}, {1, 1770}});
  CHECK(bench.log == "0:0-500 h0:500-700 0:700-1200 h0:1200-1500 s1:1500-1670 1:1670-1770 h1:1770-2070 ");

  Bench end_of_slice{2, p};
  end_of_slice.submit(0, 0, 1900);
  end_of_slice.submit(0, 1, 100);
  end_of_slice.run_until(5000);
  CHECK(end_of_slice.ends.back() == std::pair<Slot, std::int64_t>{1, 2270});  // held 100 us, to the slice's end
}

TEST_CASE("the ring of creation serves the next tenant in order, the ring of arrival the longest waiting",
          "[share][unit]") {
  for (const hw::Ring ring : {hw::Ring::kCreation, hw::Ring::kArrival}) {
    SlicingParameters p = costs();
    p.ring = ring;
    Bench bench{4, p};
    bench.submit(0, 1, 1000);
    bench.submit(10, 0, 1000);
    bench.submit(20, 3, 1000);
    bench.submit(30, 2, 1000);
    bench.run_until(20000);
    std::vector<Slot> order;
    for (const auto& [slot, at] : bench.ends) order.push_back(slot);
    CHECK(order == (ring == hw::Ring::kCreation ? std::vector<Slot>{1, 2, 3, 0} : std::vector<Slot>{1, 0, 3, 2}));
  }
}

TEST_CASE("in the ring of arrival a preempted tenant joins the tail before the switch begins", "[share][unit]") {
  SlicingParameters p = costs();
  p.ring = hw::Ring::kArrival;
  Bench bench{3, p};
  bench.submit(0, 0, 3000);
  bench.submit(100, 1, 500);
  bench.submit(2100, 2, 500);  // during the switch away from tenant 0, so behind it
  bench.run_until(20000);
  // 0 runs to 2000, switch 190, 1 runs 500, switch 170, 0 runs its last 1000, switch 170, 2 runs 500.
  CHECK(bench.ends == Ends{{1, 2690}, {0, 3860}, {2, 4530}});
}

TEST_CASE("refill is GPU time without progress after each switch-in, and counts as busy", "[share][unit]") {
  SlicingParameters p = costs();
  p.refill = 50us;
  Bench bench{2, p};
  bench.submit(0, 0, 3000);
  bench.submit(0, 1, 3000);
  bench.run_until(100000);
  // 0: 2000 done at 2000. s 190. 1: 50 + 1950 by 4190. s 190. 0: 50 + 1000 ends 5430. s 170. 1: 50 + 1050 ends 6700.
  CHECK(bench.ends == Ends{{0, 5430}, {1, 6700}});
  CHECK(bench.usage(6700).busy == 6000us + 3 * 50us);
  CHECK(bench.usage(6700).switching == 190us * 2 + 170us);
}

TEST_CASE("busy, switching and idle add up to the time, to the nanosecond", "[share][invariant]") {
  SlicingParameters p = costs();
  p.refill = 35us;
  p.idle_gap = 20us;
  TimeSlicing mode{5, p, RandomKey{3, 3}};
  Time now{};
  for (std::uint64_t n = 0; n < 20000; ++n) {
    Draw draw{RandomKey{9, 9}, Purpose::kGpu, n};
    now += from_us(draw.uniform() * 1500);
    while (mode.next_change() <= now) mode.change(mode.next_change());
    mode.submit(now, static_cast<Slot>(draw.uniform() * 5), from_us(1 + draw.uniform() * 1300));
    const Usage u = mode.usage(now);
    REQUIRE(u.busy + u.switching + u.idle == now.time_since_epoch());
  }
}

TEST_CASE("switch jitter keeps the mean cost and has the stated spread", "[share][unit]") {
  SlicingParameters p = costs();
  p.switch_jitter = 20us;
  TimeSlicing mode{2, p, RandomKey{5, 5}};
  mode.submit(Time{}, 0, 3600s);
  mode.submit(Time{}, 1, 3600s);
  Duration switching{};
  double sum = 0;
  double squares = 0;
  constexpr int kSwitches = 20000;
  for (int i = 0; i < kSwitches; ++i) {
    mode.change(mode.next_change());  // slice end
    mode.change(mode.next_change());  // switch end
    const Duration total = mode.usage(mode.next_change()).switching;
    const double cost = to_ms(total - switching) * 1e3;
    switching = total;
    sum += cost;
    squares += cost * cost;
  }
  const double mean = sum / kSwitches;
  CHECK(mean == Approx(190).margin(5 * 20 / std::sqrt(kSwitches)));
  CHECK(std::sqrt(squares / kSwitches - mean * mean) == Approx(20).epsilon(0.05));
}
