#include <libsched/actors/source.hpp>

#include <algorithm>
#include <array>

#include <libsched/actors/order.hpp>
#include <libsched/workload/duration_law.hpp>

namespace libsched::actors {

namespace {

/// Times between the events of a Poisson process, whose rate may change; at least 1 ns, so that the clock moves.
class PoissonGaps {
 public:
  PoissonGaps(RandomKey key, Purpose purpose) : key_{key}, purpose_{purpose} {}

  Duration next(double rate_per_s) {
    if (n_ % 4 == 0) units_ = unit_.sample_four(key_, purpose_, n_);
    return std::max(Duration{1}, from_seconds(std::min(units_[n_++ % 4] / rate_per_s, 1e9)));
  }

 private:
  workload::Distribution unit_{workload::Distribution::Law{workload::Distribution::Exponential{1.0}}};
  RandomKey key_;
  Purpose purpose_;
  std::uint64_t n_ = 0;
  std::array<double, 4> units_{};
};

class PoissonSource final : public Source {
 public:
  template <class... Args>
  explicit PoissonSource(const workload::Poisson& process, Args&&... args)
      : Source{std::forward<Args>(args)...}, process_{process}, gaps_{key_, Purpose::kArrival} {}
  void start() override { schedule(); }

 private:
  void schedule() {
    engine_.at(engine_.now() + gaps_.next(process_.rate_per_s), arrival_order(), [this] {
      schedule();
      emit();
    });
  }
  workload::Poisson process_;
  PoissonGaps gaps_;
};

class DeterministicSource final : public Source {
 public:
  template <class... Args>
  explicit DeterministicSource(const workload::Deterministic& process, std::uint64_t phases, Args&&... args)
      : Source{std::forward<Args>(args)...},
        period_ns_{1e9 / process.rate_per_s},
        phase_{Draw{key_, Purpose::kPhase, phases}.uniform()} {}
  void start() override { schedule(); }

 private:
  void schedule() {
    // From the count, not from the last arrival: a period that is no whole number of nanoseconds must not drift.
    const Time at{Duration{rounded((phase_ + static_cast<double>(n_++)) * period_ns_)}};
    engine_.at(at, arrival_order(), [this] {
      schedule();
      emit();
    });
  }
  double period_ns_;
  double phase_;
  std::uint64_t n_ = 0;
};

class BatchSource final : public Source {
 public:
  template <class... Args>
  explicit BatchSource(const workload::Batch& process, Args&&... args)
      : Source{std::forward<Args>(args)...}, process_{process}, gaps_{key_, Purpose::kArrival} {}
  void start() override { schedule(); }

 private:
  void schedule() {
    engine_.at(engine_.now() + gaps_.next(process_.batches_per_s), arrival_order(), [this] {
      Draw draw{key_, Purpose::kBatchSize, n_++};
      const auto size = rounded(process_.size.sample(draw));
      schedule();
      for (long long i = 0; i < size; ++i) emit();
    });
  }
  workload::Batch process_;
  PoissonGaps gaps_;
  std::uint64_t n_ = 0;
};

/// Markov-modulated Poisson: regimes are visited in turn, each for an exponential time. The next arrival is drawn anew
/// at a change of regime, which an exponential gap allows.
class MmppSource final : public Source {
 public:
  template <class... Args>
  explicit MmppSource(const workload::Mmpp& process, Args&&... args)
      : Source{std::forward<Args>(args)...},
        process_{process},
        stays_{key_, Purpose::kRegime},
        gaps_{key_, Purpose::kArrival} {}
  void start() override { enter(0); }

