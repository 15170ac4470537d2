#pragma once

#include <cstddef>

#include <libsched/scenario/detail/cursor.hpp>

namespace libsched::scenario::detail {

// What the numbers of a scenario may be. The upper ends are far beyond any GPU and keep sums of whole nanoseconds
// inside 64 bits; the lower ends keep a positive time from rounding to none. The JSON Schema repeats them.

inline constexpr Range kTimeMs{0.0, 1e9};      ///< a time that may be absent: host, copy, think
inline constexpr Range kWorkMs{1e-6, 1e9};     ///< GPU work: at least one nanosecond
inline constexpr Range kRate{1e-6, 1e9};       ///< per second
inline constexpr Range kRegimeRate{0.0, 1e9};  ///< a regime may be silent
inline constexpr Range kRegimeSeconds{1e-6, 1e9};
inline constexpr Range kSliceUs{1e-3, 1e9};
inline constexpr Range kSwitchUs{0.0, 1e9};
inline constexpr Range kMemoryMib{0.0, 1e9, true};
inline constexpr Range kSeconds{1e-6, 1e9};
inline constexpr Range kFraction{0.0, 1.0};
inline constexpr Range kPositiveFraction{0.0, 1.0, true};
inline constexpr Range kVariation{0.0, 100.0};  ///< coefficient of variation
inline constexpr Range kBatchMean{1.0, 1e6};

inline constexpr int kMostPods = 100'000;
inline constexpr int kMostGpus = 10'000;
inline constexpr int kLeastReplicas = 2;
inline constexpr int kMostReplicas = 1024;
inline constexpr int kMostBursts = 1'000'000;
inline constexpr int kMostPerPod = 1024;  ///< processes, streams
inline constexpr int kMostClients = 10'000;
inline constexpr int kMostBatch = 1'000'000;
inline constexpr int kMostErlangStages = 1'000'000;
inline constexpr std::size_t kMostRegimes = 1000;
inline constexpr std::size_t kMostWorkloads = 1000;
/// Pods times processes times clients over the whole file: what a run must hold in memory.
inline constexpr long long kMostClientsInAll = 1'000'000;

}  // namespace libsched::scenario::detail
