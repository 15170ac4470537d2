#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace slicewise::bench::cuda {

/// True if a control daemon answers behind this pipe directory. The folder of a dead one does not count.
bool mps_alive(const std::string& pipe_directory);

/// Where a CUDA program of this environment would find an MPS daemon, if one is alive there.
std::optional<std::string> mps_left_on();

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
  std::string ask(const std::string& command, double seconds) const;
  [[noreturn]] void give_up(const std::string& why);

  std::string device_;
  std::string program_;
  std::string folder_;
  std::string pipe_;
  std::string log_;
  pid_t daemon_ = 0;
};

/// The full path of a program in PATH; none if there is no such program.
std::optional<std::string> find_program(const std::string& name);

}  // namespace slicewise::bench::cuda
