#include <libsched/plan/detail/wording.hpp>

#include <fmt/format.h>

#include <cmath>

namespace libsched::plan::detail {
namespace {

/// Without trailing zeros: 60, 52.3, 8.31.
std::string with_digits(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (digits > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

int digits_for(double value) {
  return value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
}

/// By the workload whose upper end is furthest over its SLO; empty where none is over.
std::string p99_caveat(const Candidate& candidate) {
  const CandidateWorkload* worst = nullptr;
  const auto over = [](const CandidateWorkload& one) { return one.p99_ms->high / *one.slo_p99_ms; };
  for (const CandidateWorkload& one : candidate.workloads) {
    if (one.p99_ms && one.slo_p99_ms && (worst == nullptr || over(one) > over(*worst))) worst = &one;
  }
  if (worst == nullptr || over(*worst) <= 1) return {};
  const std::string whose = candidate.workloads.size() > 1 ? worst->name + " " : "";
  const std::string high = std::isinf(worst->p99_ms->high) ? "has no bound" : "up to " + ms_text(worst->p99_ms->high);
  return whose + "p99 " + high;
}

}  // namespace

std::string ms_text(double ms) {
  return std::isfinite(ms) ? with_digits(ms, digits_for(ms)) + " ms" : "no bound";
}

std::string interval_text(const std::optional<scenario::Interval>& ms) {
  if (!ms) return "-";
  const auto bare = [](double value) {
    return std::isfinite(value) ? with_digits(value, digits_for(value)) : std::string{"no bound"};
  };
  return fmt::format("{} ({}-{})", bare(ms->value), bare(ms->low), bare(ms->high));
}

std::string compared_ms(double value_ms, double limit_ms) {
  const bool over = value_ms > limit_ms;
  int digits = digits_for(value_ms);
  // 60.04 > 60 must not read "60 > 60".
  while (over && digits < 9 && with_digits(value_ms, digits) == with_digits(limit_ms, digits)) ++digits;
  return fmt::format("{} ms {} {} ms", with_digits(value_ms, digits), over ? ">" : "<=", with_digits(limit_ms, 6));
}

std::string usd_text(double usd_per_hour) {
  // Cents are enough from a dollar on; cheap instances need the mills.
  return fmt::format("{:.{}f}", usd_per_hour, usd_per_hour < 1 ? 3 : 2);
}

std::string layout_text(const Candidate& candidate) {
  const std::string where = candidate.instance.empty()
                                ? fmt::format("{} {}", candidate.gpus, candidate.gpus == 1 ? "GPU" : "GPUs")
                                : fmt::format("{}x {}", candidate.instances, candidate.instance);
  if (candidate.mode == scenario::Mode::kExclusive) return fmt::format("exclusive {} on {}", candidate.gpu, where);
  if (candidate.mode == scenario::Mode::kMps) {
    return fmt::format("{} MPS clients per {} on {}", candidate.replicas, candidate.gpu, where);
  }
  if (candidate.mode == scenario::Mode::kMig) {
    return fmt::format("{} x {} per {} on {}", candidate.replicas, candidate.mig_profile, candidate.gpu, where);
  }
  return fmt::format("{} replicas per {} on {}", candidate.replicas, candidate.gpu, where);
}

std::string at_price(const std::optional<double>& usd_per_hour) {
  return usd_per_hour ? fmt::format(" at {} USD/h", usd_text(*usd_per_hour)) : std::string{};
}

std::vector<std::string> caveats(const Candidate& candidate) {
  std::vector<std::string> all;
  if (candidate.meets_slo) all = {p99_caveat(candidate), candidate.memory_caveat};
  std::erase(all, std::string{});
  return all;
}

std::string not_robust_text(const Candidate& candidate) {
  if (!candidate.meets_slo || candidate.robust) return {};
  const std::vector<std::string> why = caveats(candidate);
  return why.empty() ? "; not robust" : fmt::format("; not robust: {}", fmt::join(why, "; "));
}

const CandidateWorkload* worst_workload(const Candidate& candidate) {
  const CandidateWorkload* worst = nullptr;
  for (const CandidateWorkload& one : candidate.workloads) {
    if (!one.p99_ms || !one.slo_p99_ms) continue;
    if (worst == nullptr || one.p99_ms->value / *one.slo_p99_ms > worst->p99_ms->value / *worst->slo_p99_ms) {
      worst = &one;
    }
  }
  return worst;
}

}  // namespace libsched::plan::detail
