#include "arrivals.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace slicewise::bench::cuda {
namespace {

/// In (0, 1]. The standard's distributions differ between libraries, its engines do not.
double uniform(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 11) + 1.0) * 0x1.0p-53;
}

std::size_t below(std::mt19937_64& random, std::size_t n) {
  return static_cast<std::size_t>(random() % n);
}

}  // namespace

double unit_pause(std::mt19937_64& random) {
  return -std::log(uniform(random));
}

std::vector<std::int64_t> spread_delays(std::int64_t longest_ns, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::vector<std::int64_t> delays(count);
  const double step = static_cast<double>(longest_ns) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i)
    delays[i] = static_cast<std::int64_t>(step * (static_cast<double>(i) + 1.0 - uniform(random)));
  for (std::size_t i = count; i > 1; --i) std::swap(delays[i - 1], delays[below(random, i)]);
  return delays;
}

std::vector<std::uint32_t> one_cycle(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::vector<std::uint32_t> next(n);
  std::iota(next.begin(), next.end(), 0U);
  for (std::size_t i = n; i > 1; --i) std::swap(next[i - 1], next[below(random, i - 1)]);
  return next;
}

}  // namespace slicewise::bench::cuda
