#include "interrupt.hpp"

#include <csignal>

namespace slicewise {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

void on_interrupt(int) {
  interrupted.store(true);
}

}  // namespace

const std::atomic<bool>* watch_interrupt() {
  struct sigaction action {};
  action.sa_handler = &on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  return &interrupted;
}

}  // namespace slicewise
