#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace slicewise::bench::cuda {

/// Exponential with mean 1: between Poisson arrivals, and thinking. The same for the same seed on every machine.
double unit_pause(std::mt19937_64& random);

/// Delays spread evenly over [0, longest_ns) in a shuffled order, so that no phase of a slice is missed or aliased.
std::vector<std::int64_t> spread_delays(std::int64_t longest_ns, std::size_t count, std::uint64_t seed);

/// One cycle through 0..n-1 in random order: following `next` visits each line once before it repeats (Sattolo).
std::vector<std::uint32_t> one_cycle(std::size_t n, std::uint64_t seed);

}  // namespace slicewise::bench::cuda
