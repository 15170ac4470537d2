#include <libsched/plan/placement.hpp>

#include <bit>
#include <iterator>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>

namespace libsched::plan {
namespace {

/// Quoted where it has to be (RFC 4180).
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos && !text.starts_with(' ') && !text.ends_with(' ')) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace

std::string curve_csv(const PlacementReport& report) {
  const bool several = report.runs.size() != 1;
  std::string csv = several ? "policy,seed," : "";
  csv += "arrived_pct,allocation_pct,fragmentation_pct_of_capacity,fragmentation_pct_of_idle\n";
  for (const PlacementRun& run : report.runs) {
    int next = 0;
    const auto begin_row = [&] {
      if (several) csv += fmt::format("{},{},", run.policy, run.seed);
      csv += std::to_string(next++);
    };
    for (const auto& [arrived, usage] : run.curve) {
      while (next < arrived) {
        begin_row();
        csv += ",,,\n";
      }
      begin_row();
      fmt::format_to(std::back_inserter(csv), ",{:.4f},{:.4f},{:.4f}\n", usage.allocation_pct,
                     usage.fragmentation_pct_of_capacity, usage.fragmentation_pct_of_idle);
    }
  }
  return csv;
}

std::string placements_csv(const PlacementReport& report) {
  LIBSCHED_ASSERT(report.detail.has_value(), "the caller asks for one run");
  const auto& [trace, outcome] = *report.detail;
  std::string csv = "arrival,pod,node,gpus,short_of";
  for (std::size_t s = 0; s < place::kShortages; ++s) {
    csv += fmt::format(",nodes_short_of_{}", name(static_cast<place::Shortage>(s)));
  }
  csv += '\n';
  auto failure = outcome.failures.begin();
  for (std::size_t i = 0; i < outcome.placements.size(); ++i) {
    const auto& [pod, node, gpus] = outcome.placements[i];
    csv += fmt::format("{},{},", i, cell(trace.pods[pod].name));
    if (node) {
      csv += cell(outcome.cluster.node(*node).name) + ",";
      std::string list;
      for (place::GpuSet rest = gpus; rest != 0; rest &= rest - 1) {
        list += fmt::format("{}{}", list.empty() ? "" : " ", std::countr_zero(rest));
      }
      csv += list + "," + std::string(place::kShortages, ',') + "\n";
      continue;
    }
    csv += fmt::format(",,{}", name(failure->refusal.main));
    for (const int nodes : failure->refusal.nodes) csv += fmt::format(",{}", nodes);
    csv += '\n';
    ++failure;
  }
  return csv;
}

}  // namespace libsched::plan
