#include <libsched/calib/grid.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <libsched/calib/gaps.hpp>

namespace libsched::calib {
namespace {

constexpr double kFits = 0.12;  ///< of S: the 90 % quantile of residuals; those of a wrong grid have 0.45

/// Entries that belong together: those of one slice's end lie far closer than slices do.
struct Clusters {
  std::vector<double> centres;  ///< medians, ascending
  std::vector<std::size_t> sizes;
};

Clusters clusters_of(const std::vector<double>& sorted, const GridLimits& limits) {
  const double least = std::max(limits.tick_ns, 1.0);
  std::vector<double> apart;
  for (std::size_t i = 1; i < sorted.size(); ++i) apart.push_back(std::max(sorted[i] - sorted[i - 1], least));
  const double border = class_border(apart).value_or(limits.shortest_ns / 4);
  Clusters clusters;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= sorted.size(); ++i) {
    if (i < sorted.size() && sorted[i] - sorted[i - 1] <= border) continue;
    clusters.centres.push_back(median(std::span{sorted}.subspan(begin, i - begin)));
    clusters.sizes.push_back(i - begin);
    begin = i;
  }
  return clusters;
}

/// How many slices each centre lies after the one at `from`: from there outwards step by step, because a slice that is
/// a little off would lose count over many. `slice` ends better than it began.
std::vector<double> count_slices(const std::vector<double>& centres, std::size_t from, double& slice) {
  std::vector<double> counts(centres.size());
  const auto count = [&](std::size_t i, std::size_t neighbour) {
    const double off = centres[i] - centres[from] - counts[neighbour] * slice;
    const double more = std::round(off / slice);
    counts[i] = counts[neighbour] + more;
    if (counts[i] != 0 && std::abs(off - more * slice) < 0.2 * slice) slice = (centres[i] - centres[from]) / counts[i];
  };
  for (std::size_t i = from + 1; i < centres.size(); ++i) count(i, i - 1);
  for (std::size_t i = from; i > 0; --i) count(i - 1, i);
  return counts;
}

struct Candidate {
  double slice = 0;
  double score = 0;  ///< 90 % of the entries lie as close to the grid
  std::vector<double> counts;
};

std::optional<Candidate> judge(const Clusters& clusters, std::size_t from, double slice, const GridLimits& limits) {
  const std::vector<double>& centres = clusters.centres;
  std::vector<double> counts = count_slices(centres, from, slice);
  if (counts.back() == counts.front() || slice < limits.shortest_ns || slice > limits.longest_ns) return std::nullopt;
  std::vector<double> phases;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    phases.insert(phases.end(), clusters.sizes[i], centres[i] - counts[i] * slice);
  }
  const double middle = median(phases);
  for (double& phase : phases) phase = std::abs(phase - middle);
  const double score = quantile(phases, 0.9);
  if (score > kFits * slice) return std::nullopt;
  return Candidate{slice, score, std::move(counts)};
}

/// The same from the largest cluster and, because that may be a stray entry where all are small, from two others.
std::optional<Candidate> judge(const Clusters& clusters, double slice, const GridLimits& limits) {
  const std::size_t n = clusters.centres.size();
  const auto largest = std::max_element(clusters.sizes.begin(), clusters.sizes.end()) - clusters.sizes.begin();
  std::optional<Candidate> best;
  for (const std::size_t from : {static_cast<std::size_t>(largest), n / 3, n / 2}) {
    auto one = judge(clusters, from, slice, limits);
    if (one && (!best || one->score < best->score)) best = std::move(one);
  }
  return best;
}

std::optional<double> best_slice(Clusters clusters, const GridLimits& limits) {
  constexpr std::size_t kMostCentres = 1000;  // the rest only sharpens what these have found
  constexpr std::size_t kMostDistances = 24;
  constexpr int kMostParts = 24;
  std::vector<double>& centres = clusters.centres;
  centres.resize(std::min(centres.size(), kMostCentres));
  clusters.sizes.resize(centres.size());
  std::vector<double> distances;
  for (std::size_t i = 1; i < centres.size(); ++i) distances.push_back(centres[i] - centres[i - 1]);
  std::sort(distances.begin(), distances.end());
  // Spread over all lengths: the shortest may be an outlier's.
  std::vector<double> chosen;
  for (std::size_t i = 0; i < std::min(kMostDistances, distances.size()); ++i) {
    chosen.push_back(distances[i * distances.size() / std::min(kMostDistances, distances.size())]);
  }
  std::vector<Candidate> fitting;
  for (const double distance : chosen) {
    for (int parts = 1; parts <= kMostParts; ++parts) {
      const double slice = distance / parts;
      if (slice < limits.shortest_ns) break;
      if (slice > limits.longest_ns) continue;
      if (auto one = judge(clusters, slice, limits)) fitting.push_back(*std::move(one));
    }
  }
  if (fitting.empty()) return std::nullopt;
  double least = fitting[0].score;
  for (const Candidate& one : fitting) least = std::min(least, one.score);
  double best = 0;
  for (const Candidate& one : fitting) {
    const double as_small = 3 * least + limits.tick_ns + 1e-4 * one.slice;
    if (one.score <= as_small) best = std::max(best, one.slice);
  }
  return best;
}

}  // namespace

std::optional<Grid> fit_grid(std::span<const double> entries_ns, const GridLimits& limits) {
  if (entries_ns.size() < 3) return std::nullopt;
  std::vector<std::size_t> order(entries_ns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return entries_ns[a] < entries_ns[b]; });
  std::vector<double> sorted;
  for (const std::size_t i : order) sorted.push_back(entries_ns[i]);
  const Clusters clusters = clusters_of(sorted, limits);
  const std::vector<double>& centres = clusters.centres;
  if (centres.size() < 2) return std::nullopt;
  const auto slice = best_slice(clusters, limits);
  if (!slice) return std::nullopt;

  const auto counted = judge(clusters, *slice, limits);
  if (!counted) return std::nullopt;
  std::vector<double> x(sorted.size());
  std::size_t centre = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    while (centre + 1 < centres.size() &&
           std::abs(centres[centre + 1] - sorted[i]) < std::abs(centres[centre] - sorted[i])) {
      ++centre;
    }
    x[i] = counted->counts[centre];
  }
  const auto line = huber_line(x, sorted);
  if (!line || line->slope <= 0) return std::nullopt;

  // The phase of the grid is the switch cost; noise may put one of almost nothing a little before the slice's end.
  const double before = std::floor(line->intercept / line->slope + 0.1);
  Grid grid;
  grid.slice = {line->slope, line->slope_error};
  grid.switch_cost = {line->intercept - before * line->slope, 0};
  grid.sigma = line->sigma;
  grid.degrees_of_freedom = static_cast<double>(sorted.size()) - 2;
  grid.residuals.resize(sorted.size());
  grid.slices.resize(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    grid.residuals[order[i]] = line->residuals[i];
    grid.slices[order[i]] = x[i] + before;
  }
  // The intercept is at slice `-before` of this count: its error grows with the distance from the points.
  std::vector<double> absolute = grid.slices;
  if (const auto again = huber_line(absolute, entries_ns)) grid.switch_cost.error = again->intercept_error;
  const double tick = limits.tick_ns / std::sqrt(12.0 * static_cast<double>(sorted.size()));
  grid.slice.error = std::hypot(grid.slice.error, tick);
  grid.switch_cost.error = std::hypot(grid.switch_cost.error, tick);
  return grid;
}

}  // namespace libsched::calib
