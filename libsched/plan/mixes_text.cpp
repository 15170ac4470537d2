#include <fmt/format.h>

#include <set>

#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

/// One argument of a shell; only what no shell takes for anything else stays bare.
std::string shell_word(const std::string& text) {
  constexpr const char* kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/=:,-+";
  if (!text.empty() && text.find_first_not_of(kBare) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string{"'\\''"} : std::string{c};
  return quoted + "'";
}

std::string pods_text(const CandidateWorkload& work) {
  std::string text;
  for (const auto& [name, pods] : work.mix) text += fmt::format("{}{} {}", text.empty() ? "" : " + ", pods, name);
  return text;
}

std::string compared(const CandidateWorkload& work) {
  if (!work.slo_p99_ms) return "no SLO";
  if (!work.p99_ms) return fmt::format("no p99, SLO {:g} ms", *work.slo_p99_ms);
  return compared_ms(work.p99_ms->value, *work.slo_p99_ms);
}

std::string of_candidate(const Candidate& one, const std::vector<std::string>& simulate) {
  if (one.workloads.empty() || one.workloads.front().mix.empty()) return {};
  std::vector<std::vector<std::string>> rows = {{"", "workload", "p99 ms (low-high)", "against its SLO", "GPU holds"}};
  for (const CandidateWorkload& work : one.workloads) {
    rows.push_back({"", work.name, interval_text(work.p99_ms), compared(work), pods_text(work)});
  }
  std::string text = fmt::format("\na full GPU of {}:\n", layout_text(one));
  text += aligned(rows, {true, true, false, true, true});
  std::set<std::string> said;
  for (const CandidateWorkload& work : one.workloads) {
    if (!work.why_no_changes.empty()) {
      text += fmt::format("no simulate line shows the GPU of {}: {}\n", work.name, work.why_no_changes);
    }
    if (work.changes.empty()) continue;
    std::string line;
    for (const std::string& word : simulate) line += (line.empty() ? "" : " ") + shell_word(word);
    for (const scenario::Override& change : work.changes) {
      line += " --set " + shell_word(change.path + "=" + change.value);
    }
    if (said.insert(line).second) text += fmt::format("to see the GPU of {}:\n  {}\n", work.name, line);
  }
  return text;
}

}  // namespace

std::string mixes_text(const Plan& plan, const std::vector<std::string>& simulate) {
  if (plan.pooled && plan.pooled->recommended) {
    std::string text;
    for (const Pool& pool : plan.pooled->pools) text += of_candidate(pool.layout, simulate);
    return text;
  }
  const auto named = plan.recommended ? plan.recommended : plan.nearest_miss;
  return named ? of_candidate(plan.candidates[*named], simulate) : std::string{};
}

}  // namespace libsched::plan::detail
