#include <libsched/plan/placement.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <libsched/base/printable.hpp>
#include <libsched/plan/detail/sections.hpp>

namespace libsched::plan {
namespace {

using Rows = std::vector<std::vector<std::string>>;

const char* explanation(place::Shortage shortage) {
  switch (shortage) {
    case place::Shortage::kModel:
      return "no GPU, or no model that the pod allows";
    case place::Shortage::kGpu:
      return "less GPU left than the pod asks for";
    case place::Shortage::kGpuFragmented:
      return "enough GPU left, but not on as many GPUs as the pod needs";
    case place::Shortage::kGpuMemory:
      return "GPU memory";
    case place::Shortage::kCpu:
      return "CPU";
    case place::Shortage::kMemory:
      return "main memory";
    case place::Shortage::kPods:
      return "more pods than a node takes";
  }
  return "";
}

std::string gpus(place::MilliGpu amount) {
  return fmt::format("{:g}", static_cast<double>(amount.raw()) / 1000.0);
}

std::string request_text(const place::PodRequest& pod) {
  const auto tenths_of_gib = pod.memory.raw() * 10 / 1024;
  std::string text = fmt::format("{:g} CPU, {:g} GiB", static_cast<double>(pod.cpu.raw()) / 1000.0,
                                 static_cast<double>(tenths_of_gib) / 10.0);
  if (pod.gpu_count > 0)
    text += fmt::format(", {} x {:g} GPU", pod.gpu_count, static_cast<double>(pod.per_gpu.raw()) / 1000.0);
  if (pod.gpu_memory > Mebibytes{0}) text += fmt::format(" with {} MiB", pod.gpu_memory.raw());
  if (!pod.gpu_models.empty()) text += " on " + pod.gpu_models;
  return text;
}

std::string shortages_text(const place::Refusal& refusal) {
  std::string text;
  for (std::size_t s = 0; s < place::kShortages; ++s) {
    if (refusal.nodes[s] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(static_cast<place::Shortage>(s)), refusal.nodes[s]);
  }
  return text;
}

std::string interval(const MeanOverSeeds& value, int digits) {
  if (!value.low) return fmt::format("{:.{}f}", value.mean, digits);
  return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", value.mean, digits, *value.low, digits, *value.high, digits);
}

std::string curve_text(const PlacementRun& run) {
  Rows rows = {{"arrived %", "allocated %", "fragment % of capacity", "fragment % of idle"}};
  const int last = run.curve.empty() ? 0 : run.curve.back().arrived_pct;
  for (const auto& [arrived, usage] : run.curve) {
    if (arrived != last && (arrived == 0 || arrived % std::max(10, (last + 50) / 100 * 10) != 0)) continue;
    rows.push_back({std::to_string(arrived), fmt::format("{:.2f}", usage.allocation_pct),
                    fmt::format("{:.2f}", usage.fragmentation_pct_of_capacity),
                    fmt::format("{:.2f}", usage.fragmentation_pct_of_idle)});
  }
  return "\nWhile the pods arrive (GPU demand so far, placed or not, in % of capacity)\n" +
         detail::aligned(rows, {false, false, false, false});
}

std::string refused_text(const PlacementRun& run, std::size_t nodes) {
  if (run.failed() == 0) return {};
  std::string text = fmt::format("\n{} pods fit nowhere; mainly short of\n", run.failed());
  Rows reasons;
  for (std::size_t s = 0; s < place::kShortages; ++s) {
    if (run.refused_by_main[s] == 0) continue;
    const auto shortage = static_cast<place::Shortage>(s);
    reasons.push_back({std::to_string(run.refused_by_main[s]), std::string{name(shortage)}, explanation(shortage)});
  }
  text += detail::aligned(reasons, {false, true, true});
  constexpr std::size_t kShown = 8;
  Rows kinds = {{"pods", "each asks for", fmt::format("when the last came, of {} nodes short of", nodes)}};
  for (std::size_t i = 0; i < std::min(kShown, run.refused.size()); ++i) {
    const RefusedKind& kind = run.refused[i];
    kinds.push_back({std::to_string(kind.pods), request_text(kind.request), shortages_text(kind.last)});
  }
  text += "\n" + detail::aligned(kinds, {false, true, true});
  if (run.refused.size() > kShown)
    text += fmt::format("and {} more kinds (--json has all)\n", run.refused.size() - kShown);
  return text;
}

std::string comparison_text(const PlacementReport& report) {
  const std::string& first = report.policies.front().policy;
  Rows rows = {{"policy", "runs", "allocated %", "points over " + first, "fragment % of capacity", "fragment % of idle",
                "pods that fit nowhere"}};
  for (const PolicySummary& one : report.policies) {
    rows.push_back({one.policy, std::to_string(one.runs), interval(one.allocation_pct, 2),
                    one.allocation_over_first ? interval(*one.allocation_over_first, 2) : "-",
                    interval(one.fragmentation_pct_of_capacity, 2), interval(one.fragmentation_pct_of_idle, 2),
                    interval(one.failed, 0)});
  }
  return "\n" + detail::aligned(rows, {true, false, false, false, false, false, false}) +
         "In brackets: 95 % intervals of the mean over the seeds; all policies see the same arrivals.\n";
}

/// Policies by allocation, the best first.
std::vector<const PolicySummary*> ranking(const PlacementReport& report) {
  std::vector<const PolicySummary*> list;
  for (const PolicySummary& one : report.policies) list.push_back(&one);
  std::stable_sort(list.begin(), list.end(),
                   [](const auto* a, const auto* b) { return a->allocation_pct.mean > b->allocation_pct.mean; });
  return list;
}

}  // namespace

std::string verdict(const PlacementReport& report) {
  if (report.policies.empty()) return "interrupted before the first run was done";
  const std::string all = gpus(report.gpu_capacity);
  if (report.runs.size() == 1) {
    const PlacementRun& run = report.runs.front();
    return fmt::format("{}{} places {} of {} pods: {:.2f} % of {} GPUs allocated, {:.2f} % fragment",
                       run.interrupted ? "interrupted: " : "", run.policy, run.placed, run.arrivals,
                       run.usage.allocation_pct, all, run.usage.fragmentation_pct_of_capacity);
  }
  const auto ranked = ranking(report);
  const PolicySummary& best = *ranked.front();
  std::string text = fmt::format("{} allocates{} {:.2f} % of {} GPUs (mean of {} runs)", best.policy,
                                 ranked.size() > 1 ? " most:" : "", best.allocation_pct.mean, all, best.runs);
  if (ranked.size() > 1) {
    const double ahead = best.allocation_pct.mean - ranked[1]->allocation_pct.mean;
    text += ahead < 0.005 ? fmt::format(", as {} does", ranked[1]->policy)
                          : fmt::format(", {:.2f} points more than {}", ahead, ranked[1]->policy);
  }
  return (report.interrupted ? "interrupted: " : "") + text;
}

std::string to_text(const PlacementReport& report) {
  std::string text = verdict(report) + "\n";
  if (report.policies.empty()) return text;
  if (report.runs.size() == 1) {
    const PlacementRun& run = report.runs.front();
    return printable(text + curve_text(run) + refused_text(run, report.nodes));  // models are the user's words
  }
  return text + comparison_text(report);
}

}  // namespace libsched::plan
