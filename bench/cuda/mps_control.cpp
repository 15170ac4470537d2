#include "mps_control.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ended_within.hpp"

namespace slicewise::bench::cuda {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds{ms});
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_{fd} {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

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

/// The process has ended, and whoever has to take note of it has not yet.
bool is_zombie(pid_t pid) {
  std::ifstream stat{"/proc/" + std::to_string(pid) + "/stat"};
  std::string line;
  if (!std::getline(stat, line)) return false;
  const std::size_t state = line.rfind(") ");  // a name may hold anything, also brackets
  return state != std::string::npos && line.compare(state + 2, 1, "Z") == 0;
}

/// The process runs, and it is one of MPS: pids are reused.
bool is_mps_process(pid_t pid) {
  if (is_zombie(pid)) return false;
  std::ifstream comm{"/proc/" + std::to_string(pid) + "/comm"};
  std::string name;
  return std::getline(comm, name) && name.rfind("nvidia-cuda-mps", 0) == 0;
}

std::string end_of_file(const fs::path& path) {
  std::ifstream in{path};
  std::string line;
  std::string last;
  while (std::getline(in, line)) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

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

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? std::optional{name} : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream folders{path != nullptr ? path : ""};
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = folder + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

MpsControl::MpsControl(const std::string& program, const std::string& device) : device_{device} {
  const auto found = find_program(program);
  if (!found) throw std::runtime_error{program + " is not installed here"};
  program_ = *found;
  char name[] = "/tmp/slicewise-mps-XXXXXX";  // short: a socket's path has at most 107 characters
  if (mkdtemp(name) == nullptr) throw std::runtime_error{std::string{"no folder in /tmp: "} + std::strerror(errno)};
  folder_ = name;
  pipe_ = folder_ + "/pipe";
  log_ = folder_ + "/log";
  fs::create_directory(pipe_);
  fs::create_directory(log_);
  start();
}

MpsControl::~MpsControl() {
  stop();
}

void MpsControl::start() {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  daemon_ = fork();
  if (daemon_ < 0) give_up(std::string{"no new process: "} + std::strerror(errno));
  if (daemon_ == 0) {
    setpgid(0, 0);  // Ctrl-C is for us; we then end the daemon in the right order
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    setenv("CUDA_MPS_PIPE_DIRECTORY", pipe_.c_str(), 1);
    setenv("CUDA_MPS_LOG_DIRECTORY", log_.c_str(), 1);
    if (!device_.empty()) setenv("CUDA_VISIBLE_DEVICES", device_.c_str(), 1);
    const int quiet = open((log_ + "/output").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(quiet, 1);
    dup2(quiet, 2);
    execl(program_.c_str(), program_.c_str(), "-f", static_cast<char*>(nullptr));
    _exit(127);
  }
  for (int tries = 0; tries < 500; ++tries) {  // up to 5 s
    if (waitpid(daemon_, nullptr, WNOHANG) == daemon_) {
      daemon_ = 0;
      std::string why = end_of_file(log_ + "/control.log");
      if (why.empty()) why = end_of_file(log_ + "/output");
      give_up("the MPS control daemon ended at once" + (why.empty() ? "" : ": " + why));
    }
    if (mps_alive(pipe_)) return;
    sleep_ms(10);
  }
  give_up("the MPS control daemon did not open its pipe within 5 s");
}

void MpsControl::give_up(const std::string& why) {
  stop();
  throw std::runtime_error{why};
}

std::string MpsControl::ask(const std::string& command, double seconds) const {
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
    setenv("CUDA_MPS_PIPE_DIRECTORY", pipe_.c_str(), 1);
    setenv("CUDA_MPS_LOG_DIRECTORY", log_.c_str(), 1);
    dup2(in_read.get(), 0);
    dup2(out_write.get(), 1);
    dup2(out_write.get(), 2);
    execl(program_.c_str(), program_.c_str(), static_cast<char*>(nullptr));
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

void MpsControl::stop() noexcept {
  try {
    if (daemon_ != 0) {
      std::vector<pid_t> servers;
      std::istringstream answer{ask("get_server_list", 2)};
      for (pid_t pid = 0; answer >> pid;) servers.push_back(pid);
      ask("quit -t 5", 8);
      if (!ended_within(daemon_, 5)) {
        kill(daemon_, SIGTERM);
        if (!ended_within(daemon_, 3)) {
          kill(daemon_, SIGKILL);
          ended_within(daemon_, 3);
        }
      }
      daemon_ = 0;
      for (const int signal : {SIGTERM, SIGKILL}) {
        for (const pid_t server : servers) {
          for (int tries = 0; tries < 100 && is_mps_process(server); ++tries) {
            if (tries == 0) kill(server, signal);
            sleep_ms(10);
          }
        }
      }
    }
    if (!folder_.empty()) {
      std::error_code ignored;  // a log that stays behind in /tmp harms nobody
      fs::remove_all(folder_, ignored);
      folder_.clear();
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "stopping MPS: %s\n", error.what());
  }
}

}  // namespace slicewise::bench::cuda
