#include <catch2/catch.hpp>

#include <libsched/analytic/closed_clients.hpp>
#include <libsched/analytic/md1.hpp>
#include <libsched/analytic/round_robin.hpp>
#include <libsched/analytic/single_server.hpp>
#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {

constexpr double kSeconds = 4000 * kTestLength;  // of requests of 1 ms: 4 million service times

Distribution hyper() {
  return Distribution::Law{Distribution::Hyperexponential{{0.9, 0.1}, {0.5, 5.5}}};
}
Distribution exponential(double mean) {
  return Distribution::Law{Distribution::Exponential{mean}};
}

const actors::LatencySummary& latency(const actors::Outcome& outcome) {
  return *outcome.workloads[0].latency;
}

}  // namespace

TEST_CASE("an exclusive GPU with Poisson arrivals and exponential requests is M/M/1", "[actors][oracle]") {
  for (const double load : {0.3, 0.7}) {
    const auto outcome = run_seconds(system(workload::Poisson{load * 1000}, exponential(1)), kSeconds);
    INFO("load " << load);
    CHECK(covers(latency(outcome).mean_ms, analytic::mm1_mean(load, 1)));
    CHECK(covers(latency(outcome).quantile_ms[2], analytic::mm1_quantile(load, 1, 0.95)));
    CHECK(covers(latency(outcome).quantile_ms[3], analytic::mm1_quantile(load, 1, 0.99)));
    CHECK(to_seconds(outcome.gpus[0].busy) / kSeconds == Approx(load).epsilon(0.01));
  }
}

TEST_CASE("constant requests make it M/D/1", "[actors][oracle]") {
  for (const double load : {0.5, 0.7}) {
    const auto outcome = run_seconds(system(workload::Poisson{load * 1000}, Distribution::constant(1)), kSeconds);
    INFO("load " << load);
    CHECK(covers(latency(outcome).mean_ms, 1 + load / (2 * (1 - load))));
    CHECK(covers(latency(outcome).quantile_ms[2], 1 + analytic::md1_wait_quantile(load, 1, 0.95)));
    CHECK(covers(latency(outcome).quantile_ms[3], 1 + analytic::md1_wait_quantile(load, 1, 0.99)));
  }
}

TEST_CASE("any service law has the Pollaczek-Khinchine mean", "[actors][oracle]") {
  const auto check = [](double load, const Distribution& law, double mean_wait) {
    const auto outcome = run_seconds(system(workload::Poisson{load * 1000}, law), kSeconds);
    CHECK(covers(latency(outcome).mean_ms, mean_wait + 1));
  };
  check(0.7, Distribution::Law{Distribution::Erlang{1, 4}}, 1.458333);
  check(0.7, hyper(), 7.583333);
  check(0.8, Distribution::Law{Distribution::Uniform{0, 2}}, 2.666667);
}

TEST_CASE("batches multiply the mean of M/M/1 by their geometric size", "[actors][oracle]") {
  for (const auto& [batches_per_ms, size] : {std::pair{0.3, 2.0}, {0.2, 3.0}}) {
    const Distribution law{Distribution::Law{Distribution::Geometric{size}}};
    const auto outcome = run_seconds(system(workload::Batch{batches_per_ms * 1000, law}, exponential(1)), kSeconds);
    INFO("size " << size);
    CHECK(covers(latency(outcome).mean_ms,
                 analytic::batch_mm1_mean(batches_per_ms, size, analytic::geometric_second_moment(size), 1)));
  }
}

TEST_CASE("saturated clients with constant requests take exactly N (x + k d)", "[actors][oracle]") {
  struct Point {
    int clients;
    double x, slice, cost;
  };
  for (const hw::Ring ring : {hw::Ring::kArrival, hw::Ring::kCreation}) {
    for (const Point p : {Point{2, 5, 2, 0.1}, {4, 10, 2, 0.1}, {4, 1, 2, 0.2}, {6, 4, 1, 0.15}, {3, 7, 3, 0.05}}) {
      actors::StopRule rule;
      const auto outcome = actors::run(system(workload::Closed{}, Distribution::constant(p.x), p.clients,
                                              share::ModeKind::kTimeSlicing, slices(p.slice, p.cost, ring)),
                                       rule);
      const double response = analytic::saturated_response(p.clients, p.x, p.slice, p.cost);
      CHECK(latency(outcome).mean_ms.value == Approx(response).epsilon(1e-12));
      CHECK(latency(outcome).quantile_ms[3].value == Approx(response).epsilon(1e-12));
      CHECK(to_seconds(outcome.gpus[0].busy) / to_seconds(outcome.end) ==
            Approx(analytic::saturated_useful_fraction(p.x, p.slice, p.cost)).epsilon(1e-3));
    }
  }
}

