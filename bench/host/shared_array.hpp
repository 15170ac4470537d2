#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <type_traits>

namespace slicewise::bench::host {

/// Memory that children write and the parent reads, there before they start: nobody takes a page fault while measuring.
template <class T>
class SharedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit SharedArray(std::size_t size) : size_{size} {
    void* at = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (at == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no memory to share with children");
    data_ = static_cast<T*>(at);
  }
  ~SharedArray() { munmap(static_cast<void*>(data_), bytes()); }
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;
  T& operator[](std::size_t i) const { return data_[i]; }
  T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }
  std::size_t size_;
  T* data_ = nullptr;
};

}  // namespace slicewise::bench::host
