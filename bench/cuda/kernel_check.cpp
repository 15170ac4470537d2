#include <cstdio>
#include <string>

#include "arrivals.hpp"
#include "measurements.hpp"
#include "session.hpp"

namespace slicewise::bench::cuda {
namespace {

int wrong = 0;

void expect(bool holds, const std::string& what) {
  std::printf("%s: %s\n", holds ? "ok" : "WRONG", what.c_str());
  wrong += holds ? 0 : 1;
}

void check_log(const Timeline& timeline, const std::string& kernel, double seconds) {
  expect(timeline.whole.length_ns() >= static_cast<std::int64_t>(seconds * 1e9), kernel + " runs as long as asked");
  expect(timeline.work > 0, kernel + " counts what it does");
  expect(timeline.dropped == 0, kernel + " has room for its log");
}

void check_all() {
  constexpr double kSeconds = 0.002;
  Session session;
  const Shape wave = session.one_wave();
  for (const bool many : {false, true}) {
    for (const int shared : {0, 16 * 1024}) {
      const Shape shape{wave.blocks, 256, shared, many};
      session.start_spin(shape, kSeconds);
      expect(session.wait_for_start(10), "the spin kernel tells that it runs");
      check_log(session.finish(), "spin", kSeconds);
    }
  }
  constexpr std::size_t kLines = 4096;
  std::vector<unsigned> words(kLines * 32, 0);
  const auto next = one_cycle(kLines, 1);
  for (std::size_t i = 0; i < kLines; ++i) words[i * 32] = next[i];
  const DeviceArray<unsigned> on_device{words.size()};
  on_device.write(words);
  session.start_chase(wave, kSeconds, on_device, kLines);
  check_log(session.finish(), "chase", kSeconds);

  session.run_work(wave, 1000);
  session.run_work(wave, 200'000);
  session.run_stamp();
  const std::vector<Interval> ran = session.take_stamps();
  expect(ran.size() == 3 && ran[0].end_ns >= ran[0].start_ns, "work stamps its start and its end");
  expect(ran.size() == 3 && ran[1].length_ns() > ran[0].length_ns(), "more work takes longer");
  expect(ran.size() == 3 && ran[2].start_ns >= ran[1].end_ns, "time goes on from kernel to kernel");

  constexpr int kTicks = 64;
  const DeviceArray<long long> timer{kTicks};
  const DeviceArray<long long> cycles{kTicks};
  timer.write(std::vector<long long>(kTicks));
  cycles.write(std::vector<long long>(kTicks));
  launch_ticks(timer.data(), cycles.data(), kTicks, session.stream().get());
  session.stream().wait();
  const auto at = timer.read(kTicks);
  bool rises = true;
  for (std::size_t i = 1; i < at.size(); ++i) rises = rises && at[i] > at[i - 1];
  expect(rises, "the timer's readings rise");
}

}  // namespace

int check_kernels() {
  constexpr int kNoDevice = 77;
  try {
    if (const auto in_the_way = obstacle(look_around())) {
      std::fprintf(stderr, "slicewise-bench-cuda: %s\n", in_the_way->why.c_str());
      return in_the_way->no_device ? kNoDevice : 1;
    }
    check_all();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "slicewise-bench-cuda: %s\n", error.what());
    return 1;
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace slicewise::bench::cuda
