#include <libsched/plan/record_cases.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/calib/latency_run.hpp>
#include <libsched/calib/robust.hpp>
#include <libsched/plan/validate.hpp>

namespace libsched::plan {
namespace {

using calib::LatencyRun;
using scenario::Metric;
using scenario::Role;
using workload::Distribution;

constexpr std::size_t kOneInThreeFits = 3;
constexpr std::size_t kEnoughForTail = 100;

/// The distinct scenarios with neighbours, in the order of the records; those at 0, 3, 6, ... fit.
std::vector<std::string> shared_scenarios(const std::vector<LatencyRun>& runs) {
  std::vector<std::string> scenarios;
  for (const LatencyRun& run : runs) {
    if (run.processes < 2) continue;
    std::string one = run.scenario();
    if (std::find(scenarios.begin(), scenarios.end(), one) == scenarios.end()) scenarios.push_back(std::move(one));
  }
  return scenarios;
}

Role role_of(const LatencyRun& run, const std::vector<std::string>& scenarios) {
  const auto at = std::find(scenarios.begin(), scenarios.end(), run.scenario()) - scenarios.begin();
  return static_cast<std::size_t>(at) % kOneInThreeFits == 0 ? Role::kFit : Role::kValidate;
}

/// The records without the latency runs that judge.
std::vector<calib::Record> fitting_part(std::vector<calib::Record> records, const std::vector<std::string>& scenarios) {
  for (calib::Record& record : records) {
    if (record.measurement != "latency") continue;
    std::erase_if(record.runs, [&](const calib::Run& run) {
      const auto one = calib::latency_run(record, run);
      return one && one->processes > 1 && role_of(*one, scenarios) == Role::kValidate;
    });
  }
  return records;
}

Distribution device_ms(const calib::Alone& solo) {
  std::vector<double> sorted;
  for (const double us : solo.device_us) sorted.push_back(us * 1e-3);
  std::sort(sorted.begin(), sorted.end());
  return Distribution::Law{Distribution::Empirical{std::move(sorted)}};
}

workload::Workload measured_workload(const LatencyRun& run, const calib::Alone& solo, const std::string& card) {
  workload::Workload work;
  work.name = "measured";
  work.pods = run.measured_processes();
  work.pods_given = true;
  if (run.open) {
    work.arrivals = workload::Poisson{run.rate_per_s};
  } else {
    const double think_ms = run.think_us * 1e-3;
    work.arrivals =
        workload::Closed{1, run.think_exponential ? Distribution{Distribution::Law{Distribution::Exponential{think_ms}}}
                                                  : Distribution::constant(think_ms)};
  }
  work.request.gpu_ms = {{card, device_ms(solo)}};
  work.request.cpu_ms = Distribution::constant(run.bursts * run.host_us * 1e-3);
  work.request.bursts = run.bursts;
  work.request.bursts_given = true;
  if (run.runs_ahead) work.request.launch = workload::Launch::kAsync;
  return work;
}

scenario::Scenario scenario_of(const LatencyRun& run, const calib::Alone& solo, const calib::Fit& fit) {
  scenario::Scenario result;
  hw::GpuModel& card = result.gpu.model;
  card.name = fit.device.name;
  card.sms = {fit.device.sms, "record"};
  card.memory_mib = {fit.device.memory_mib, "record"};
  card.profile = fit.profile;
  result.sharing.mode = scenario::Mode::kTimeSlicing;
  result.sharing.replicas = std::max(2, run.processes);
  result.workloads.push_back(measured_workload(run, solo, card.name));
  constexpr double kPrecision = 0.03;  // a third of what counts as well predicted
  result.run.precision = kPrecision;
  if (!run.busy_neighbours) return result;
  workload::Workload neighbours;
  neighbours.name = "neighbours";
  neighbours.pods = run.processes - 1;
  neighbours.pods_given = true;
  neighbours.arrivals = workload::Closed{1, Distribution::constant(0)};
  constexpr double kWithoutEndMs = 1e9;  // of virtual time; nothing below lasts as long
  neighbours.request.gpu_ms = {{card.name, Distribution::constant(kWithoutEndMs)}};
  neighbours.request.bursts_given = true;
  result.workloads.push_back(std::move(neighbours));
  // Who never completes would never reach a precision: long enough for 4000 requests, each of which waits for every
  // neighbour once a burst and a slice.
  const double alone_us = calib::median(solo.device_us);
  const double rounds = run.bursts + alone_us / fit.profile.slice_us.nominal;
  const double request_us =
      alone_us + run.bursts * run.host_us + run.think_us + rounds * (run.processes - 1) * fit.profile.slice_us.nominal;
  result.run.duration_s = std::min(1e5, 4000 * request_us * 1e-6);
  return result;
}

/// The same on a device as slow, and as fast, as it was at times while it was measured alone: its clock moves, and
/// others use what it shares with them.
std::vector<scenario::Scenario> at_other_speeds(const scenario::Scenario& nominal, const calib::Alone& solo) {
  constexpr double kFelt = 0.002;
  std::vector<scenario::Scenario> others;
  for (const double factor : {solo.fast, solo.slow}) {
    if (std::abs(factor - 1) < kFelt) continue;
    scenario::Scenario other = nominal;
    Distribution& law = other.workloads[0].request.gpu_ms[0].second;
    law = law.scaled(factor);
    other.run.intervals = false;  // the nominal case has those of the parameters
    others.push_back(std::move(other));
  }
  return others;
}

std::vector<scenario::Expectation> expectations(const LatencyRun& run) {
  std::vector<scenario::Expectation> expect;
  const auto ms = [&](double q) { return calib::quantile(run.latency_us, q) * 1e-3; };
  expect.push_back({"measured", Metric::kP50, ms(0.5), kMedianTolerancePct});
  if (run.latency_us.size() >= kEnoughForTail) {
    expect.push_back({"measured", Metric::kP99, ms(0.99), kTailTolerancePct});
  }
  if (run.throughput_per_s > 0) {
    expect.push_back({"measured", Metric::kThroughput, run.throughput_per_s, kThroughputTolerancePct});
  }
  return expect;
}

std::string fitted_note(const calib::Fit& fit) {
  std::string text = "fitted:";
  for (const calib::FittedParameter& one : fit.parameters) {
    if (!one.identified) continue;
    text += fmt::format(" {} {:.5g} [{:.5g}, {:.5g}],", one.name, one.estimate.nominal, one.estimate.low,
                        one.estimate.high);
  }
  text += fmt::format(" ring {}", name(fit.profile.ring));
  std::string open;
  for (const calib::FittedParameter& one : fit.parameters) {
    if (!one.identified) open += (open.empty() ? "" : ", ") + one.name;
  }
  if (!fit.ring_identified) open += (open.empty() ? "" : ", ") + std::string{"ring"};
  return open.empty() ? text : text + "; not identified, as assumed: " + open;
}

}  // namespace

Result<RecordCases> record_cases(const std::vector<calib::Record>& given) {
  if (given.empty()) return Issue{"RECORD", "no record was given", "name files, or a folder"};
  if (Issues issues = calib::differences(given); !issues.empty()) return issues;
  std::vector<calib::SetAside> repeats;
  const std::vector<calib::Record> records = calib::without_repeats(given, repeats);
  Issues unusable;
  const std::vector<LatencyRun> runs = calib::latency_runs(records, unusable);
  const std::vector<std::string> scenarios = shared_scenarios(runs);
  auto fit = calib::fit_profile(fitting_part(records, scenarios));
  if (!fit) return fit.error();

  RecordCases result;
  result.fit = *std::move(fit);
  result.notes.push_back(
      fmt::format("{} scenarios of two or more processes, in the order of the records: the 1st, 4th, 7th, ... may set "
                  "parameters, the others judge; what a request takes alone comes from the runs of one process",
                  scenarios.size()));
  result.notes.push_back(fitted_note(result.fit));
  for (const calib::SetAside& one : repeats)
    result.notes.push_back(fmt::format("set aside: {} {}", one.where, one.why));
  for (const LatencyRun& run : runs) {
    if (run.processes < 2) continue;
    const auto solo = calib::alone(run, runs);
    if (!solo) {
      result.notes.push_back(
          fmt::format("not predicted: {}: no run of one process says what its request takes alone", run.where));
      continue;
    }
    scenario::ValidationCase one;
    one.name = run.name;
    one.source = run.origin;
    one.note = fmt::format("alone {:.4g} ms (median), at times {:+.1f} % to {:+.1f} %; the interval covers both",
                           calib::median(solo->device_us) * 1e-3, (solo->fast - 1) * 100, (solo->slow - 1) * 100);
    one.role = role_of(run, scenarios);
    one.scenario = scenario_of(run, *solo, result.fit);
    one.alternatives = at_other_speeds(one.scenario, *solo);
    one.expect = expectations(run);
    result.cases.push_back(std::move(one));
  }
  for (const Issue& issue : unusable)
    result.notes.push_back(fmt::format("not predicted: {}: {}", issue.where, issue.what));
  if (result.cases.empty()) {
    return Issue{records.front().origin,
                 records.size() == 1 ? "has no latency run that can be predicted"
                                     : "and the others have no latency run that can be predicted",
                 "measure `latency`, of one process and of several"};
  }
  return result;
}

Result<CasesAt> cases_at(const std::string& path) {
  if (path.empty() || !calib::holds_records(path)) {
    auto cases = path.empty() ? shipped_validation_cases() : validation_cases_at(path);
    if (!cases) return cases.error();
    return CasesAt{*std::move(cases), {}};
  }
  const auto records = calib::read_records({path});
  if (!records) return records.error();
  auto read = record_cases(*records);
  if (!read) return read.error();
  return CasesAt{std::move(read->cases), std::move(read->notes)};
}

}  // namespace libsched::plan
