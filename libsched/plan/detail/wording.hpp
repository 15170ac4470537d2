#pragma once

#include <string>
#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// The reason of a candidate that an interrupt left undecided.
inline constexpr const char* kInterrupted = "not decided: interrupted";

/// "83 ms > 60 ms" or "52.3 ms <= 60 ms", with as many digits as the comparison needs.
std::string compared_ms(double value_ms, double limit_ms);
/// A time for people: three significant digits or so.
std::string ms_text(double ms);
/// "52.3 (50.1-54)": milliseconds without the unit, and their interval; "-" where there is none.
std::string interval_text(const std::optional<scenario::Interval>& ms);
/// "1.58".
std::string usd_text(double usd_per_hour);
/// "4 replicas per T4 on 3x g4dn.xlarge", "exclusive T4 on 12 GPUs".
std::string layout_text(const Candidate& candidate);
/// " at 1.58 USD/h"; empty without a price.
std::string at_price(const std::optional<double>& usd_per_hour);
/// "p99 up to 83 ms", "memory, ...": why a candidate that meets its SLOs is not robust; empty where it is.
std::vector<std::string> caveats(const Candidate& candidate);
/// "; not robust: p99 up to 83 ms; memory, ..."; empty where it is.
std::string not_robust_text(const Candidate& candidate);
/// The workload nearest to, or furthest over, its SLO; null where none has a p99 and an SLO.
const CandidateWorkload* worst_workload(const Candidate& candidate);

}  // namespace libsched::plan::detail
