#include <fmt/format.h>

#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

std::string outcome(const Sensitivity& one, const Candidate& best) {
  const char* kept = one.still_meets ? "still meets" : "no longer meets";
  if (!one.recommended) return fmt::format("{}, nor does anything near", kept);
  const Candidate& other = *one.recommended;
  // Where the file leaves the number of pods open, the fleet may grow or shrink with the load.
  const std::string pods = other.pods == best.pods ? "" : fmt::format(" with {} pods", other.pods);
  if (other.mode == best.mode && other.replicas == best.replicas && other.instances == best.instances) {
    return fmt::format("{}, stays the choice{}", kept, pods);
  }
  return fmt::format("{}; the choice would be {}{}{}", kept, layout_text(other), pods, at_price(other.usd_per_hour));
}

std::string lines(const std::vector<Sensitivity>& changes, const std::string& whose, const Candidate& best) {
  if (changes.empty()) return {};
  std::string text = fmt::format("\nif the file's numbers are off ({}{}):\n", whose, layout_text(best));
  for (const Sensitivity& one : changes) {
    text += fmt::format("  {} {:+.0f} %: {}\n", name(one.parameter), (one.factor - 1) * 100, outcome(one, best));
  }
  return text;
}

}  // namespace

std::string sensitivity_text(const Plan& plan) {
  if (plan.pooled && plan.pooled->recommended) {
    std::string text;
    for (const Pool& pool : plan.pooled->pools) {
      text += lines(pool.sensitivity, fmt::format("{} ", fmt::join(pool.workloads, " and ")), pool.layout);
    }
    return text;
  }
  if (!plan.recommended) return {};
  return lines(plan.sensitivity, {}, plan.candidates[*plan.recommended]);
}

}  // namespace libsched::plan::detail
