#include "driver_hold.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "ended_within.hpp"
#include "nvml.hpp"

namespace slicewise::bench::cuda {

DriverHold::DriverHold(const std::string& pci_bus_id) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  holder_ = fork();
  if (holder_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);  // the parent decides
    close(ends[0]);
    const Nvml nvml{pci_bus_id};
    if (!nvml.there()) _exit(0);
    [[maybe_unused]] const auto told = write(ends[1], "", 1);
    for (;;) pause();
  }
  close(ends[1]);
  if (holder_ > 0) {
    pollfd ready{ends[0], POLLIN, 0};
    poll(&ready, 1, 10'000);  // until it has said so, or has ended
  }
  close(ends[0]);
}

DriverHold::~DriverHold() {
  if (holder_ <= 0) return;
  kill(holder_, SIGKILL);
  if (!ended_within(holder_, 10)) std::fputs("the process that held the driver does not end\n", stderr);
}

}  // namespace slicewise::bench::cuda
