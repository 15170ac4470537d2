#include "mps_control.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
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
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ask_program.hpp"
#include "ended_within.hpp"
#include "mps_alive.hpp"

namespace slicewise::bench::cuda {
namespace {

namespace fs = std::filesystem;

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds{ms});
}

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

/// The full path of a program in PATH; none if there is no such program.
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

}  // namespace

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
  variables_ = {{"CUDA_MPS_PIPE_DIRECTORY", pipe_}, {"CUDA_MPS_LOG_DIRECTORY", log_}};
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
    for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
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

void MpsControl::stop() noexcept {
  try {
    if (daemon_ != 0) {
      std::vector<pid_t> servers;
      std::istringstream answer{ask_program(program_, variables_, "get_server_list", 2)};
      for (pid_t pid = 0; answer >> pid;) servers.push_back(pid);
      ask_program(program_, variables_, "quit -t 5", 8);
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
