#include <libsched/workload/duration_law.hpp>

#include <catch2/catch.hpp>

namespace libsched::workload {

TEST_CASE("a stream gives the draws of its law, by number, whatever was asked before", "[workload][twin]") {
  const RandomKey key{5, 2};
  const std::array<Distribution, 4> laws = {
      Distribution::constant(2.5), Distribution::Law{Distribution::Exponential{4.0}},
      Distribution::Law{Distribution::Gamma{4.0, 2.0}},  // by rejection: as many numbers a draw as it takes
      Distribution::Law{Distribution::Lognormal{4.0, 0.5}}};
  for (const Distribution& ms : laws) {
    const DurationLaw law{ms};
    DurationStream ascending{law, key, Purpose::kGpu};
    for (std::uint64_t n = 0; n < 50; ++n) REQUIRE(ascending[n] == law.sample(key, Purpose::kGpu, n));
    DurationStream jumping{law, key, Purpose::kGpu};
    for (const std::uint64_t n : {7U, 3U, 1000000U, 4U, 5U, 5U, 0U}) {
      REQUIRE(jumping[n] == law.sample(key, Purpose::kGpu, n));
    }
  }
}

TEST_CASE("four samples at once are those taken one by one, under every law", "[workload][twin]") {
  const RandomKey key{6, 2};
  for (const auto& [name, law] : std::initializer_list<std::pair<const char*, Distribution::Law>>{
           {"constant", Distribution::Constant{4.0}},
           {"exponential", Distribution::Exponential{4.0}},
           {"erlang", Distribution::Erlang{4.0, 3}},
           {"hyperexponential", Distribution::Hyperexponential{{0.5, 0.5}, {1.0, 9.0}}},
           {"uniform", Distribution::Uniform{1.0, 3.0}},
           {"geometric", Distribution::Geometric{3.5}},
           {"empirical", Distribution::Empirical{{1.0, 1.0, 2.0, 8.0}}}}) {
    INFO(name);
    const Distribution distribution{law};
    const std::array<double, 4> four = distribution.sample_four(key, Purpose::kThink, 11);
    for (std::uint64_t i = 0; i < four.size(); ++i) {
      Draw draw{key, Purpose::kThink, 11 + i};
      REQUIRE(four[i] == distribution.sample(draw));
    }
  }
}

}  // namespace libsched::workload
