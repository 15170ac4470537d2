#include "mps_alive.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "descriptor.hpp"

namespace slicewise::bench::cuda {

bool mps_alive(const std::string& pipe_directory) {
  const std::string control = pipe_directory + "/control";
  struct stat status {};
  if (stat(control.c_str(), &status) != 0) return false;
  if (S_ISFIFO(status.st_mode)) return Descriptor{open(control.c_str(), O_WRONLY | O_NONBLOCK)}.get() >= 0;
  if (!S_ISSOCK(status.st_mode)) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (control.size() >= sizeof address.sun_path) return false;
  std::memcpy(address.sun_path, control.c_str(), control.size() + 1);
  const Descriptor socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)};
  if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return true;
  return errno == EPROTOTYPE || errno == EAGAIN || errno == EACCES;  // somebody listens, but not to us
}

std::optional<std::string> mps_left_on() {
  const char* set = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
  const std::string where = set != nullptr && *set != '\0' ? set : "/tmp/nvidia-mps";
  if (mps_alive(where)) return where;
  return std::nullopt;
}

}  // namespace slicewise::bench::cuda
