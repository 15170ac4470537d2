#include <fmt/format.h>

#include <vector>

#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>
#include <libsched/plan/plan.hpp>

namespace libsched::plan {
namespace {

using detail::layout_text;
using detail::usd_text;

std::string at_price(const Candidate& one) {
  return one.usd_per_hour ? fmt::format(" at {} USD/h", usd_text(*one.usd_per_hour)) : std::string{};
}

std::string verdict(const Plan& plan) {
  if (plan.recommended) {
    const Candidate& best = plan.candidates[*plan.recommended];
    std::string text = fmt::format("{}: {}{}", layout_text(best), best.reason, at_price(best));
    if (best.estimated) text += ", estimated";
    if (best.robust) return text;
    text += "; not robust";
    if (best.p99_ms) text += fmt::format(" (up to {})", detail::ms_text(best.p99_ms->high));
    if (!plan.cheapest_robust) return text + ", and nothing else is";
    const Candidate& robust = plan.candidates[*plan.cheapest_robust];
    return text + fmt::format("; robust is {}{}", layout_text(robust), at_price(robust));
  }
  const char* outcome = plan.interrupted ? "interrupted before a plan was found" : "no plan meets the SLO";
  if (!plan.nearest_miss) return outcome;
  const Candidate& nearest = plan.candidates[*plan.nearest_miss];
  return fmt::format("{}; nearest is {}: {}", outcome, layout_text(nearest), nearest.reason);
}

/// "52.3 (50.1-54)": value and interval.
std::string p99_text(const Candidate& one) {
  if (!one.p99_ms) return "-";
  const auto bare = [](double ms) {
    const std::string text = detail::ms_text(ms);
    return text.size() > 3 && text.ends_with(" ms") ? text.substr(0, text.size() - 3) : text;
  };
  return fmt::format("{} ({}-{})", bare(one.p99_ms->value), bare(one.p99_ms->low), bare(one.p99_ms->high));
}

std::string mark(const Plan& plan, std::size_t i) {
  if (i == plan.recommended) return ">";
  return i == plan.nearest_miss ? "~" : "";
}

using Row = std::vector<std::string>;

Row row(const Plan& plan, std::size_t i) {
  const Candidate& one = plan.candidates[i];
  return {mark(plan, i),
          one.instance.empty() ? one.gpu : one.instance,
          scenario::name(one.mode),
          std::to_string(one.replicas),
          std::to_string(one.gpus),
          one.usd_per_hour ? usd_text(*one.usd_per_hour) : "-",
          p99_text(one),
          !one.meets_slo ? "no"
          : one.robust   ? "yes"
                         : "just",
          one.reason};
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

}  // namespace

std::string to_text(const Plan& plan) {
  std::string text = verdict(plan) + "\n";
  if (plan.interrupted) text += "interrupted: not everything was looked at\n";
  std::vector<Row> rows = {
      {"", "instance", "mode", "replicas", "GPUs", "USD/h", "p99 ms (low-high)", "meets", "reason"}};
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) rows.push_back(row(plan, i));
  text += "\n" + detail::aligned(rows, {true, true, true, false, false, false, false, true, true});
  proportional(plan, text);
  text += detail::harms_text(plan);
  for (const PlanFile& file : plan.files) text += fmt::format("\napply {} (-o DIR writes it)\n", file.path);
  if (!plan.assumptions.empty()) {
    text += "\nassumed:\n";
    for (const std::string& line : plan.assumptions) text += "  " + line + "\n";
  }
  if (!plan.notes.empty()) {
    text += "\nnotes:\n";
    for (const Issue& note : plan.notes) {
      text += "  " + note.where + ": " + note.what + (note.fix.empty() ? "" : "; " + note.fix) + "\n";
    }
  }
  return text;
}

}  // namespace libsched::plan
