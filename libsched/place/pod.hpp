#pragma once

#include <optional>
#include <string>

#include <libsched/base/result.hpp>
#include <libsched/place/amounts.hpp>

namespace libsched::place {

/// How a pod's GPU memory is divided among its GPUs.
enum class MemorySplit {
  kEqual,   ///< every GPU gives the same amount
  kUneven,  ///< the GPUs with most free memory are taken, and each gives what it has, as evenly as that allows
};

/// What a pod asks of its node. Whole GPUs: `per_gpu` = 1000. A share: one GPU and less than 1000 of it.
struct PodRequest {
  MilliCpu cpu;
  Mebibytes memory;
  int gpu_count = 0;
  MilliGpu per_gpu;
  std::string gpu_models;  ///< allowed models, `|` between them; empty = any
  Mebibytes gpu_memory;    ///< on each of its GPUs; times gpu_count to be divided unevenly; 0 = not asked
  MemorySplit split = MemorySplit::kEqual;

  bool share() const { return gpu_count == 1 && per_gpu < kWholeGpu; }
  MilliGpu gpu_demand() const { return per_gpu * gpu_count; }
  friend bool operator==(const PodRequest&, const PodRequest&) = default;
};

struct Pod {
  std::string name;
  PodRequest request;
};

/// What is wrong with the pod, without its place; nothing if it can be placed on some node.
Issues problems(const Pod& pod);

}  // namespace libsched::place
