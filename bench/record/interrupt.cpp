#include <csignal>

#include "deadline.hpp"

namespace slicewise::bench {
namespace {

volatile std::sig_atomic_t seen = 0;  // the signal's number

}  // namespace

bool interrupted() {
  return seen != 0;
}

int interrupting_signal() {
  return seen;
}

void catch_interrupts() {
  std::signal(SIGCHLD, SIG_DFL);  // who inherits it ignored would never hear how a child ended
  struct sigaction action {};
  action.sa_handler = [](int signal) { seen = signal; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // under nohup it stays ignored
}

}  // namespace slicewise::bench
