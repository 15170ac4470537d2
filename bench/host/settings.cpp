#include "settings.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "bench/record/deadline.hpp"
#include "clock.hpp"

namespace slicewise::bench::host {
namespace {

bool write_line(const std::string& path, const std::string& value) {
  std::ofstream file{path};
  file << value << std::endl;
  return file.good();
}

/// A name that belongs to at most one living process; the kernel takes it back from a dead one.
int take_name(double patience_s) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  constexpr char kName[] = "slicewise-bench-host";
  std::memcpy(name.sun_path + 1, kName, sizeof kName);  // the first byte is zero: no file
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + sizeof kName);
  const int holder = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (holder < 0) throw std::system_error(errno, std::generic_category(), "no socket to hold a name");
  const Deadline deadline{patience_s};
  bool said = false;
  while (bind(holder, reinterpret_cast<const sockaddr*>(&name), length) != 0) {
    if (errno != EADDRINUSE || deadline.over()) {
      close(holder);
      throw std::runtime_error("another slicewise-bench-host measures on this machine; wait for its end");
    }
    if (!said) std::fputs("another slicewise-bench-host measures; waiting for its end\n", stderr);
    said = true;
    sleep_until_ns(now_ns() + 100'000'000);
  }
  return holder;
}

/// Reads "path value" lines until the other end is closed, then restores them, the last one first.
[[noreturn]] void keep_watch(int from_parent) {
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  std::string text;
  char buffer[512];
  while (true) {
    const ssize_t n = read(from_parent, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
  }
  std::istringstream lines{text};
  std::vector<std::pair<std::string, std::string>> old;
  for (std::string path, value; lines >> path >> value;) old.emplace_back(path, value);
  for (auto one = old.rbegin(); one != old.rend(); ++one) write_line(one->first, one->second);
  _exit(0);
}

}  // namespace

std::string read_line(const std::string& path) {
  std::ifstream file{path};
  std::string line;
  std::getline(file, line);
  return line;
}

BorrowedSettings::BorrowedSettings(double patience_s) : lock_{take_name(patience_s)} {
  int ends[2];
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "no pipe");
  watchman_ = fork();
  if (watchman_ < 0) throw std::system_error(errno, std::generic_category(), "no further process");
  if (watchman_ == 0) {
    close(ends[1]);
    keep_watch(ends[0]);
  }
  close(ends[0]);
  to_watchman_ = ends[1];
}

BorrowedSettings::~BorrowedSettings() {
  close(to_watchman_);
  waitpid(watchman_, nullptr, 0);
  close(lock_);
}

bool BorrowedSettings::set(const std::string& path, const std::string& value) {
  const std::string old = read_line(path);
  if (old.empty()) return false;
  if (old == value) return true;
  const std::string line = path + " " + old + "\n";  // told before it is done
  if (write(to_watchman_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return false;
  return write_line(path, value);
}

}  // namespace slicewise::bench::host
