#include <array>
#include <catch2/catch.hpp>

#include <libsched/analytic/stability.hpp>

namespace libsched::analytic {
namespace {

/// Three tenants that always have work of 7.6 ms, in at least 3 and at most `turns_high` turns.
TenantGroup busy(double turns_high) {
  return {3, 0, true, true, 7.6e-3, 7.6e-3, 1, 3, turns_high};
}

/// One tenant with 6 ms of work in exactly 4 turns.
TenantGroup asking(double rate_per_s) {
  return {1, rate_per_s, false, false, 6e-3, 6e-3, 1, 4, 4};
}

Stability verdict(double rate_per_s, double turns_high) {
  const std::array<TenantGroup, 2> groups = {busy(turns_high), asking(rate_per_s)};
  return stability(groups, {})[1];
}

}  // namespace

TEST_CASE("a backlogged tenant goes round with its neighbours", "[analytic][unit]") {
  // Neighbours' turns are 7.6 / 3 ms, so a cycle is 7.6 + 1.5 ms and a request of 4 turns takes 36.4 ms: 27.5 / s.
  CHECK(verdict(27.4, 3) == Stability::kUndecided);
  CHECK(verdict(27.6, 3) == Stability::kUnstable);
}

TEST_CASE("who may have short turns makes nobody unstable for certain", "[analytic][unit]") {
  // In up to 6 turns the neighbours' may be 7.6 / 6 ms: a request then takes 4 x (3.8 + 1.5) = 21.2 ms: 47.2 / s.
  CHECK(verdict(47.1, 6) == Stability::kUndecided);
  CHECK(verdict(47.3, 6) == Stability::kUnstable);
}

TEST_CASE("the tenant that asks too much is to blame, not its neighbour", "[analytic][unit]") {
  // Alone with the neighbour's 0.36 of the GPU, 3 x 112/s x 2.55 ms = 0.86 is too much. The neighbour takes turns of
  // 1.6 ms and needs 5 x 15/s of them: a cycle with the others backlogged is 3 x (1.6 + 1.275) + 1.3 = 9.9 ms, 0.74 of
  // what it may be.
  const std::array<TenantGroup, 3> groups = {{{3, 112, false, false, 2.55e-3, 2.55e-3, 1, 2, 2},
                                              {3, 15, false, false, 8e-3, 8e-3, 1, 5, 5},
                                              {2, 0, true, true, 1.95e-3, 1.95e-3, 1, 3, 3}}};
  const auto verdict = stability(groups, {});
  CHECK(verdict[0] == Stability::kUnstable);
  CHECK(verdict[1] == Stability::kUndecided);
}

}  // namespace libsched::analytic
