#include <libsched/plan/sweep.hpp>

#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace libsched::plan {
namespace {

using scenario::Interval;
using scenario::LatencyReport;

constexpr std::array<std::pair<const char*, Interval LatencyReport::*>, 6> kLatencies = {{
    {"mean_ms", &LatencyReport::mean},
    {"p50_ms", &LatencyReport::p50},
    {"p90_ms", &LatencyReport::p90},
    {"p95_ms", &LatencyReport::p95},
    {"p99_ms", &LatencyReport::p99},
    {"max_ms", &LatencyReport::max},
}};

/// Lines of cells. A cell with a comma, a quote, a line end or blanks around it is quoted (RFC 4180).
class Csv {
 public:
  void text(const std::string& cell) {
    separate();
    const bool padded = cell.starts_with(' ') || cell.ends_with(' ');
    if (!padded && cell.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += cell;
      return;
    }
    text_ += '"';
    for (const char c : cell) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
  }
  template <class T>
  void value(const T& cell) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", cell);  // doubles: the shortest text that reads back the same
  }
  void empty() { separate(); }
  void end_line() {
    text_ += '\n';
    first_ = true;
  }
  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

void headings(const Sweep& sweep, Csv& csv) {
  for (const std::string& path : sweep.paths) csv.text(path);
  for (const char* name : {"workload", "pods", "pending", "completed"}) csv.text(name);
  const auto measured = [&](const std::string& name) {
    csv.text(name);
    if (!sweep.intervals) return;
    csv.text(name + "_low");
    csv.text(name + "_high");
  };
  measured("throughput_per_s");
  for (const auto& [name, member] : kLatencies) measured(name);
  for (const char* name : {"stable", "slo_p99_ms", "slo_met", "busy_fraction", "switch_fraction", "stopped", "seed"}) {
    csv.text(name);
  }
  csv.end_line();
}

void measured(const Interval* interval, bool intervals, Csv& csv) {
  if (interval != nullptr) {
    csv.value(interval->value);
    if (intervals) csv.value(interval->low);
    if (intervals) csv.value(interval->high);
  } else {
    for (int i = 0; i < (intervals ? 3 : 1); ++i) csv.empty();
  }
}

double mean_over_gpus(const scenario::Report& report, double scenario::GpuReport::*fraction) {
  double sum = 0;
  for (const scenario::GpuReport& gpu : report.gpus) sum += gpu.*fraction;
  return report.gpus.empty() ? 0 : sum / static_cast<double>(report.gpus.size());
}

void row(const SweepPoint& point, const scenario::WorkloadReport& workload, bool intervals, Csv& csv) {
  for (const std::string& value : point.values) csv.text(value);
  csv.text(workload.name);
  csv.value(workload.pods);
  csv.value(workload.pending);
  csv.value(workload.completed);
  measured(&workload.throughput_per_s, intervals, csv);
  for (const auto& [name, member] : kLatencies) {
    measured(workload.latency_ms ? &((*workload.latency_ms).*member) : nullptr, intervals, csv);
  }
  csv.value(workload.stable);
  if (workload.slo) {
    csv.value(workload.slo->p99_ms);
    csv.value(workload.slo->met);
  } else {
    csv.empty();
    csv.empty();
  }
  csv.value(mean_over_gpus(*point.report, &scenario::GpuReport::busy_fraction));
  csv.value(mean_over_gpus(*point.report, &scenario::GpuReport::switch_fraction));
  csv.text(point.report->stopped);
  csv.value(point.report->seed);
  csv.end_line();
}

}  // namespace

std::string to_csv(const Sweep& sweep) {
  Csv csv;
  headings(sweep, csv);
  for (const SweepPoint& point : sweep.points) {
    if (!point.report) continue;
    for (const scenario::WorkloadReport& workload : point.report->workloads) {
      row(point, workload, sweep.intervals, csv);
    }
  }
  return csv.take();
}

}  // namespace libsched::plan
