#pragma once

#include <sys/types.h>

#include <string>

#include "variables.hpp"

namespace slicewise::bench::cuda {

/// An MPS control daemon of our own, in a private folder; ended by `stop` or the destructor, with its server.
/// Throws std::runtime_error with the reason if it does not start.
class MpsControl {
 public:
  /// `device`: the UUID of the only GPU it may use, as its clients name it too; empty: as the environment says.
  explicit MpsControl(const std::string& program = "nvidia-cuda-mps-control", const std::string& device = {});
  ~MpsControl();
  MpsControl(const MpsControl&) = delete;
  MpsControl& operator=(const MpsControl&) = delete;
  /// For CUDA_MPS_PIPE_DIRECTORY of its clients.
  const std::string& pipe_directory() const { return pipe_; }
  /// "quit", then SIGTERM, then SIGKILL; afterwards nothing of it runs.
  void stop() noexcept;

 private:
  void start();
  [[noreturn]] void give_up(const std::string& why);

  std::string device_;
  std::string program_;
  std::string folder_;
  std::string pipe_;
  std::string log_;
  Variables variables_;  // where a daemon and its client meet
  pid_t daemon_ = 0;
};

}  // namespace slicewise::bench::cuda
