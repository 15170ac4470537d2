#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/base/random.hpp>
#include <libsched/workload/distribution.hpp>

using namespace libsched;
using namespace libsched::actors;

TEST_CASE("a bucket's middle is within 0.1 % of every value in it", "[actors][unit]") {
  for (std::int64_t v = 1; v < (std::int64_t{1} << 62); v += v / 4 + 1) {
    const auto middle = Histogram::middle_of(Histogram::bucket_of(Duration{v}));
    REQUIRE(static_cast<double>(std::abs(middle.count() - v)) <= 0.001 * static_cast<double>(v));
  }
}

TEST_CASE("buckets are ordered and gapless", "[actors][unit]") {
  std::size_t last = 0;
  for (std::int64_t v = 0; v < 200'000; ++v) {
    const auto bucket = Histogram::bucket_of(Duration{v});
    REQUIRE((bucket == last || bucket == last + 1));
    last = bucket;
  }
}

TEST_CASE("quantiles of the histogram are those of the sorted values within its resolution", "[actors][twin]") {
  const workload::Distribution law{workload::Distribution::Law{workload::Distribution::Lognormal{5, 2}}};
  Histogram histogram;
  std::vector<double> values;
  for (std::uint64_t n = 0; n < 20000; ++n) {
    Draw draw{RandomKey{1, 2}, Purpose::kGpu, n};
    values.push_back(law.sample(draw));
    histogram.add(from_ms(values.back()));
  }
  std::sort(values.begin(), values.end());
  for (const double q : {0.001, 0.5, 0.9, 0.99, 0.9999}) {
    const double exact = values[static_cast<std::size_t>(q * static_cast<double>(values.size()) - 1e-9)];
    CHECK(to_ms(histogram.quantile(q)) == Approx(exact).epsilon(0.0011));
  }
}

TEST_CASE("a warm-up that differs is cut, and memory stays at 64 batches", "[actors][unit]") {
  LatencyStats stats;
  Time now{};
  constexpr int kTotal = 1 << 17;
  for (int i = 0; i < kTotal; ++i) {
    now += from_ms(1);
    Draw draw{RandomKey{1, 2}, Purpose::kGpu, static_cast<std::uint64_t>(i)};
    const double noise = draw.uniform();
    stats.add(now, from_ms(i < kTotal / 20 ? 50 - 40.0 * i / (kTotal / 20) + noise : 10 + noise));
  }
  const auto summary = *stats.summary();
  CHECK(stats.completed() == kTotal);
  CHECK(summary.mean_ms.value == Approx(10.5).epsilon(0.002));
  CHECK(summary.max_ms < 11.01);
  CHECK(summary.throughput_per_s.value == Approx(1000).epsilon(0.001));
}

TEST_CASE("the 95 % intervals of independent values cover the truth about 95 times in 100", "[actors][oracle]") {
  const workload::Distribution law{workload::Distribution::Law{workload::Distribution::Exponential{10}}};
  int mean = 0;
  int p99 = 0;
  constexpr int kRuns = 400;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    LatencyStats stats;
    Time now{};
    for (std::uint64_t n = 0; n < 8192; ++n) {
      Draw draw{RandomKey{run, 5}, Purpose::kGpu, n};
      now += from_ms(1);
      stats.add(now, from_ms(law.sample(draw)));
    }
    const auto summary = *stats.summary();
    mean += summary.mean_ms.low <= 10 && 10 <= summary.mean_ms.high ? 1 : 0;
    const auto& q = summary.quantile_ms.back();
    p99 += q.low <= 46.0517 && 46.0517 <= q.high ? 1 : 0;
  }
  CHECK(mean > 0.90 * kRuns);
  CHECK(p99 > 0.90 * kRuns);
}

TEST_CASE("values that are all the same have that value as every quantile and no interval", "[actors][unit]") {
  LatencyStats stats;
  for (int i = 1; i <= 5000; ++i) stats.add(Time{from_ms(i)}, from_ms(42.0000001));
  const auto summary = *stats.summary();
  CHECK(summary.quantile_ms[3].value == to_ms(from_ms(42.0000001)));
  CHECK(summary.quantile_ms[3].low == summary.quantile_ms[3].high);
  CHECK(summary.mean_ms.relative_error() < 1e-12);
}
