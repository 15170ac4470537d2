#include "environment.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kProhibited = 2;        // cudaComputeModeProhibited
constexpr int kExclusiveProcess = 3;  // cudaComputeModeExclusiveProcess
constexpr int kInsufficientDriver = 35;
constexpr int kNoDevice = 100;

}  // namespace

std::string cuda_version(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::optional<Obstacle> obstacle(const Found& found) {
  const auto no_device = [](std::string why) { return Obstacle{true, std::move(why)}; };
  const auto wrong = [](std::string why) { return Obstacle{false, std::move(why)}; };
  if (found.driver_version == 0)
    return no_device("no NVIDIA driver here (libcuda.so.1); in a container, start it with a GPU");
  if (found.error == kInsufficientDriver)
    return wrong("the driver knows CUDA up to " + cuda_version(found.driver_version) + ", this program needs " +
                 cuda_version(found.runtime_version) + "; install a newer driver or build with an older CUDA");
  // Such as a missing fabric manager: there is a GPU, and it is not in order.
  if (found.error != 0 && found.error != kNoDevice) return wrong("CUDA does not start: " + found.error_text);
  if (found.devices == 0)
    return no_device("no GPU visible (" + (found.error_text.empty() ? "0 devices" : found.error_text) +
                     "); look at nvidia-smi and CUDA_VISIBLE_DEVICES");
  if (found.mps)
    return wrong("an MPS daemon is running (" + *found.mps +
                 "): processes would share instead of taking turns; end it with `echo quit | nvidia-cuda-mps-control`");
  if (found.compute_mode == kExclusiveProcess)
    return wrong("the GPU admits one process only (compute mode EXCLUSIVE_PROCESS); set `nvidia-smi -c DEFAULT`");
  if (found.compute_mode == kProhibited)
    return wrong("the GPU admits no process (compute mode PROHIBITED); set `nvidia-smi -c DEFAULT`");
  return std::nullopt;
}

}  // namespace slicewise::bench::cuda
