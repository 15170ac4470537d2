#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include <libsched/analytic/side_by_side.hpp>

namespace libsched::analytic {
namespace {

/// Clients whose requests are 10 ms of GPU work and nothing else.
ClientGroup asking(int clients, double rate_per_s, double width, double cap = 1) {
  return {{clients, rate_per_s, false, false, 0.01, 0.01 * cap}, width, cap};
}

Stability alone(const ClientGroup& group) {
  return stability_side_by_side(std::array{group})[0];
}

/// A client beside three like it that get 5 requests/s each.
Stability beside_three(double rate_per_s, double width, double cap) {
  return stability_side_by_side(std::array{asking(1, rate_per_s, width, cap), asking(3, 5, width, cap)})[0];
}

}  // namespace

TEST_CASE("clients of a fair share each keep up together below a load of 1", "[analytic][unit]") {
  CHECK(alone(asking(4, 24.9, 1)) == Stability::kStable);
  CHECK(alone(asking(4, 25.1, 1)) == Stability::kUndecided);
}

TEST_CASE("narrow clients do more together than one after the other", "[analytic][unit]") {
  // Own load 0.01 r, that of the three others at a fifth: 0.016 r < 1.
  CHECK(alone(asking(4, 62.4, 0.2)) == Stability::kStable);
  CHECK(alone(asking(4, 62.6, 0.2)) == Stability::kUndecided);
  CHECK(alone(asking(4, 100.1, 0.2)) == Stability::kUnstable);
}

TEST_CASE("a cap counts for the client's own work and not for its neighbours'", "[analytic][unit]") {
  // 1.6 x 0.01 r + 3 x 0.05 < 1.
  CHECK(beside_three(53.1, 1, 1.6) == Stability::kStable);
  CHECK(beside_three(53.2, 1, 1.6) == Stability::kUndecided);
}

TEST_CASE("clients that are wider than a fair share slow each other below the whole", "[analytic][unit]") {
  // 2 x (0.01 r + 3 x 0.05) < 1: all together have half of the GPU.
  CHECK(beside_three(34.9, 2, 1) == Stability::kStable);
  CHECK(beside_three(35.1, 2, 1) == Stability::kUndecided);
}

TEST_CASE("who has host time is stable by itself or not at all, and counts for its neighbours", "[analytic][unit]") {
  ClientGroup host = asking(1, 30, 1);
  host.asks.off_gpu_s = host.asks.serial_s = 0.01;
  host.asks.serial_s += host.asks.gpu_s;
  // 10 ms + 10 ms x 2 for each request: up to 33.3 / s, whoever the neighbour is.
  CHECK(stability_side_by_side(std::array{host, asking(1, 69, 1)}) ==
        std::vector{Stability::kStable, Stability::kStable});
  CHECK(stability_side_by_side(std::array{host, asking(1, 71, 1)}) ==
        std::vector{Stability::kStable, Stability::kUndecided});
  host.asks.rate_per_s = 34;
  CHECK(stability_side_by_side(std::array{host, asking(1, 65, 1)}) ==
        std::vector{Stability::kUndecided, Stability::kUndecided});
  host.asks.off_gpu_s = std::numeric_limits<double>::infinity();
  host.asks.rate_per_s = 1;
  CHECK(alone(host) == Stability::kUndecided);
}

TEST_CASE("a closed loop and a queue shared with other GPUs may always be there", "[analytic][unit]") {
  ClientGroup other = asking(1, 1, 1);
  const auto beside = [&] { return stability_side_by_side(std::array{other, asking(1, 60, 1)})[1]; };
  CHECK(beside() == Stability::kStable);
  other.asks.rate_is_most = false;
  CHECK(beside() == Stability::kUndecided);
  other.asks.rate_is_most = true;
  other.asks.closed = true;
  CHECK(beside() == Stability::kUndecided);
  CHECK(stability_side_by_side(std::array{other, asking(1, 49, 1)})[1] == Stability::kStable);
}

}  // namespace libsched::analytic
