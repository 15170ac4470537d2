// Entry times of known slices and switch costs, with everything a real measurement does to them.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <libsched/calib/grid.hpp>

namespace libsched::calib {
namespace {

struct Truth {
  double slice = 2'097'152;
  double cost = 190'000;
  double sigma = 2'000;
  double drift = 0;  ///< of the clock, as a fraction
  double tick = 0;
};

double seen(const Truth& truth, double at) {
  const double read = at * (1 + truth.drift);
  return truth.tick > 0 ? std::floor(read / truth.tick) * truth.tick : read;
}

/// `n` visits at random times within `slices` slices after the resident's start.
std::vector<double> visits(const Truth& truth, int n, int slices, unsigned seed) {
  std::mt19937_64 bits{seed};
  std::uniform_int_distribution<int> slice{1, slices};
  std::normal_distribution<double> noise{0, truth.sigma};
  std::vector<double> entries;
  for (int i = 0; i < n; ++i) entries.push_back(seen(truth, slice(bits) * truth.slice + truth.cost + noise(bits)));
  return entries;
}

void check(const Grid& grid, const Truth& truth) {
  CHECK(grid.slice.value == Approx(truth.slice).epsilon(0.01));
  CHECK(grid.switch_cost.value == Approx(truth.cost).epsilon(0.05));
}

}  // namespace

TEST_CASE("the published entry times of an A100 give its slice and its switch cost", "[calib][oracle]") {
  // quyifei23/Interact_Inference paired_summary.md, microseconds: two runs, six runs between the ends given, two runs.
  const std::vector<double> us = {2288.6, 2288.6, 4381.7, 4382.9, 4384.1, 4385.3, 4386.5, 4387.7, 6480.5, 6481.6};
  std::vector<double> ns;
  for (const double one : us) ns.push_back(one * 1e3);
  const auto grid = fit_grid(ns);
  REQUIRE(grid);
  CHECK(std::abs(grid->slice.value - 2'097'000) < 3'000);
  CHECK(std::abs(grid->switch_cost.value - 190'000) < 5'000);
  CHECK(std::abs(grid->slice.value - 2'097'152) < half_width_95(8) * grid->slice.error);
  CHECK(grid->slices == std::vector<double>{1, 1, 2, 2, 2, 2, 2, 2, 3, 3});
}

TEST_CASE("a grid is found in a few visits and in many", "[calib][oracle]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const int n : {8, 40, 1000}) {
      const Truth truth;
      const auto grid = fit_grid(visits(truth, n, 8, seed));
      INFO("seed " << seed << ", " << n << " visits");
      REQUIRE(grid);
      check(*grid, truth);
    }
  }
}

TEST_CASE("a grid is found whatever the slice and the cost are", "[calib][oracle]") {
  for (const double slice : {500e3, 1'048'576.0, 4e6, 30e6, 100e6}) {
    for (const double part : {0.01, 0.1, 0.4}) {
      const Truth truth{slice, part * slice, 1e-3 * part * slice};
      const auto grid = fit_grid(visits(truth, 60, 10, 7));
      INFO("slice " << slice << ", cost " << truth.cost);
      REQUIRE(grid);
      check(*grid, truth);
    }
  }
}

TEST_CASE("a clock that ticks every 1024 ns does not move the grid", "[calib][oracle]") {
  Truth truth;
  truth.tick = 1024;
  const auto grid = fit_grid(visits(truth, 40, 6, 3), {100e3, 1e9, 1024});
  REQUIRE(grid);
  check(*grid, truth);
}

TEST_CASE("a clock that drifts stretches the grid by no more than it drifts", "[calib][oracle]") {
  Truth truth;
  truth.drift = 2e-4;
  // Over a thousand slices the drift adds up to a fifth of a slice: counting from one estimate of S would lose count.
  const auto grid = fit_grid(visits(truth, 400, 1000, 5));
  REQUIRE(grid);
  check(*grid, truth);
}

TEST_CASE("stray entries do not move a grid", "[calib][oracle]") {
  const Truth truth;
  std::vector<double> entries = visits(truth, 40, 8, 11);
  for (const double stray : {0.5, 2.7, 5.35}) entries.push_back(stray * truth.slice);
  const auto grid = fit_grid(entries);
  REQUIRE(grid);
  check(*grid, truth);
}

TEST_CASE("entries of one slice, or of no grid, give none", "[calib][unit]") {
  CHECK_FALSE(fit_grid(std::vector<double>{2'288'600, 2'288'700, 2'289'000, 2'290'000}));
  CHECK_FALSE(fit_grid(std::vector<double>{1e6, 2e6}));
  CHECK_FALSE(fit_grid(std::vector<double>{}));
  std::mt19937_64 bits{1};
  std::uniform_real_distribution<double> anywhere{0, 30e6};
  std::vector<double> entries;
  for (int i = 0; i < 200; ++i) entries.push_back(anywhere(bits));
  CHECK_FALSE(fit_grid(entries, {1e6, 1e9, 0}));
}

TEST_CASE("a switch that costs next to nothing is not taken for a slice", "[calib][oracle]") {
  const Truth truth{100e6, 2e3, 1e3};
  const auto grid = fit_grid(visits(truth, 100, 10, 2));
  REQUIRE(grid);
  CHECK(grid->slice.value == Approx(truth.slice).epsilon(0.01));
  CHECK(std::abs(grid->switch_cost.value - truth.cost) < 1e3);
}

}  // namespace libsched::calib
