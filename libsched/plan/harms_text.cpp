#include <fmt/format.h>

#include <cmath>

#include <libsched/plan/detail/sections.hpp>

namespace libsched::plan::detail {
namespace {

/// "+8.3"; the word where a queue grows.
std::string added_text(const Harm& harm) {
  const auto added = harm.added_p99_ms();
  if (!added) return "unstable";
  return std::abs(*added) >= 100 ? fmt::format("{:+.0f}", *added) : fmt::format("{:+.1f}", *added);
}

}  // namespace

std::string harms_text(const Plan& plan) {
  if (plan.harms.empty()) return {};
  std::vector<std::string> names;
  for (const Harm& one : plan.harms) {
    if (names.empty() || names.back() != one.workload) names.push_back(one.workload);
  }
  std::vector<std::vector<std::string>> rows(1, {"  p99 ms of", "alone"});
  for (const std::string& name : names) rows[0].push_back("+ " + name);
  std::size_t next = 0;
  for (const std::string& workload : names) {
    const auto& alone = plan.harms[next].alone_p99_ms;
    std::vector<std::string> row = {"  " + workload, alone ? fmt::format("{:.1f}", *alone) : "unstable"};
    for (const std::string& neighbour : names) {
      const bool here =
          next < plan.harms.size() && plan.harms[next].workload == workload && plan.harms[next].neighbour == neighbour;
      row.push_back(here ? added_text(plan.harms[next++]) : "-");
    }
    rows.push_back(std::move(row));
  }
  std::vector<bool> left(rows[0].size(), false);
  left[0] = true;
  return fmt::format("\nwho harms whom ({}, one pod beside one other):\n", plan.harms_on) + aligned(rows, left);
}

}  // namespace libsched::plan::detail
