#include <libsched/calib/fit.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <libsched/calib/detail/evidence.hpp>
#include <libsched/hw/catalog.hpp>

namespace libsched::calib {
namespace {

using detail::Findings;

/// What the profile has before anything is measured: the catalogue's, else the assumed one of cards nobody measured.
hw::GpuProfile start_profile(const Device& device, std::string& whence) {
  if (device.kind == "cpu") {
    whence = "assumed: a processor switches at no cost";
    hw::GpuProfile none;
    for (Estimate* one : {&none.slice_us, &none.preempt_us, &none.voluntary_us, &none.idle_us, &none.refill_us,
                          &none.switch_jitter_us, &none.idle_gap_us, &none.host_contention}) {
      *one = Estimate::exact(0, whence);
    }
    return none;
  }
  if (const hw::GpuModel* model = hw::find_gpu(device.name)) {
    whence = fmt::format("as the catalogue has it for the {}", model->name);
    return model->profile;
  }
  whence = "assumed: the middle of the families that were measured";
  hw::GpuProfile profile = hw::find_gpu("T4")->profile;
  profile.assumed = true;
  return profile;
}

/// Drops what no device does, from files that hold anything; says so.
void keep_plausible(std::vector<Evidence>& evidence, const char* name, double least, double most, Fit& fit) {
  std::erase_if(evidence, [&](Evidence& one) {
    const bool plausible = one.value >= least && one.value <= most && one.half_width <= most;
    if (!plausible) {
      fit.set_aside.push_back({one.run, fmt::format("says {} is {:.4g} us, which cannot be", name, one.value)});
      return true;
    }
    one.spread_high = std::min(one.spread_high, most);
    return false;
  });
}

/// What of the evidence was used: what is direct, where any is.
std::string basis_of(const std::vector<Evidence>& evidence) {
  const bool direct = any_direct(evidence);
  std::vector<std::string> used;
  std::size_t length = 0;
  for (const Evidence& one : evidence) {
    if (one.direct != direct) continue;
    used.push_back(one.how);
    length += one.how.size() + 2;
  }
  std::string basis =
      length > 200 ? fmt::format("{} and {} more", used[0], used.size() - 1) : fmt::format("{}", fmt::join(used, ", "));
  if (used.size() < evidence.size()) {
    basis += fmt::format("; measured directly, so {} from longer times not used", evidence.size() - used.size());
  }
  return basis;
}

/// Warns of a switch that is not what rounds of turns took, or takes longer than the slice that it ends.
void doubt_switch(const std::vector<Evidence>& preempt, Fit& fit) {
  const double slice = fit.profile.slice_us.nominal;
  if (!preempt.empty() && fit.profile.preempt_us.nominal > slice) {
    fit.warnings.push_back(
        fmt::format("a switch at the slice's end takes {:.4g} us, longer than the slice of {:.4g} us: "
                    "check the units and the measurement of {}",
                    fit.profile.preempt_us.nominal, slice, preempt[0].run));
  }
  std::vector<Evidence> direct, rounds;
  for (const Evidence& one : preempt) (one.direct ? direct : rounds).push_back(one);
  if (direct.empty() || rounds.empty()) return;
  const detail::Combined told = detail::combine(direct), derived = detail::combine(rounds);
  constexpr double kFar = 10;
  const bool far = told.value > kFar * derived.value || derived.value > kFar * told.value;
  const bool apart = told.low > derived.high || derived.low > told.high;
  if (!far || !apart) return;
  fit.warnings.push_back(fmt::format(
      "preempt_us: switches measured one by one take {:.4g} us ({}), but {} say {:.4g} us ({}): the profile "
      "has the former; one of the two is wrong",
      told.value, direct[0].run, rounds[0].how, derived.value, rounds[0].run));
}

/// The parameter from its evidence; without any it stays as it is.
void settle(Fit& fit, const char* name, Estimate hw::GpuProfile::*member, std::vector<Evidence> evidence,
            const std::string& missing, const std::string& day) {
  FittedParameter parameter;
  parameter.name = name;
  Estimate& estimate = fit.profile.*member;
  if (evidence.empty()) {
    estimate.source = fmt::format("not identified: {}", estimate.source);
    parameter.basis = missing;
  } else {
    const detail::Combined combined = detail::combine(evidence);
    const std::string how = basis_of(evidence);
    estimate = {combined.low, combined.value, combined.high, fmt::format("measured{}: {}", day, how)};
    parameter.identified = true;
    parameter.basis = how;
    parameter.residual_pct = combined.rms_pct;
  }
  parameter.estimate = estimate;
  parameter.evidence = std::move(evidence);
  fit.parameters.push_back(std::move(parameter));
}

std::string missing_refill(const Findings& findings) {
  if (findings.refill_bound)
    return fmt::format("throughputs of shared runs bound it by {:.3g} us", *findings.refill_bound);
  return "no record has a working set in the cache, nor throughputs of short requests that neighbours share";
}

std::string missing_preempt(const Findings& findings) {
  return findings.preempt_bound.empty() ? "no record has switches at slice ends" : findings.preempt_bound;
}

void collect(const std::vector<Record>& records, Fit& fit, Findings& findings, std::vector<const Record*>& rings,
             std::vector<const Record*>& latencies) {
  for (const Record& record : records) {
    fit.records.push_back(record.origin);
    for (const std::string& warning : record.conditions.warnings) {
      fit.warnings.push_back(record.origin + ": " + warning);
    }
    if (record.measurement == "slice") {
      detail::read_slices(record, findings);
    } else if (record.measurement == "switch") {
      detail::read_switches(record, findings);
    } else if (record.measurement == "ring") {
      rings.push_back(&record);
    } else if (record.measurement == "latency") {
      latencies.push_back(&record);
    } else {
      fit.set_aside.push_back(
          {record.origin, fmt::format("measures {}: no parameter of time-slicing",
                                      record.measurement.empty() ? "nothing" : record.measurement)});
    }
    for (const Run& run : record.runs) {
      if (run.skipped) fit.set_aside.push_back({detail::name_of(record, run), "was skipped: " + *run.skipped});
    }
  }
}

/// Why no record tells the slice, run by run.
Issues no_slice(const std::vector<Record>& records, const std::vector<SetAside>& set_aside) {
  Issues issues;
  const auto add = [&](const std::string& where, const std::string& why) {
    issues.push_back(
        {where, "tells no slice: " + why, "measure `slice` again, with two or more processes, for longer"});
  };
  for (const Record& record : records) {
    if (record.measurement != "slice") continue;
    const std::size_t before = issues.size();
    for (const SetAside& one : set_aside) {
      if (one.where.starts_with(record.origin + " ")) add(one.where, one.why);
    }
    if (issues.size() > before) continue;
    add(record.origin, record.runs.empty()
                           ? "it has no runs"
                           : "no run of two or more processes has turns (gap_length) or entries (grid_entry)");
  }
  if (!issues.empty()) return issues;
  std::set<std::string> measured;
  for (const Record& record : records) measured.insert(record.measurement);
  add(records[0].origin, fmt::format("the records measure {}, none `slice`", fmt::join(measured, ", ")));
  return issues;
}

}  // namespace

Result<Fit> fit_profile(const std::vector<Record>& given) {
  if (given.empty()) return Issue{"RECORD", "no record was given", "name files, or a folder"};
  if (Issues issues = differences(given); !issues.empty()) return issues;
  Fit fit;
  const std::vector<Record> records = without_repeats(given, fit.set_aside);
  fit.device = records[0].device;
  fit.driver = records[0].driver;
  for (const Record& record : records) {
    if (record.conditions.scheduler) fit.scheduler = *record.conditions.scheduler;
  }
  std::string whence;
  fit.profile = start_profile(fit.device, whence);
  Findings findings;
  std::vector<const Record*> rings, latencies;
  collect(records, fit, findings, rings, latencies);
  constexpr double kLeastSliceUs = 1e-2, kMostUs = 1e8;
  keep_plausible(findings.slice, "slice_us", kLeastSliceUs, kMostUs, fit);
  if (findings.slice.empty()) {
    for (SetAside& one : findings.set_aside) fit.set_aside.push_back(std::move(one));
    return no_slice(records, fit.set_aside);
  }

  const std::string day = records[0].started.size() >= 10 ? " " + records[0].started.substr(0, 10) : "";
  using P = hw::GpuProfile;
  settle(fit, "slice_us", &P::slice_us, findings.slice, "", day);
  // A slice is positive, however wide its interval.
  fit.profile.slice_us.low = std::max(fit.profile.slice_us.low, fit.profile.slice_us.nominal / 100);
  fit.parameters.back().estimate = fit.profile.slice_us;
  keep_plausible(findings.preempt, "preempt_us", 0, kMostUs, fit);
  keep_plausible(findings.voluntary, "voluntary_us", 0, kMostUs, fit);
  keep_plausible(findings.idle, "idle_us", 0, kMostUs, fit);
  keep_plausible(findings.jitter, "switch_jitter_us", 0, kMostUs, fit);
  settle(fit, "preempt_us", &P::preempt_us, findings.preempt, missing_preempt(findings), day);
  doubt_switch(findings.preempt, fit);
  settle(fit, "voluntary_us", &P::voluntary_us, findings.voluntary, "no record has switches of a tenant that runs dry",
         day);
  settle(fit, "idle_us", &P::idle_us, findings.idle, "no record has switches on an idle device", day);
  detail::read_idle_gap(latencies, fit.profile.slice_us.nominal, findings);
  // The refill needs to know who yields, but comes first in the file.
  Fit gap = fit;
  settle(gap, "idle_gap_us", &P::idle_gap_us, findings.idle_gap,
         "no latency run has short requests with neighbours that wait", day);
  fit.profile.idle_gap_us = gap.profile.idle_gap_us;
  if (findings.refill.empty()) detail::read_refill(latencies, fit.profile, findings);
  // A slice that is all refill would never get on. Below 0 are the noise's lower ends.
  const double most_refill = fit.profile.slice_us.low / 2;
  keep_plausible(findings.refill, "refill_us", -most_refill, most_refill, fit);
  if (fit.profile.refill_us.high > most_refill)
    fit.profile.refill_us = Estimate::exact(0, "assumed: the slice is short");
  settle(fit, "refill_us", &P::refill_us, findings.refill, missing_refill(findings), day);
  settle(fit, "switch_jitter_us", &P::switch_jitter_us, findings.jitter, "no record has 30 switches at slice ends",
         day);
  fit.parameters.push_back(gap.parameters.back());
  settle(fit, "host_contention", &P::host_contention, {}, "no measurement has host time of several tenants", day);

  const auto ring = detail::ring_of(rings, fit.ring_basis);
  fit.ring_identified = ring.has_value();
  if (ring) fit.profile.ring = *ring;
  // Slice and the switch at its end are what makes a profile a measurement.
  fit.profile.assumed = fit.profile.assumed && findings.preempt.empty();
  for (SetAside& one : findings.set_aside) fit.set_aside.push_back(std::move(one));
  for (const Record& record : records) {
    if (record.measurement == "slice") detail::add_slice_residuals(record, fit.profile, fit.residuals);
  }
  return fit;
}

}  // namespace libsched::calib
