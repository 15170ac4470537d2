#include <libsched/plan/detail/wording.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iterator>

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
