#include "ask_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include "descriptor.hpp"
#include "ended_within.hpp"

namespace slicewise::bench::cuda {
namespace {

using Clock = std::chrono::steady_clock;

class IgnoredSignal {
 public:
  explicit IgnoredSignal(int number) : number_{number}, before_{std::signal(number, SIG_IGN)} {}
  ~IgnoredSignal() { std::signal(number_, before_); }
  IgnoredSignal(const IgnoredSignal&) = delete;
  IgnoredSignal& operator=(const IgnoredSignal&) = delete;

 private:
  int number_;
  void (*before_)(int);
};

}  // namespace

std::string ask_program(const std::string& program, const Variables& variables, const std::string& command,
                        double seconds) {
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return {};
  const Descriptor in_read{in[0]};
  Descriptor in_write{in[1]};
  if (pipe2(out, O_CLOEXEC) != 0) return {};
  const Descriptor out_read{out[0]};
  Descriptor out_write{out[1]};
  const pid_t pid = fork();
  if (pid < 0) return {};
  if (pid == 0) {
    setpgid(0, 0);
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    dup2(in_read.get(), 0);
    dup2(out_write.get(), 1);
    dup2(out_write.get(), 2);
    execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  out_write.close();
  const std::string line = command + "\n";
  {
    const IgnoredSignal no_pipe_signal{SIGPIPE};  // the client may have ended already
    [[maybe_unused]] const auto written = write(in_write.get(), line.data(), line.size());
  }
  in_write.close();
  std::string answer;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{out_read.get(), POLLIN, 0};
    if (left <= 0) break;
    const int events = poll(&ready, 1, static_cast<int>(left));
    if (events < 0 && errno == EINTR) continue;
    if (events <= 0) break;
    char bytes[512];
    const auto got = read(out_read.get(), bytes, sizeof bytes);
    if (got <= 0) break;
    answer.append(bytes, static_cast<std::size_t>(got));
  }
  if (!ended_within(pid, 0.5)) {
    kill(pid, SIGKILL);
    ended_within(pid, 5);
  }
  return answer;
}

}  // namespace slicewise::bench::cuda