TEST_CASE("a rare probe among saturating neighbours waits for the rest of a slice and whole turns",
          "[actors][oracle]") {
  struct Point {
    int clients;
    double x, slice, cost;
  };
  for (const Point p : {Point{2, 0.5, 2, 0.1}, {4, 0.5, 2, 0.1}, {4, 5, 2, 0.1}}) {
    auto spec = system(workload::Closed{}, Distribution::constant(1e7), p.clients - 1, share::ModeKind::kTimeSlicing,
                       slices(p.slice, p.cost));
    actors::WorkloadSpec probe;
    probe.arrivals = workload::Deterministic{0.10309};  // probes never meet; their phases fill the grid evenly
    probe.laws.gpu = Distribution::constant(p.x);
    spec.workloads.push_back(probe);
    spec.pods.push_back({1, 0, 0, 1});
    const auto outcome = run_seconds(spec, 60000);
    const auto& probed = *outcome.workloads[1].latency;
    const auto truth = analytic::light_probe(p.clients, p.x, p.slice, p.cost);
    INFO("N " << p.clients << " x " << p.x);
    CHECK(probed.mean_ms.value == Approx(truth.mean()).epsilon(0.01));
    CHECK(probed.quantile_ms[2].value == Approx(truth.quantile(0.95)).epsilon(0.01));
    CHECK(probed.quantile_ms[3].value == Approx(truth.quantile(0.99)).epsilon(0.01));
    CHECK(probed.max_ms <= truth.high * (1 + 1e-9));
  }
}

TEST_CASE("closed clients before one exclusive GPU are the machine repairman", "[actors][oracle]") {
  struct Point {
    int clients;
    double think;
  };
  for (const Point p : {Point{2, 1}, {4, 3}, {16, 5}}) {
    const auto outcome =
        run_seconds(system(workload::Closed{p.clients, exponential(p.think)}, exponential(1)), kSeconds / 4);
    const auto truth = analytic::closed_clients(p.clients, 1, p.think);
    INFO("N " << p.clients);
    CHECK(covers(latency(outcome).mean_ms, truth.response));
    CHECK(covers(latency(outcome).throughput_per_s, truth.throughput * 1000));
  }
}

TEST_CASE("closed clients of one tenant each, with short slices, are the machine repairman whatever the service law",
          "[actors][oracle]") {
  // One request in each tenant at most: this fleet is processor sharing.
  struct Point {
    int tenants;
    double think;
  };
  for (const Point p : {Point{4, 3}, {6, 6}}) {
    for (const Distribution& law : {Distribution::constant(1), exponential(1), hyper()}) {
      const auto outcome = run_seconds(system(workload::Closed{1, exponential(p.think)}, law, p.tenants,
                                              share::ModeKind::kTimeSlicing, slices(0.01, 0)),
                                       kSeconds / 8);
      const auto truth = analytic::closed_clients(p.tenants, 1, p.think);
      INFO("N " << p.tenants);
      CHECK(covers(latency(outcome).mean_ms, truth.response));
      CHECK(covers(latency(outcome).throughput_per_s, truth.throughput * 1000));
    }
  }
}

TEST_CASE("turns of one request each have the exact mean of round robin with switch costs", "[actors][oracle]") {
  // Each switch costs the same whoever is next; a lone tenant pays nothing, so the formula, which charges every turn,
  // is an upper bound, and without cost it is exact.
  const auto outcome = run_seconds(
      system(workload::Poisson{200}, exponential(1), 4, share::ModeKind::kTimeSlicing, slices(0.5, 0)), kSeconds);
  CHECK(covers(latency(outcome).mean_ms, 5.0));
  const auto costly = run_seconds(
      system(workload::Poisson{150}, exponential(1), 4, share::ModeKind::kTimeSlicing, slices(0.25, 0.05)), kSeconds);
  const double bound = analytic::round_robin(0.6, 1, 0.25, 0.05).mean;
  CHECK(latency(costly).mean_ms.value < bound);
  CHECK(latency(costly).mean_ms.value > 2.5);  // M/G/1-PS without any switch cost
}
