#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/calib/fit.hpp>
#include <libsched/calib/robust.hpp>

namespace libsched::calib::detail {

/// All that a set of records says, by parameter; times in microseconds.
struct Findings {
  std::vector<Evidence> slice, preempt, voluntary, idle, refill, jitter, idle_gap;
  std::vector<SetAside> set_aside;
  std::string preempt_bound;           ///< how small a switch is that cannot be told from none; empty: nobody looked
  std::optional<double> refill_bound;  ///< us
};

/// "records/slice.json slice/processes:2".
std::string name_of(const Record& record, const Run& run);

Evidence evidence_of(const Located& us, double degrees_of_freedom, std::string how, std::string run);

/// Records of measurement `slice`: turns, and entries on the grid.
void read_slices(const Record& record, Findings& findings);
/// Records of measurement `switch`: samples of single switches.
void read_switches(const Record& record, Findings& findings);

/// The one value behind several pieces of evidence: their mean weighted by 1 / half-width squared, its interval wider
/// by the factor by which they scatter more than their intervals say (Birge's ratio). Precondition: not empty.
struct Combined {
  double value = 0;
  double low = 0;
  double high = 0;
  double rms_pct = 0;
};
Combined combine(const std::vector<Evidence>& evidence);

/// What latency runs say, given what is known so far: how long a dry tenant keeps the device, and the refill.
void read_idle_gap(const std::vector<const Record*>& records, double slice_us, Findings& findings);
void read_refill(const std::vector<const Record*>& records, const hw::GpuProfile& profile, Findings& findings);

/// The profile's word on the gaps of the runs that measured turns.
void add_slice_residuals(const Record& record, const hw::GpuProfile& profile, std::vector<FitResidual>& residuals);

/// Which ring the records show, with the reason; none where they cannot tell.
std::optional<hw::Ring> ring_of(const std::vector<const Record*>& records, std::string& basis);

}  // namespace libsched::calib::detail