 private:
  void enter(std::size_t regime) {
    regime_ = regime;
    engine_.cancel(arrival_);
    engine_.at(engine_.now() + stays_.next(1 / process_.mean_s[regime_]), arrival_order(),
               [this] { enter((regime_ + 1) % process_.mean_s.size()); });
    schedule();
  }
  void schedule() {
    if (process_.rates_per_s[regime_] <= 0) return;
    arrival_ = engine_.at(engine_.now() + gaps_.next(process_.rates_per_s[regime_]), arrival_order(), [this] {
      schedule();
      emit();
    });
  }
  workload::Mmpp process_;
  PoissonGaps stays_;
  PoissonGaps gaps_;
  std::size_t regime_ = 0;
  des::Handle arrival_;
};

class TraceSource final : public Source {
 public:
  template <class... Args>
  explicit TraceSource(const workload::Trace& process, Args&&... args)
      : Source{std::forward<Args>(args)...}, process_{process} {}
  void start() override { schedule(); }

 private:
  void schedule() {
    if (next_ == process_.at.size()) return;
    engine_.at(process_.at[next_++], arrival_order(), [this] {
      schedule();
      emit();
    });
  }
  const workload::Trace& process_;
  std::size_t next_ = 0;
};

/// Clients that think, ask, wait for the answer, and think again.
class ClosedSource final : public Source {
 public:
  template <class... Args>
  explicit ClosedSource(const workload::Closed& process, Args&&... args)
      : Source{std::forward<Args>(args)...},
        concurrency_{process.concurrency},
        law_{process.think_ms},
        think_{law_, key_, Purpose::kThink} {}
  void start() override {
    for (int client = 0; client < concurrency_; ++client) think();
  }
  void on_complete(const Arrived&) override { think(); }

 private:
  void think() {
    const Duration time = think_[n_++];
    if (time > Duration::zero()) {
      engine_.at(engine_.now() + time, arrival_order(), [this] { emit(); });
    } else {
      engine_.soon(arrival_order(), [this] { emit(); });
    }
  }
  int concurrency_;
  workload::DurationLaw law_;
  workload::DurationStream think_;
  std::uint64_t n_ = 0;
};

}  // namespace

des::Order Source::arrival_order() const {
  return order(EventKind::kArrival, order_entity_);
}

void Source::emit() {
  const Arrived request{engine_.now(), emitted_++, this};
  std::size_t target = 0;
  if (route_ == workload::Route::kRoundRobin) {
    target = static_cast<std::size_t>(request.number % queues_.size());
  } else if (queues_.size() > 1) {
    Draw draw{key_, Purpose::kRoute, request.number};
    target = static_cast<std::size_t>(draw.uniform() * static_cast<double>(queues_.size()));
  }
  RequestQueue* const queue = queues_[target];
  if (queue == nullptr) return;
  recorder_.on_arrival();
  if (recorder_.admits(queue->waiting())) queue->arrive(request);
}

std::unique_ptr<Source> make_source(const workload::ArrivalProcess& process, des::Engine& engine, RandomKey key,
                                    const RequestLaws& laws, std::uint32_t order_entity, Recorder& recorder,
                                    std::vector<RequestQueue*> queues, workload::Route route, std::uint64_t phases) {
  const auto make = [&]<class T, class P, class... More>(std::type_identity<T>, const P& p,
                                                         More... more) -> std::unique_ptr<Source> {
    return std::make_unique<T>(p, more..., engine, key, laws, order_entity, recorder, std::move(queues), route);
  };
  struct Visitor {
    decltype(make)& build;
    std::uint64_t phases;
    auto operator()(const workload::Poisson& p) { return build(std::type_identity<PoissonSource>{}, p); }
    auto operator()(const workload::Deterministic& p) {
      return build(std::type_identity<DeterministicSource>{}, p, phases);
    }
    auto operator()(const workload::Batch& p) { return build(std::type_identity<BatchSource>{}, p); }
    auto operator()(const workload::Mmpp& p) { return build(std::type_identity<MmppSource>{}, p); }
    auto operator()(const workload::Trace& p) { return build(std::type_identity<TraceSource>{}, p); }
    auto operator()(const workload::Closed& p) { return build(std::type_identity<ClosedSource>{}, p); }
  };
  return std::visit(Visitor{make, phases}, process);
}

}  // namespace libsched::actors
