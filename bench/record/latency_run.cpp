#include "latency_run.hpp"

namespace slicewise::bench {
namespace {

/// Whole microseconds.
std::string whole(double us) {
  return std::to_string(static_cast<long long>(us));
}

}  // namespace

std::string LatencyRun::name(const std::string& measurement) const {
  std::string text = measurement + "/processes:" + std::to_string(processes) + "/request:" + request.name +
                     "/loop:" + (rate_per_s > 0 ? "open" : "closed");
  if (think_us > 0) text += "/think:exponential";
  if (busy_neighbours) text += "/neighbours:busy";
  if (request.name == "gap") text += "/host_us:" + whole(request.host_us);
  return text;
}

Values LatencyRun::parameters() const {
  const bool open = rate_per_s > 0;
  Values values = {{"processes", processes},          {"neighbours", busy_neighbours ? "busy" : "alike"},
                   {"request", request.name},         {"request_us", request.device_us},
                   {"bursts", request.bursts},        {"host_us", request.host_us},
                   {"loop", open ? "open" : "closed"}};
  if (open) {
    values.emplace_back("rate_per_s", rate_per_s);
  } else {
    values.emplace_back("think_us", think_us);
    values.emplace_back("think", think_us > 0 ? "exponential" : "constant");
  }
  return values;
}

}  // namespace slicewise::bench
