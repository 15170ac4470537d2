#include "core_time.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace slicewise::bench::host {

CoreTime core_time(int cpu) {
  std::ifstream file{"/proc/stat"};
  const std::string wanted = "cpu" + std::to_string(cpu) + " ";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(wanted)) continue;
    std::istringstream fields{line.substr(wanted.size())};
    double user = 0, nice = 0, system = 0, idle = 0, io_wait = 0, irq = 0, soft_irq = 0, steal = 0;
    fields >> user >> nice >> system >> idle >> io_wait >> irq >> soft_irq >> steal;
    const auto tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    const double used = user + nice + system + irq + soft_irq;
    return {used * tick, steal * tick, (used + idle + io_wait + steal) * tick};
  }
  return {};
}

}  // namespace slicewise::bench::host
