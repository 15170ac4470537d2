#include <nlohmann/json.hpp>

#include <libsched/base/severity.hpp>
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

Json optional(const std::optional<double>& value) {
  return value ? Json(*value) : Json{};
}

Json json(const WorkloadReport& w) {
  Json out{{"name", w.name},
           {"pods", w.pods},
           {"pending", w.pending},
           {"crashing", w.crashing},
           {"completed", w.completed},
           {"throughput_per_s", json(w.throughput_per_s)},
           {"latency_ms", w.latency_ms ? json(*w.latency_ms) : Json{}},
           {"stable", w.stable},
           {"gpu_share", w.gpu_share},
           {"slowdown", optional(w.slowdown)},
           {"slo", w.slo ? Json{{"p99_ms", w.slo->p99_ms}, {"met", w.slo->met}, {"robust", w.slo->robust}} : Json{}}};
  Json distribution = Json::array();
  for (const auto& [fraction, ms] : w.distribution_ms) distribution.push_back({{"fraction", fraction}, {"ms", ms}});
  out["distribution"] = std::move(distribution);
  return out;
}

/// What a GPU and a MIG instance have in common.
template <class Device>
void add_use(Json& out, const Device& d) {
  out["tenants"] = d.tenants;
  out["busy_fraction"] = d.busy_fraction;
  out["switch_fraction"] = d.switch_fraction;
  out["idle_fraction"] = d.idle_fraction;
  out["memory_mib"] = {{"used", optional(d.memory_used_mib)}, {"total", optional(d.memory_total_mib)}};
}

Json json(const GpuReport& g) {
  Json out{{"model", g.model}};
  add_use(out, g);
  if (g.mig.empty()) return out;
  out["mig"] = Json::array();
  for (const InstanceReport& one : g.mig) {
    Json instance{{"profile", one.profile}, {"mode", one.mode}, {"replicas", one.replicas}};
    add_use(instance, one);
    out["mig"].push_back(std::move(instance));
  }
  return out;
}

Json json(const MemoryReport& m) {
  return {{"safe_replicas", m.safe_replicas},
          {"oom_probability_per_day", m.oom_probability_per_day},
          {"first_oom_s", optional(m.first_oom_s)}};
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
           {"memory", Json{}},
           {"events", Json::array()},
           {"seed", r.seed},
           {"virtual_s", r.virtual_s},
           {"stopped", r.stopped},
           {"engine", r.engine.empty() ? Json{} : Json(r.engine)},
           {"assumptions", r.assumptions},
           {"notes", Json::array()}};
  for (const WorkloadReport& w : r.workloads) out["workloads"].push_back(json(w));
  for (const GpuReport& g : r.gpus) out["gpus"].push_back(json(g));
  if (r.memory) out["memory"] = json(*r.memory);
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
