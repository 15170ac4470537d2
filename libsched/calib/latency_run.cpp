#include <libsched/calib/latency_run.hpp>

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <libsched/calib/robust.hpp>

namespace libsched::calib {

std::string LatencyRun::scenario() const {
  std::string text = fmt::format("processes:{}/request:{}/bursts:{}/host:{:g}", processes, request, bursts, host_us);
  text += open ? fmt::format("/open:{:g}", rate_per_s) : fmt::format("/closed:{:g}", think_us);
  if (runs_ahead) text += "/ahead";
  if (think_exponential) text += "/exponential";
  if (busy_neighbours) text += "/busy";
  return text;
}

Result<LatencyRun> latency_run(const Record& record, const Run& run) {
  LatencyRun result;
  result.origin = record.origin;
  result.name = run.name;
  result.where = record.origin + " " + run.name;
  const auto wrong = [&](std::string what, std::string fix) {
    return Issue{result.where, std::move(what), std::move(fix)};
  };
  if (run.skipped) return wrong("was skipped: " + *run.skipped, "measure it again");
  const double processes = run.number("processes").value_or(0);
  if (processes < 1 || processes > 1024) return wrong("has no `processes` of 1 to 1024", "measure it again");
  result.processes = static_cast<int>(processes);
  result.request = run.text("request").value_or(fmt::format("{:g} us", run.number("request_us").value_or(0)));
  result.busy_neighbours = run.text("neighbours") == "busy" && result.processes > 1;
  result.bursts = static_cast<int>(std::clamp(run.number("bursts").value_or(1), 1.0, 1e6));
  result.host_us = std::clamp(run.number("host_us").value_or(0), 0.0, 1e9);
  result.runs_ahead = run.text("waits") == "at the end";
  result.open = run.text("loop") == "open";
  result.think_us = std::clamp(run.number("think_us").value_or(0), 0.0, 1e9);
  result.think_exponential = result.think_us > 0 && run.text("think") == "exponential";
  if (result.open) {
    result.rate_per_s = run.number("rate_per_s").value_or(0);
    if (!(result.rate_per_s >= 1e-6 && result.rate_per_s <= 1e9)) {
      return wrong("is an open loop without a rate", "give `rate_per_s`");
    }
  }
  for (const Series* series : run.of("latency")) {
    for (const double ns : series->samples) {
      if (ns > 0) result.latency_us.push_back(ns * 1e-3);
    }
  }
  if (result.latency_us.empty()) return wrong("has no latencies", "measure for longer");
  // Each process has a window of its own.
  for (const Series* window : run.of("window")) {
    for (const Series* completions : run.of("completions")) {
      if (completions->process != window->process || window->samples.empty() || completions->samples.empty()) continue;
      if (window->samples[0] > 0) result.throughput_per_s += completions->samples[0] / (window->samples[0] * 1e-9);
    }
  }
  return result;
}

std::vector<LatencyRun> latency_runs(const std::vector<Record>& records, Issues& unusable) {
  std::vector<LatencyRun> runs;
  for (const Record& record : records) {
    if (record.measurement != "latency") continue;
    for (const Run& run : record.runs) {
      auto one = latency_run(record, run);
      if (one) {
        runs.push_back(*std::move(one));
      } else {
        unusable.insert(unusable.end(), one.error().begin(), one.error().end());
      }
    }
  }
  return runs;
}

std::optional<Alone> alone(const LatencyRun& run, const std::vector<LatencyRun>& all) {
  std::vector<const LatencyRun*> same, other_host;
  for (const LatencyRun& one : all) {
    if (one.processes != 1 || one.request != run.request || one.bursts != run.bursts) continue;
    if (one.runs_ahead != run.runs_ahead || one.open) continue;  // an open loop's latencies hold waiting
    (one.host_us == run.host_us ? same : other_host).push_back(&one);
  }
  Alone found;
  std::vector<double> medians;
  for (const LatencyRun* one : same.empty() ? other_host : same) {
    std::vector<double> device;
    // A host that runs ahead works while the device does.
    const double host = one->runs_ahead ? 0 : one->bursts * one->host_us;
    constexpr double kLeast = 1e-3;
    for (const double us : one->latency_us) device.push_back(std::max(kLeast, us - host));
    const std::size_t parts = std::min<std::size_t>(5, device.size());
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = part * device.size() / parts, end = (part + 1) * device.size() / parts;
      medians.push_back(median(std::span{device}.subspan(begin, end - begin)));
    }
    found.device_us.insert(found.device_us.end(), device.begin(), device.end());
  }
  if (found.device_us.empty()) return std::nullopt;
  const double middle = median(found.device_us);
  found.slow = *std::max_element(medians.begin(), medians.end()) / middle;
  found.fast = *std::min_element(medians.begin(), medians.end()) / middle;
  return found;
}

}  // namespace libsched::calib
