#include <libsched/workload/workload.hpp>

#include <cstddef>

namespace libsched::workload {
namespace {

struct MeanRate {
  using Rate = std::optional<double>;
  Rate operator()(const Poisson& process) const { return process.rate_per_s; }
  Rate operator()(const Deterministic& process) const { return process.rate_per_s; }
  Rate operator()(const Batch& process) const { return process.batches_per_s * process.size.mean(); }
  Rate operator()(const Mmpp& process) const {
    // Regimes are visited in turn, so each has the share of time of its own mean length.
    double requests = 0.0;
    double seconds = 0.0;
    for (std::size_t i = 0; i < process.mean_s.size(); ++i) {
      requests += process.rates_per_s[i] * process.mean_s[i];
      seconds += process.mean_s[i];
    }
    return requests / seconds;
  }
  Rate operator()(const Trace& process) const {
    if (process.at.empty() || process.at.back() <= Time{}) return std::nullopt;
    return static_cast<double>(process.at.size()) / to_seconds(process.at.back());
  }
  Rate operator()(const Closed&) const { return std::nullopt; }
};

}  // namespace

std::optional<double> mean_rate_per_s(const ArrivalProcess& process) {
  return std::visit(MeanRate{}, process);
}

const Distribution* Request::gpu_ms_on(const std::string& gpu) const {
  for (const auto& [card, law] : gpu_ms) {
    if (card == gpu) return &law;
  }
  return nullptr;
}

}  // namespace libsched::workload
