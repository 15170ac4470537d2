#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include <libsched/base/printable.hpp>

#include "exit_code.hpp"

namespace slicewise {
namespace {

/// 0, or the errno of the write that failed.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

void prepare_output() {
  std::signal(SIGPIPE, SIG_IGN);
  // Read-only, so that what is meant for a closed stdout still fails, and does not end in the next file we open.
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(standard, F_GETFD) == -1 && ::open("/dev/null", O_RDONLY) < 0) return;
  }
}

int print_result(std::string_view text, int code) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return code;  // `| head`: whoever reads has seen enough
  complain(fmt::format("cannot write to stdout: {}", std::strerror(error)));
  return kInternalError;
}

void complain(std::string_view message) {
  write_all(STDERR_FILENO, libsched::printable(fmt::format("slicewise: {}\n", message)));
}

int report_issues(const libsched::Issues& issues) {
  std::string text;
  for (const libsched::Issue& issue : issues) {
    text += fmt::format("{}: {}{}{}\n", issue.where, issue.what, issue.fix.empty() ? "" : "; ", issue.fix);
  }
  write_all(STDERR_FILENO, libsched::printable(text));
  return kWrongInput;
}

}  // namespace slicewise
