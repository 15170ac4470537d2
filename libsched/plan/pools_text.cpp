#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

std::string number_word(std::size_t count) {
  constexpr std::array<const char*, 10> kWords = {"no",   "one", "two",   "three", "four",
                                                  "five", "six", "seven", "eight", "nine"};
  return count < kWords.size() ? kWords[count] : std::to_string(count);
}

std::string pool_text(const Pool& pool) {
  return fmt::format("{} {}", fmt::join(pool.workloads, " and "), layout_text(pool.layout));
}

std::string cost_text(const std::optional<double>& usd_per_hour, int gpus) {
  return usd_per_hour ? at_price(usd_per_hour) : fmt::format(" on {} GPUs", gpus);
}

/// Why the pools are not robust, and the cheapest answer that is: pools, or all together.
std::string robust_text(const Plan& plan) {
  const Pooled& pooled = *plan.pooled;
  std::vector<std::string> why;
  for (const Pool& pool : pooled.pools) {
    if (pool.layout.robust) continue;
    const std::vector<std::string> one = caveats(pool.layout);
    why.push_back(fmt::format("{} {}", fmt::join(pool.workloads, " and "), fmt::join(one, "; ")));
  }
  if (why.empty()) return {};
  const std::string text = fmt::format("; not robust: {}", fmt::join(why, "; "));
  const Candidate* common = plan.cheapest_robust ? &plan.candidates[*plan.cheapest_robust] : nullptr;
  const auto cost = [](const std::optional<double>& usd, int gpus) { return std::pair{!usd, usd.value_or(gpus)}; };
  const bool pools = !pooled.robust.empty() &&
                     (common == nullptr ||
                      cost(pooled.robust_usd_per_hour, pooled.robust_gpus) < cost(common->usd_per_hour, common->gpus));
  if (pools) {
    std::vector<std::string> parts;
    for (const Pool& pool : pooled.robust) parts.push_back(pool_text(pool));
    return text + fmt::format("; robust are {}{}", fmt::join(parts, ", "),
                              cost_text(pooled.robust_usd_per_hour, pooled.robust_gpus));
  }
  if (common == nullptr) return text + "; nothing else is robust";
  return text + fmt::format("; robust is {} for all together{}", layout_text(*common),
                            cost_text(common->usd_per_hour, common->gpus));
}

}  // namespace

std::string pools_verdict(const Plan& plan) {
  const Pooled& pooled = *plan.pooled;
  std::vector<std::string> pools;
  for (const Pool& pool : pooled.pools) pools.push_back(pool_text(pool));
  std::string text = fmt::format("{} pools {}: {}", number_word(pooled.pools.size()),
                                 plan.recommended ? "are cheaper" : "keep the SLOs", fmt::join(pools, ", "));
  text += cost_text(pooled.usd_per_hour, pooled.gpus);
  text += robust_text(plan);
  if (!plan.recommended) return text + "; nothing does with all together";
  const Candidate& common = plan.candidates[*plan.recommended];
  return text + fmt::format("; all together: {}{}", layout_text(common),
                            common.usd_per_hour ? fmt::format(" at {} USD/h", usd_text(*common.usd_per_hour)) : "");
}

std::string pools_text(const Plan& plan) {
  if (!plan.pooled) return {};
  std::string text = fmt::format("\nkept apart: {}\n", plan.pooled->reason);
  for (const Pool& pool : plan.pooled->pools) {
    text += fmt::format("  {}", pool_text(pool));
    if (pool.layout.usd_per_hour) text += fmt::format(" at {} USD/h", usd_text(*pool.layout.usd_per_hour));
    if (pool.layout.p99_ms) text += fmt::format(", p99 {}", ms_text(pool.layout.p99_ms->value));
    text += not_robust_text(pool.layout);
    text += "\n";
  }
  return text;
}

}  // namespace libsched::plan::detail
