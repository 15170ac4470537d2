#include <catch2/catch.hpp>

#include <vector>

#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/system_spec.hpp>
#include <libsched/share/time_slicing.hpp>

// quyifei23/Interact_Inference, A100-PCIE-40GB: a kernel of 65 ms runs; another process submits one of 250 us at some
// delay. Measured entries: 2288.6, 4381.7-4387.7 and 6480.5-6481.6 us after the start of the first.

namespace libsched::share {

namespace {

constexpr double kSliceUs = 2097.152;
constexpr double kSwitchUs = 190;
constexpr double kMeasurementUs = 3.5;  // the ten entries scatter so far around the grid

/// Keeps when the visitor first runs and when the background runs again.
class Entries : public SpanObserver {
 public:
  void on_span(const Span& span) override {
    if (span.kind != Span::Kind::kRun) return;
    const double begin = to_seconds(span.begin) * 1e6;
    const double end = to_seconds(span.end) * 1e6;
    if (span.slot == 1 && entered < 0) entered = begin;
    if (span.slot == 1) left = end;
    if (span.slot == 0 && left > 0 && back < 0) back = begin;
  }
  double entered = -1;
  double left = -1;
  double back = -1;
};

Entries visit(double delay_us) {
  const auto parameters = scenario::slicing_parameters(hw::find_gpu("A100-40GB")->profile, scenario::Variant::kNominal);
  TimeSlicing gpu{2, parameters, RandomKey{1, 1}};
  Entries entries;
  gpu.observe(&entries);
  gpu.submit(Time{}, 0, from_ms(65));
  const Time arrival{from_us(delay_us)};
  bool submitted = false;
  while (gpu.next_change() != kNever || !submitted) {
    if (!submitted && arrival < gpu.next_change()) {
      gpu.submit(arrival, 1, from_us(250));
      submitted = true;
    } else {
      gpu.change(gpu.next_change());
    }
  }
  return entries;
}

}  // namespace

TEST_CASE("a newcomer enters at the end of the running slice plus one switch, never earlier or later", "[validation]") {
  for (int delay = 1; delay < 8000; delay += 7) {
    const double boundary = (static_cast<int>(delay / kSliceUs) + 1) * kSliceUs;
    CAPTURE(delay);
    REQUIRE(visit(delay).entered == Approx(boundary + kSwitchUs).margin(0.002));
  }
}

TEST_CASE("entries lie where the A100's were measured", "[validation]") {
  CHECK(visit(1500).entered == Approx(2288.6).margin(kMeasurementUs));
  for (const double measured : {4381.7, 4387.7}) CHECK(visit(2344).entered == Approx(measured).margin(kMeasurementUs));
  for (const double measured : {6480.5, 6481.6}) CHECK(visit(4825).entered == Approx(measured).margin(kMeasurementUs));
}

TEST_CASE("a visit costs the background about 400 us beyond the visit's own work", "[validation]") {
  // Preempting switch 190 + the visitor's refill 35 + voluntary switch 175.
  const Entries entries = visit(1500);
  const double gap = entries.back - (entries.entered - kSwitchUs) - 250;
  CHECK(gap == Approx(400).margin(kMeasurementUs));
}

}  // namespace libsched::share
