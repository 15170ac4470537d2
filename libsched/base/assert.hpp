#pragma once

namespace libsched::detail {
[[noreturn]] void assertion_failed(const char* condition, const char* why, const char* file, int line);
}

/// Our bug, never the user's: says why `condition` must hold and stops. On in every preset but `release`.
#ifdef NDEBUG
#define LIBSCHED_ASSERT(condition, why) ((void)0)
#else
#define LIBSCHED_ASSERT(condition, why) \
  ((condition) ? (void)0 : ::libsched::detail::assertion_failed(#condition, why, __FILE__, __LINE__))
#endif
