#include <libsched/base/time.hpp>

// A point in time plus a point in time has no meaning.
constexpr libsched::Time kStart{};
#ifdef MUST_FAIL
constexpr auto kLater = kStart + kStart;
#else
constexpr auto kLater = kStart + libsched::Duration{5};
static_assert(kLater > kStart);
#endif
