#include <libsched/place/power.hpp>

namespace libsched::place {
namespace {

struct Draw {
  std::int64_t idle_w;
  std::int64_t full_w;
};

struct Cpu {
  Draw draw;
  std::int64_t cores;  ///< of one package
};

struct PowerRow {
  std::string_view model;
  Draw gpu;
  Cpu cpu;
};

// GPU and CPU of a node by its GPU model, as in the authors' program (GitHub Fr4nz83/PWR-plugin-kubernetes).
constexpr Cpu kE5{{15, 120}, 16};
constexpr Cpu k8163{{20, 165}, 24};
constexpr Cpu k6326{{20, 185}, 16};
constexpr Cpu k8369{{20, 270}, 32};
// ASSUMED: an unlisted model has the GPU of an A10; the CPU of an unlisted model is the authors' own fallback.
constexpr PowerRow kUnknown{"", {30, 150}, kE5};
constexpr PowerRow kPower[] = {
    {"T4", {10, 70}, k8163},         {"A10", {30, 150}, kE5},         {"G2", {30, 150}, kE5},  // G2: taken as A10
    {"P100", {25, 250}, kE5},        {"V100M16", {30, 300}, k6326},   {"V100M32", {30, 300}, k6326},
    {"V100-16GB", {30, 300}, k6326}, {"V100-32GB", {30, 300}, k6326}, {"A100", {50, 400}, k8369},
    {"A100-40GB", {50, 400}, k8369}, {"A100-80GB", {50, 400}, k8369}, {"G3", {50, 400}, k8369},  // G3: taken as A100
};

const PowerRow& row_of(std::string_view model) {
  for (const PowerRow& row : kPower) {
    if (row.model == model) return row;
  }
  return kUnknown;
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

std::int64_t node_power_w(const Node& node, std::span<const MilliGpu> gpus, MilliCpu cpu) {
  const PowerRow& row = row_of(node.gpu_model);
  std::int64_t power = 0;
  for (const MilliGpu left : gpus) power += left == kWholeGpu ? row.gpu.idle_w : row.gpu.full_w;
  constexpr std::int64_t kMilliCpuOfCore = 2000;  // two hardware threads
  const std::int64_t cores = ceil_div(node.cpu.raw(), kMilliCpuOfCore);
  const std::int64_t idle_cores = cpu.raw() / kMilliCpuOfCore;
  const std::int64_t packages = ceil_div(cores, row.cpu.cores);
  const std::int64_t active = ceil_div(cores - idle_cores, row.cpu.cores);
  return power + active * row.cpu.draw.full_w + (packages - active) * row.cpu.draw.idle_w;
}

}  // namespace libsched::place
