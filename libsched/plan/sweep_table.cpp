#include <libsched/plan/sweep.hpp>

#include <array>
#include <limits>
#include <utility>

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

/// One point's report and one of its workloads: what a row is made of.
struct Row {
  const scenario::Report* report;
  const scenario::WorkloadReport* workload;
};

double mean_over_gpus(const scenario::Report& report, double scenario::GpuReport::*fraction) {
  double sum = 0;
  for (const scenario::GpuReport& gpu : report.gpus) sum += gpu.*fraction;
  return report.gpus.empty() ? 0 : sum / static_cast<double>(report.gpus.size());
}

class Table {
 public:
  explicit Table(std::vector<Row> rows) : rows_{std::move(rows)} {}

  template <class T, class Of>
  void add(const char* name, Of of) {
    std::vector<T> values;
    values.reserve(rows_.size());
    for (const Row& row : rows_) values.push_back(of(row));
    columns_.push_back({name, std::move(values)});
  }

  /// `of` gives an interval or null.
  template <class Of>
  void add_interval(const std::string& name, bool intervals, Of of) {
    const auto end = [&](const std::string& suffix, double Interval::*member) {
      std::vector<double> values;
      values.reserve(rows_.size());
      for (const Row& row : rows_) {
        const Interval* interval = of(row);
        values.push_back(interval != nullptr ? interval->*member : std::numeric_limits<double>::quiet_NaN());
      }
      columns_.push_back({name + suffix, std::move(values)});
    };
    end("", &Interval::value);
    if (!intervals) return;
    end("_low", &Interval::low);
    end("_high", &Interval::high);
  }

  std::vector<Column> take() { return std::move(columns_); }

 private:
  std::vector<Row> rows_;
  std::vector<Column> columns_;
};

}  // namespace

SweepTable table(const Sweep& sweep) {
  SweepTable result;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const auto& report = sweep.points[i].report;
    if (!report) continue;
    for (const scenario::WorkloadReport& workload : report->workloads) {
      result.point.push_back(i);
      rows.push_back({&*report, &workload});
    }
  }
  Table table{std::move(rows)};
  table.add<std::string>("workload", [](const Row& r) { return r.workload->name; });
  table.add<std::int64_t>("pods", [](const Row& r) { return r.workload->pods; });
  table.add<std::int64_t>("pending", [](const Row& r) { return r.workload->pending; });
  table.add<std::int64_t>("crashing", [](const Row& r) { return r.workload->crashing; });
  table.add<std::uint64_t>("completed", [](const Row& r) { return r.workload->completed; });
  table.add_interval("throughput_per_s", sweep.intervals, [](const Row& r) { return &r.workload->throughput_per_s; });
  for (const auto& [name, member] : kLatencies) {
    table.add_interval(name, sweep.intervals, [member = member](const Row& r) {
      return r.workload->latency_ms ? &((*r.workload->latency_ms).*member) : nullptr;
    });
  }
  table.add<std::int8_t>("stable", [](const Row& r) { return std::int8_t{r.workload->stable}; });
  table.add<double>("slo_p99_ms", [](const Row& r) {
    return r.workload->slo ? r.workload->slo->p99_ms : std::numeric_limits<double>::quiet_NaN();
  });
  table.add<std::int8_t>(
      "slo_met", [](const Row& r) { return r.workload->slo ? std::int8_t{r.workload->slo->met} : std::int8_t{-1}; });
  table.add<double>("oom_probability_per_day", [](const Row& r) {
    return r.report->memory ? r.report->memory->oom_probability_per_day : std::numeric_limits<double>::quiet_NaN();
  });
  table.add<double>("busy_fraction",
                    [](const Row& r) { return mean_over_gpus(*r.report, &scenario::GpuReport::busy_fraction); });
  table.add<double>("switch_fraction",
                    [](const Row& r) { return mean_over_gpus(*r.report, &scenario::GpuReport::switch_fraction); });
  table.add<std::string>("stopped", [](const Row& r) { return r.report->stopped; });
  table.add<std::uint64_t>("seed", [](const Row& r) { return r.report->seed; });
  result.columns = table.take();
  return result;
}

}  // namespace libsched::plan
