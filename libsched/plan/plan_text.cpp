#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <libsched/base/printable.hpp>
#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/scenario/notes_text.hpp>

namespace libsched::plan {

using detail::at_price;
using detail::layout_text;
using detail::usd_text;

namespace {

std::string verdict_so_far(const Plan& plan) {
  if (plan.pooled && plan.pooled->recommended) return detail::pools_verdict(plan);
  if (plan.recommended) {
    const Candidate& best = plan.candidates[*plan.recommended];
    const std::string pods = plan.free_pods ? fmt::format(" with {} pods", best.pods) : std::string{};
    std::string text = fmt::format("{}{}: {}{}", layout_text(best), pods, best.reason, at_price(best.usd_per_hour));
    if (best.estimated) text += ", estimated";
    if (best.robust) return text;
    text += detail::not_robust_text(best);
    if (!plan.cheapest_robust) return text + "; nothing else is robust";
    const Candidate& robust = plan.candidates[*plan.cheapest_robust];
    return text + fmt::format("; robust is {}{}", layout_text(robust), at_price(robust.usd_per_hour));
  }
  const char* outcome = plan.interrupted ? "nothing that meets the SLO" : "no plan meets the SLO";
  if (!plan.nearest_miss) return outcome;
  const Candidate& nearest = plan.candidates[*plan.nearest_miss];
  return fmt::format("{}; nearest is {}: {}", outcome, layout_text(nearest), nearest.reason);
}

}  // namespace

std::string verdict(const Plan& plan) {
  return (plan.interrupted ? "interrupted: not everything was looked at; so far " : "") + verdict_so_far(plan);
}

namespace {

std::string mark(const Plan& plan, std::size_t i) {
  if (i == plan.recommended) return ">";
  return i == plan.nearest_miss ? "~" : "";
}

using Row = std::vector<std::string>;

Row row(const Plan& plan, std::size_t i) {
  const Candidate& one = plan.candidates[i];
  const std::string mode = one.mig_profile.empty() ? scenario::name(one.mode) : "mig " + one.mig_profile;
  Row cells = {mark(plan, i), one.instance.empty() ? one.gpu : one.instance, mode, std::to_string(one.replicas)};
  if (plan.free_pods) cells.push_back(std::to_string(one.pods));
  cells.push_back(std::to_string(one.gpus));
  cells.push_back(one.usd_per_hour ? usd_text(*one.usd_per_hour) : "-");
  cells.push_back(detail::interval_text(one.p99_ms));
  cells.push_back(!one.meets_slo ? "no" : one.robust ? "yes" : "just");
  // The table says "just": memory is not seen in its p99.
  cells.push_back(one.memory_caveat.empty() ? one.reason
                  : i == plan.recommended   ? one.reason + "; " + one.memory_caveat
                                            : one.memory_caveat + "; " + one.reason);
  return cells;
}

void proportional(const Plan& plan, std::string& text) {
  bool said = false;
  for (const Candidate& one : plan.candidates) {
    for (const CandidateWorkload& work : one.workloads) {
      if (!work.proportional_p99_ms) continue;
      if (!said) text += "\np99 on a GPU with the fleet's own proportions:\n";
      said = true;
      text +=
          fmt::format("  {}: {} {}\n", layout_text(one), work.name, detail::ms_text(work.proportional_p99_ms->value));
    }
  }
}

/// What to apply, and where it stands.
std::string files_text(const Plan& plan, const std::vector<WrittenFile>& written) {
  std::string text;
  for (const WrittenFile& file : written) {
    text += fmt::format("{} {}\n", file.replaced ? "written, replacing what stood there:" : "written:", file.path);
  }
  if (!text.empty()) return "\n" + text + "apply as the comments in them say\n";
  for (const PlanFile& file : plan.files) text += fmt::format("\napply {} (-o DIR writes it)\n", file.path);
  return text;
}

}  // namespace

std::string to_text(const Plan& plan, const std::vector<std::string>& simulate,
                    const std::vector<WrittenFile>& written) {
  std::string text = verdict(plan) + "\n";
  text += scenario::warnings_text(plan.notes);
  std::vector<Row> rows = {
      {"", "instance", "mode", "replicas", "GPUs", "USD/h", "p99 ms (low-high)", "meets", "reason"}};
  std::vector<bool> left = {true, true, true, false, false, false, false, true, true};
  if (plan.free_pods) {
    rows[0].insert(rows[0].begin() + 4, "pods");
    left.insert(left.begin() + 4, false);
  }
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) rows.push_back(row(plan, i));
  text += "\n" + detail::aligned(rows, left);
  text +=
      "low-high: 95 % interval, over the card's uncertain parameters too; a candidate beyond twice its SLO had one "
      "short run\n";
  text += detail::mixes_text(plan, simulate);
  proportional(plan, text);
  text += detail::rankings_text(plan);
  text += detail::pools_text(plan);
  text += detail::harms_text(plan);
  text += detail::sensitivity_text(plan);
  text += files_text(plan, written);
  if (!plan.assumptions.empty()) {
    text += "\nassumed:\n";
    for (const std::string& line : plan.assumptions) text += "  " + line + "\n";
  }
  text += scenario::notes_text(plan.notes, "notes");
  return printable(text);
}

}  // namespace libsched::plan
