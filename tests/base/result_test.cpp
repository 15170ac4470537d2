#include <libsched/base/result.hpp>

#include <catch2/catch.hpp>

#include <memory>

#include <libsched/base/estimate.hpp>
#include <libsched/base/quantity.hpp>
#include <libsched/base/time.hpp>

namespace libsched {

TEST_CASE("a result holds a value or every issue", "[base][unit]") {
  const Result<int> good{4};
  REQUIRE(good);
  CHECK(*good == 4);
  const Result<int> bad{Issues{{"a.yaml:1", "wrong", "mend"}, {"a.yaml:2", "also wrong", "mend"}}};
  REQUIRE_FALSE(bad);
  CHECK(bad.error().size() == 2);
  const Result<int> one{Issue{"a.yaml:1", "wrong", "mend"}};
  CHECK(one.error().front().severity == Severity::kError);
}

TEST_CASE("a value that cannot be copied moves out of its result", "[base][unit]") {
  Result<std::unique_ptr<int>> result{std::make_unique<int>(3)};
  const std::unique_ptr<int> taken = *std::move(result);
  CHECK(*taken == 3);
}

TEST_CASE("times convert to the nearest nanosecond and back", "[base][unit]") {
  CHECK(from_ms(1.5) == Duration{1'500'000});
  CHECK(from_us(2097.152) == Duration{2'097'152});
  CHECK(from_seconds(1e-9) == Duration{1});
  CHECK(from_ms(0.0000004) == Duration{0});
  CHECK(to_ms(Duration{2'500'000}) == Approx(2.5));
  CHECK(to_seconds(Time{Duration{1'000'000'000}}) == Approx(1.0));
}

TEST_CASE("amounts of one thing add up", "[base][unit]") {
  Mebibytes total = Mebibytes{100} + Mebibytes{20} * 2;
  total -= Mebibytes{40};
  CHECK(total == Mebibytes{100});
  CHECK(Mebibytes{1} < Mebibytes{2});
}

TEST_CASE("a number the user gave has no uncertainty", "[base][unit]") {
  CHECK_FALSE(Estimate::exact(3.0, "scenario file").uncertain());
  CHECK(Estimate{1.0, 2.0, 2.0, "paper"}.uncertain());
}

}  // namespace libsched
