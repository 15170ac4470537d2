#include <libsched/calib/gaps.hpp>

#include <algorithm>
#include <cmath>

namespace libsched::calib {

std::optional<double> class_border(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  std::vector<double> logs;
  for (const double value : values) logs.push_back(std::log(value));
  std::sort(logs.begin(), logs.end());
  double total = 0;
  for (const double one : logs) total += one;
  double below = 0, best = -1;
  std::size_t cut = 0;
  const auto n = static_cast<double>(logs.size());
  for (std::size_t i = 1; i < logs.size(); ++i) {
    below += logs[i - 1];
    if (logs[i] == logs[i - 1]) continue;
    const auto k = static_cast<double>(i);
    // Otsu: the variance between the two classes.
    const double apart = (total - below) / (n - k) - below / k;
    const double between = k * (n - k) * apart * apart;
    if (between > best) {
      best = between;
      cut = i;
    }
  }
  constexpr double kApart = 1.0986;  // log 3: less is one class that scatters
  if (cut == 0 || logs[cut] - logs[cut - 1] < kApart) return std::nullopt;
  return std::exp((logs[cut] + logs[cut - 1]) / 2);
}

std::vector<Gap> gaps_between_turns(std::span<const double> starts, std::span<const double> lengths, double noise_ns) {
  double least = std::max(noise_ns, 0.0);
  std::vector<double> candidates;
  for (const double length : lengths) {
    if (length > least) candidates.push_back(length);
  }
  if (const auto border = class_border(candidates)) least = std::max(least, *border);
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] > least) gaps.push_back({starts[i], lengths[i], 0});
  }
  for (std::size_t i = 0; i + 1 < gaps.size(); ++i) {
    gaps[i].busy_after = gaps[i + 1].start - gaps[i].start - gaps[i].length;
  }
  return gaps;
}

}  // namespace libsched::calib
