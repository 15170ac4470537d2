#include <libsched/base/quantity.hpp>

// Amounts of different things do not add up.
using MilliGpu = libsched::Quantity<struct MilliGpuTag>;
constexpr libsched::Mebibytes kMemory{1024};
constexpr MilliGpu kShare{500};
#ifdef MUST_FAIL
constexpr auto kSum = kMemory + kShare;
#else
constexpr auto kSum = kMemory + kMemory;
static_assert(kSum.raw() == 2048 && kShare.raw() == 500);
#endif
