// Timelines of a process that only notes the time, made with known turns.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <libsched/calib/gaps.hpp>
#include <libsched/calib/robust.hpp>

namespace libsched::calib {
namespace {

struct World {
  double slice = 2'097'152;
  double cost = 190'000;
  int processes = 2;
  double step = 4'000;
  double tick = 0;
  double lost = 0;       ///< probability that a stamp is missing
  double interrupt = 0;  ///< probability of an interrupt of 20 steps after a stamp
  double drift = 0;
};

std::vector<double> timeline(const World& world, int turns, unsigned seed = 1) {
  std::mt19937_64 bits{seed};
  std::uniform_real_distribution<double> chance{0, 1};
  std::vector<double> stamps;
  double now = 12'345;
  double slice_end = now + world.slice;
  for (int turn = 0; turn < turns;) {
    double next = now + world.step;
    if (chance(bits) < world.interrupt) next += 20 * world.step;
    if (next >= slice_end) {
      // The step under way goes on after everybody else had a turn.
      const double pause = (world.processes - 1) * (world.slice + world.cost) + world.cost;
      next += pause;
      slice_end += world.slice + pause;
      ++turn;
    }
    now = next;
    if (chance(bits) < world.lost) continue;
    const double read = now * (1 + world.drift);
    stamps.push_back(world.tick > 0 ? std::floor(read / world.tick) * world.tick : read);
  }
  return stamps;
}

/// When a process was off the device, and for how long.
struct Pauses {
  std::vector<double> starts, lengths;
};

/// What a measuring program makes of its stamps. A pause ends with the step that was under way: it is a step shorter
/// than the stamps are apart.
Pauses pauses(const std::vector<double>& stamps, double tick = 0) {
  std::vector<double> distances;
  for (std::size_t i = 1; i < stamps.size(); ++i) distances.push_back(stamps[i] - stamps[i - 1]);
  // Steps below a tick show as 0 or one tick: their mean is right where the median is not.
  const double longest_step = 3 * std::max(median(distances), tick);
  double sum = 0, count = 0;
  for (const double one : distances) {
    if (one > longest_step) continue;
    sum += one;
    ++count;
  }
  const double step = sum / count;
  Pauses found;
  for (std::size_t i = 1; i < stamps.size(); ++i) {
    const double distance = stamps[i] - stamps[i - 1];
    if (distance <= std::max(3 * step, 2 * tick)) continue;
    found.starts.push_back(stamps[i - 1]);
    found.lengths.push_back(distance - step);
  }
  return found;
}

/// Slice and cost from the turns: a round of N turns takes N (S + c).
void check(const World& world, const std::vector<double>& stamps) {
  const Pauses all = pauses(stamps, world.tick);
  const std::vector<Gap> gaps = gaps_between_turns(all.starts, all.lengths, 0);
  std::vector<double> busy, rounds;
  for (const Gap& gap : gaps) {
    if (gap.busy_after == 0) continue;
    busy.push_back(gap.busy_after);
    rounds.push_back(gap.length + gap.busy_after);
  }
  const double slice = median(busy);
  const double cost = median(rounds) / world.processes - slice;
  CHECK(slice == Approx(world.slice).epsilon(0.01));
  CHECK(cost == Approx(world.cost).epsilon(0.05));
}

}  // namespace

TEST_CASE("turns of two processes give slice and switch cost", "[calib][oracle]") {
  check({}, timeline({}, 40));
}

TEST_CASE("turns of many processes give slice and switch cost", "[calib][oracle]") {
  World world;
  for (world.processes = 3; world.processes <= 8; ++world.processes) check(world, timeline(world, 40));
}

TEST_CASE("a timer of 1024 ns, also one coarser than the steps, gives the same turns", "[calib][oracle]") {
  World world;
  world.tick = 1024;
  check(world, timeline(world, 60));
  world.step = 300;
  check(world, timeline(world, 20));
}

TEST_CASE("lost stamps and interrupts are not taken for turns of somebody else", "[calib][oracle]") {
  World world;
  world.lost = 0.2;
  world.interrupt = 0.002;
  const auto stamps = timeline(world, 60);
  check(world, stamps);
  const Pauses all = pauses(stamps);
  const std::vector<Gap> gaps = gaps_between_turns(all.starts, all.lengths, 0);
  CHECK(gaps.size() >= 59);  // the stamp after the last turn may be lost
  CHECK(all.lengths.size() > gaps.size() + 100);
}

TEST_CASE("a clock that drifts moves nothing by more than it drifts", "[calib][oracle]") {
  World world;
  world.drift = 3e-4;
  check(world, timeline(world, 60));
}

TEST_CASE("what is no longer than the noise of a lone process is no gap", "[calib][unit]") {
  World world;
  world.slice = 1e9;  // nobody else gets a turn
  world.interrupt = 0.01;
  auto stamps = timeline(world, 1);
  stamps.pop_back();  // the stamp after the turn
  const Pauses all = pauses(stamps);
  CHECK(all.lengths.size() > 100);
  CHECK(gaps_between_turns(all.starts, all.lengths, 25 * world.step).empty());
}

TEST_CASE("two classes have a border, one has none", "[calib][unit]") {
  CHECK_FALSE(class_border(std::vector<double>{10, 11, 12, 20}));
  const auto border = class_border(std::vector<double>{10, 1000, 12, 1100, 11});
  REQUIRE(border);
  CHECK(*border == Approx(std::sqrt(12.0 * 1000.0)));
}

TEST_CASE("a process runs from the end of a gap to the start of the next", "[calib][unit]") {
  const std::vector<double> starts = {100, 3100, 6100}, lengths = {1000, 1000, 1000};
  const std::vector<Gap> gaps = gaps_between_turns(starts, lengths, 50);
  REQUIRE(gaps.size() == 3);
  CHECK(gaps[0].length == Approx(1000));
  CHECK(gaps[0].busy_after == Approx(2000));
  CHECK(gaps[2].busy_after == 0);
}

}  // namespace libsched::calib
