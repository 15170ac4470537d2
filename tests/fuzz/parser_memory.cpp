// For many runs (README.md): yaml-cpp's memory from one free list for each size, since most of a run would else be the
// sanitizer's allocator under the parser. `operator new` of everybody else stays the sanitizer's; memory may be given
// back from either side, so each `operator delete` looks whose it is. One thread.
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

// The sanitizer's own operators, under other names.
extern "C" void* asan_Znwm(std::size_t size);
extern "C" void asan_ZdlPv(void* memory);
extern "C" void asan_ZdlPvm(void* memory, std::size_t size);

namespace {

constexpr std::uintptr_t kBegin = 0x580000000000;  // where the sanitizer keeps nothing
constexpr std::size_t kSpace = std::size_t{1} << 34;
constexpr std::size_t kLargest = 4096, kStep = 16;
constexpr std::uintptr_t kFree = ~std::uintptr_t{0};

std::uintptr_t next = 0;
void* lists[kLargest / kStep + 1];

bool is_ours(void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) - kBegin < kSpace;
}

void give_back(void* memory) {
  void** at = static_cast<void**>(memory);
  const auto steps = reinterpret_cast<std::uintptr_t>(at[-1]);
  if (steps > kLargest / kStep) __builtin_trap();  // given back twice, or overwritten
  at[-1] = reinterpret_cast<void*>(kFree);
  at[0] = lists[steps];
  lists[steps] = at;
}

}  // namespace

/// What yaml-cpp's `operator new` is renamed to.
extern "C" void* yaml_new(std::size_t size) {
  if (size > kLargest) return asan_Znwm(size);
  const std::size_t steps = size == 0 ? 1 : (size + kStep - 1) / kStep;
  void** at = static_cast<void**>(lists[steps]);
  if (at != nullptr) {
    lists[steps] = at[0];
  } else {
    if (next == 0) {
      next = kBegin;
      constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
      void* const wanted = reinterpret_cast<void*>(kBegin);
      if (mmap(wanted, kSpace, PROT_READ | PROT_WRITE, kFlags, -1, 0) != wanted) __builtin_trap();
    }
    at = reinterpret_cast<void**>(next + kStep);  // before it is the number of steps
    next += kStep + steps * kStep;
    if (next > kBegin + kSpace) __builtin_trap();
  }
  at[-1] = reinterpret_cast<void*>(steps);
  return at;
}

void operator delete(void* memory) noexcept {
  is_ours(memory) ? give_back(memory) : asan_ZdlPv(memory);
}
void operator delete(void* memory, std::size_t size) noexcept {
  is_ours(memory) ? give_back(memory) : asan_ZdlPvm(memory, size);
}
