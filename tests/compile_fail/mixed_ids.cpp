#include <libsched/base/ids.hpp>

// An index into one table is not an index into another.
constexpr libsched::GpuId kGpu{1};
#ifdef MUST_FAIL
constexpr bool kSame = kGpu == libsched::TenantId{1};
#else
constexpr bool kSame = kGpu == libsched::GpuId{1};
static_assert(kSame);
#endif
