#pragma once

#include <cstdint>
#include <vector>

namespace slicewise::bench::cuda {

/// Poisson arrivals from 0 to `seconds`, in ns; the same for the same seed on every machine.
std::vector<std::int64_t> poisson_arrivals(double rate_per_s, double seconds, std::uint64_t seed);

/// Delays spread evenly over [0, longest_ns) in a shuffled order, so that no phase of a slice is missed or aliased.
std::vector<std::int64_t> spread_delays(std::int64_t longest_ns, std::size_t count, std::uint64_t seed);

/// One cycle through 0..n-1 in random order: following `next` visits each line once before it repeats (Sattolo).
std::vector<std::uint32_t> one_cycle(std::size_t n, std::uint64_t seed);

}  // namespace slicewise::bench::cuda
