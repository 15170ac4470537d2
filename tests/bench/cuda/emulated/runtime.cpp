// The part of CUDA's runtime that slicewise-bench-cuda uses, for the emulated GPU.
#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include "gpu.hpp"

namespace {

std::mutex mutex;
std::map<void*, std::size_t>& blocks() {
  static auto& all = *new std::map<void*, std::size_t>;
  return all;
}
cudaError_t last = cudaSuccess;

cudaError_t map_memory(void** start, std::size_t bytes) {
  *start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (*start == MAP_FAILED) return cudaErrorMemoryAllocation;
  const std::lock_guard lock{mutex};
  blocks()[*start] = bytes;
  return cudaSuccess;
}
std::size_t unmap_memory(void* start) {
  const std::lock_guard lock{mutex};
  const auto found = blocks().find(start);
  if (found == blocks().end()) return 0;
  const std::size_t bytes = found->second;
  munmap(start, bytes);
  blocks().erase(found);
  return bytes;
}

struct Marker {
  std::int64_t count = 0;
};

}  // namespace

extern "C" {

cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int) {
  return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned int) {
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* card, int) {
  std::memset(card, 0, sizeof *card);
  std::strcpy(card->name, "emulated, not a GPU");
  card->multiProcessorCount = emulated::kMultiprocessors;
  card->totalGlobalMem = static_cast<std::size_t>(emulated::kMemory);
  card->sharedMemPerBlockOptin = 64 * 1024;
  card->l2CacheSize = 4 << 20;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int) {
  std::snprintf(text, static_cast<std::size_t>(length), "0000:00:00.0");
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  *value = which == cudaDevAttrMultiProcessorCount ? emulated::kMultiprocessors : 0;
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = static_cast<std::size_t>(emulated::free_memory());
  *total = static_cast<std::size_t>(emulated::kMemory);
  return cudaSuccess;
}
cudaError_t cudaMalloc(void** start, std::size_t bytes) {
  if (!emulated::take_memory(static_cast<std::int64_t>(bytes))) return last = cudaErrorMemoryAllocation;
  return map_memory(start, bytes);
}
cudaError_t cudaFree(void* start) {
  emulated::give_memory(static_cast<std::int64_t>(unmap_memory(start)));
  return cudaSuccess;
}
cudaError_t cudaHostAlloc(void** start, std::size_t bytes, unsigned int) {
  return map_memory(start, bytes);
}
cudaError_t cudaMallocHost(void** start, std::size_t bytes) {
  return map_memory(start, bytes);
}
cudaError_t cudaFreeHost(void* start) {
  unmap_memory(start);
  return cudaSuccess;
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  *device = host;
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  emulated::wait();
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = nullptr;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  emulated::wait();
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  emulated::wait();
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
  *event = reinterpret_cast<cudaEvent_t>(new Marker);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete reinterpret_cast<Marker*>(event);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  reinterpret_cast<Marker*>(event)->count = emulated::launched();
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  emulated::wait_until_ended(reinterpret_cast<Marker*>(event)->count);
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  const cudaError_t was = last;
  last = cudaSuccess;
  return was;
}
const char* cudaGetErrorName(cudaError_t code) {
  return code == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaError";
}
const char* cudaGetErrorString(cudaError_t) {
  return "an error of the emulated GPU";
}

}  // extern "C"
