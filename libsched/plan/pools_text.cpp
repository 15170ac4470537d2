#include <fmt/format.h>

#include <algorithm>
#include <array>

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

}  // namespace

std::string pools_verdict(const Plan& plan) {
  const Pooled& pooled = *plan.pooled;
  std::vector<std::string> pools;
  for (const Pool& pool : pooled.pools) pools.push_back(pool_text(pool));
  std::string text = fmt::format("{} pools {}: {}", number_word(pooled.pools.size()),
                                 plan.recommended ? "are cheaper" : "keep the SLOs", fmt::join(pools, ", "));
  text += pooled.usd_per_hour ? fmt::format(" at {} USD/h", usd_text(*pooled.usd_per_hour))
                              : fmt::format(" on {} GPUs", pooled.gpus);
  const bool robust =
      std::all_of(pooled.pools.begin(), pooled.pools.end(), [](const Pool& pool) { return pool.layout.robust; });
  if (!robust) text += "; not robust";
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
    text += "\n";
  }
  return text;
}

}  // namespace libsched::plan::detail
