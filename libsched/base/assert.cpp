#include <libsched/base/assert.hpp>

#include <cstdio>
#include <cstdlib>

namespace libsched::detail {

void assertion_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s (%s)\n", file, line, condition, why);
  std::abort();
}

}  // namespace libsched::detail
