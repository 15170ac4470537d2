// The engine's queue: an M/M/1 queue written against its public API, and the hold model (take the earliest event, put
// it back a random time later) beside std::priority_queue.

#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "eight_tenants.hpp"

#include <libsched/base/random.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::perf {
namespace {

/// Customers of an M/M/1 queue at load 0.8, as a user of the engine would write it.
class SingleServer {
 public:
  explicit SingleServer(std::uint64_t customers) : customers_{customers} { arrive_later(); }
  std::uint64_t run() {
    engine_.run_until(kNever);
    return served_;
  }

 private:
  Duration draw(Purpose purpose, std::uint64_t n, double mean_ns) {
    Draw draw{key_, purpose, n};
    return Duration{std::llround(-std::log(draw.uniform()) * mean_ns)};
  }
  void arrive_later() {
    if (arrived_ == customers_) return;
    engine_.at(engine_.now() + draw(Purpose::kArrival, arrived_++, 1e6), {1, 0}, [this] { arrive(); });
  }
  void arrive() {
    waiting_.push_back(engine_.now());
    if (waiting_.size() == 1) serve();
    arrive_later();
  }
  void serve() {
    engine_.at(engine_.now() + draw(Purpose::kGpu, served_, 0.8e6), {0, 0}, [this] { leave(); });
  }
  void leave() {
    total_ += engine_.now() - waiting_.front();
    waiting_.pop_front();
    ++served_;
    if (!waiting_.empty()) serve();
  }

  des::Engine engine_;
  RandomKey key_{1, 1};
  std::uint64_t customers_;
  std::uint64_t arrived_ = 0;
  std::uint64_t served_ = 0;
  std::deque<Time> waiting_;
  Duration total_{};
};

void SingleServerCustomers(benchmark::State& state) {
  std::uint64_t served = 0;
  for (auto _ : state) served = SingleServer{100000}.run();
  count(state, "completed", served);
}
BENCHMARK(SingleServerCustomers)->Unit(benchmark::kMillisecond);

constexpr int kHolds = 400000;

/// Cheap numbers, the same for both queues: the queue is what is measured.
struct Gaps {
  std::uint64_t state = 88172645463325252;
  std::int64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<std::int64_t>(state >> 44) + 1;
  }
};

struct Holder {
  des::Engine engine;
  Gaps gaps;
  std::int64_t left = kHolds;
  std::uint64_t checksum = 0;
  void hold(std::uint32_t entity) {
    checksum = checksum * 31 + entity;
    if (--left > 0) {
      engine.at(engine.now() + Duration{gaps.next()}, {0, entity}, [this, entity] { hold(entity); });
    } else {
      engine.stop();
    }
  }
};

void HoldEngine(benchmark::State& state) {
  std::uint64_t checksum = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Holder holder;
    for (std::uint32_t e = 0; e < static_cast<std::uint32_t>(state.range(0)); ++e) {
      holder.engine.at(Time{Duration{holder.gaps.next()}}, {0, e}, [&holder, e] { holder.hold(e); });
    }
    state.ResumeTiming();
    holder.engine.run_until(kNever);
    checksum = holder.checksum;
  }
  count(state, "completed", kHolds);
  state.counters["checksum"] = static_cast<double>(checksum % 1000003);
}
BENCHMARK(HoldEngine)->Arg(10)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

/// What one writes first: a heap of whole events, each with its callback. Same order of events, no cancelling.
struct PlainEvent {
  std::int64_t time;
  std::uint64_t key;
  std::function<void()> run;
  bool operator>(const PlainEvent& other) const { return time != other.time ? time > other.time : key > other.key; }
};
struct PlainQueue {
  std::priority_queue<PlainEvent, std::vector<PlainEvent>, std::greater<>> queue;
  Gaps gaps;
  std::int64_t now = 0;
  std::uint64_t sequence = 0;
  std::int64_t left = kHolds;
  std::uint64_t checksum = 0;
  void add(std::int64_t time, std::uint32_t entity) {
    queue.push({time, std::uint64_t{entity} << 32 | (sequence++ & 0xFFFFFFFF), [this, entity] { hold(entity); }});
  }
  void hold(std::uint32_t entity) {
    checksum = checksum * 31 + entity;
    if (--left > 0) add(now + gaps.next(), entity);
  }
  void run() {
    while (left > 0) {
      PlainEvent event = queue.top();
      queue.pop();
      now = event.time;
      event.run();
    }
  }
};

void HoldPlain(benchmark::State& state) {
  std::uint64_t checksum = 0;
  for (auto _ : state) {
    state.PauseTiming();
    PlainQueue plain;
    for (std::uint32_t e = 0; e < static_cast<std::uint32_t>(state.range(0)); ++e) plain.add(plain.gaps.next(), e);
    state.ResumeTiming();
    plain.run();
    checksum = plain.checksum;
  }
  count(state, "completed", kHolds);
  state.counters["checksum"] = static_cast<double>(checksum % 1000003);
}
BENCHMARK(HoldPlain)->Arg(10)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

/// The leanest use of std::priority_queue: numbers only, the caller looks up what they mean.
struct Bare {
  std::int64_t time;
  std::uint64_t key;
  bool operator>(const Bare& other) const { return time != other.time ? time > other.time : key > other.key; }
};

void HoldBare(benchmark::State& state) {
  std::uint64_t checksum = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::priority_queue<Bare, std::vector<Bare>, std::greater<>> queue;
    Gaps gaps;
    std::uint64_t sequence = 0;
    const auto add = [&](std::int64_t time, std::uint64_t entity) {
      queue.push({time, entity << 32 | (sequence++ & 0xFFFFFFFF)});
    };
    for (std::uint64_t e = 0; e < static_cast<std::uint64_t>(state.range(0)); ++e) add(gaps.next(), e);
    state.ResumeTiming();
    checksum = 0;
    for (int n = 0; n < kHolds; ++n) {
      const Bare event = queue.top();
      queue.pop();
      checksum = checksum * 31 + (event.key >> 32);
      if (n + 1 < kHolds) add(event.time + gaps.next(), event.key >> 32);
    }
  }
  count(state, "completed", kHolds);
  state.counters["checksum"] = static_cast<double>(checksum % 1000003);
}
BENCHMARK(HoldBare)->Arg(10)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace libsched::perf
