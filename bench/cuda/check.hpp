#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace slicewise::bench::cuda {

/// A CUDA call failed: which, where, and CUDA's own words.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const char* call, const char* file, int line)
      : std::runtime_error{std::string{call} + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ", " +
                           file + ":" + std::to_string(line) + ")"},
        code_{code} {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

inline void check(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) throw CudaError{code, call, file, line};
}

/// For destructors: they report and never throw.
inline void report(cudaError_t code, const char* call) noexcept {
  if (code != cudaSuccess) std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(code));
}

}  // namespace slicewise::bench::cuda

#define CUDA_CHECK(call) ::slicewise::bench::cuda::check((call), #call, __FILE__, __LINE__)
#define CUDA_REPORT(call) ::slicewise::bench::cuda::report((call), #call)
