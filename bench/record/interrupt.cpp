#include <csignal>

#include "deadline.hpp"

namespace slicewise::bench {
namespace {

volatile std::sig_atomic_t seen = 0;

}  // namespace

bool interrupted() {
  return seen != 0;
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { seen = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace slicewise::bench
