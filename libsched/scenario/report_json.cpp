#include <nlohmann/json.hpp>

#include <libsched/scenario/report.hpp>

namespace libsched::scenario {

namespace {

using Json = nlohmann::ordered_json;

Json json(const Interval& i) {
  return {{"value", i.value}, {"low", i.low}, {"high", i.high}};
}

Json json(const LatencyReport& l) {
  return {{"mean", json(l.mean)}, {"p50", json(l.p50)}, {"p90", json(l.p90)},
          {"p95", json(l.p95)},   {"p99", json(l.p99)}, {"max", json(l.max)}};
}

Json json(const WorkloadReport& w) {
  Json out{{"name", w.name},
           {"pods", w.pods},
           {"pending", w.pending},
           {"completed", w.completed},
           {"throughput_per_s", json(w.throughput_per_s)},
           {"latency_ms", w.latency_ms ? json(*w.latency_ms) : Json{}},
           {"stable", w.stable},
           {"slo", w.slo ? Json{{"p99_ms", w.slo->p99_ms}, {"met", w.slo->met}, {"robust", w.slo->robust}} : Json{}}};
  Json distribution = Json::array();
  for (const auto& [fraction, ms] : w.distribution_ms) distribution.push_back({{"fraction", fraction}, {"ms", ms}});
  out["distribution"] = std::move(distribution);
  return out;
}

Json optional(const std::optional<double>& value) {
  return value ? Json(*value) : Json{};
}

Json json(const GpuReport& g) {
  return {{"model", g.model},
          {"tenants", g.tenants},
          {"busy_fraction", g.busy_fraction},
          {"switch_fraction", g.switch_fraction},
          {"idle_fraction", g.idle_fraction},
          {"memory_mib", {{"used", optional(g.memory_used_mib)}, {"total", optional(g.memory_total_mib)}}}};
}

const char* name(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "";
}

}  // namespace

std::string to_json(const Report& r) {
  Json out{{"schema", "slicewise.simulate/1"},
           {"gpu", r.gpu},
           {"instance", r.instance.empty() ? Json{} : Json(r.instance)},
           {"mode", r.mode},
           {"replicas", r.replicas},
           {"workloads", Json::array()},
           {"gpus", Json::array()},
           {"events", Json::array()},
           {"seed", r.seed},
           {"virtual_s", r.virtual_s},
           {"stopped", r.stopped},
           {"engine", r.engine.empty() ? Json{} : Json(r.engine)},
           {"assumptions", r.assumptions},
           {"notes", Json::array()}};
  for (const WorkloadReport& w : r.workloads) out["workloads"].push_back(json(w));
  for (const GpuReport& g : r.gpus) out["gpus"].push_back(json(g));
  for (const EventReport& e : r.events) {
    out["events"].push_back(
        {{"time_s", e.time_s}, {"kind", e.kind}, {"workload", e.workload}, {"pod", e.pod}, {"detail", e.detail}});
  }
  for (const Issue& n : r.notes) {
    out["notes"].push_back({{"severity", name(n.severity)}, {"where", n.where}, {"what", n.what}, {"fix", n.fix}});
  }
  return out.dump(2) + "\n";
}

}  // namespace libsched::scenario
