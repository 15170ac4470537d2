#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/scenario/report.hpp>

namespace libsched::scenario {

namespace {

std::string where(const Report& r) {
  std::string text = fmt::format("{} x {}", r.gpus.size(), r.gpu);
  if (!r.instance.empty()) text += fmt::format(" ({})", r.instance);
  text += ", " + r.mode;
  if (r.mode != "exclusive") text += fmt::format(", {} replicas", r.replicas);
  return text;
}

std::string upper(double high, int digits) {
  return std::isinf(high) ? "no bound" : fmt::format("{:.{}g}", high, digits);
}

std::string cell(const Interval& i) {
  return fmt::format("{:.4g} [{:.4g}, {}]", i.value, i.low, upper(i.high, 4));
}

/// One sentence: who is in trouble, or that nobody is.
std::string verdict(const Report& r) {
  for (const WorkloadReport& w : r.workloads) {
    if (!w.stable) return fmt::format("{} is overloaded: its queue grows without end", w.name);
  }
  const WorkloadReport* worst = nullptr;
  const auto ratio = [](const WorkloadReport& w) { return w.latency_ms->p99.value / w.slo->p99_ms; };
  for (const WorkloadReport& w : r.workloads) {
    if (w.slo && w.latency_ms && (worst == nullptr || ratio(w) > ratio(*worst))) worst = &w;
  }
  if (worst != nullptr) {
    const char* word = !worst->slo->met     ? "misses its SLO"
                       : worst->slo->robust ? "keeps its SLO"
                                            : "keeps its SLO at the nominal parameters, not at all of them";
    return fmt::format("{} {}: p99 {:.3g} ms ({:.3g} to {}) against {:g} ms", worst->name, word,
                       worst->latency_ms->p99.value, worst->latency_ms->p99.low, upper(worst->latency_ms->p99.high, 3),
                       worst->slo->p99_ms);
  }
  for (const WorkloadReport& w : r.workloads) {
    if (w.latency_ms) {
      return fmt::format("{}: p99 {:.3g} ms ({:.3g} to {}), {:.4g} requests/s", w.name, w.latency_ms->p99.value,
                         w.latency_ms->p99.low, upper(w.latency_ms->p99.high, 3), w.throughput_per_s.value);
    }
  }
  return "nothing completed";
}

}  // namespace

std::string to_text(const Report& r) {
  int pending = 0;
  for (const WorkloadReport& w : r.workloads) pending += w.pending;
  std::string out = verdict(r);
  if (pending > 0) out += fmt::format("; {} pods found no slot", pending);
  out += "\n\n" + where(r) + "\n";
  std::size_t width = 8;
  for (const WorkloadReport& w : r.workloads) width = std::max(width, w.name.size());
  out += fmt::format("\n{:<{}}  {:>4}  {:>11}  {:<24}  {:<24}  {:<24}  {}\n", "workload", width, "pods", "requests/s",
                     "mean ms", "p50 ms", "p95 ms", "p99 ms");
  for (const WorkloadReport& w : r.workloads) {
    out += fmt::format("{:<{}}  {:>4}  {:>11.4g}  ", w.name, width, w.pods, w.throughput_per_s.value);
    out += w.latency_ms ? fmt::format("{:<24}  {:<24}  {:<24}  {:<24}", cell(w.latency_ms->mean),
                                      cell(w.latency_ms->p50), cell(w.latency_ms->p95), cell(w.latency_ms->p99))
                        : (w.stable ? "-" : "unstable");
    while (out.back() == ' ') out.pop_back();
    out += w.pending > 0 ? fmt::format("  ({} pending)\n", w.pending) : "\n";
  }
  out +=
      fmt::format("\n{:<6}  {:>7}  {:>6}  {:>9}  {:>6}  {}\n", "GPU", "tenants", "busy", "switching", "idle", "memory");
  for (std::size_t i = 0; i < r.gpus.size(); ++i) {
    const GpuReport& g = r.gpus[i];
    const std::string memory = g.memory_used_mib && g.memory_total_mib
                                   ? fmt::format("{:.0f} of {:.0f} MiB", *g.memory_used_mib, *g.memory_total_mib)
                                   : "not stated";
    out += fmt::format("{:<6}  {:>7}  {:>5.1f}%  {:>8.1f}%  {:>5.1f}%  {}\n", i, g.tenants, 100 * g.busy_fraction,
                       100 * g.switch_fraction, 100 * g.idle_fraction, memory);
  }
  out += fmt::format("\n{:.6g} s simulated, seed {}, stopped by {}\n", r.virtual_s, r.seed, r.stopped);
  constexpr std::size_t kMostEvents = 8;
  for (std::size_t i = 0; i < std::min(kMostEvents, r.events.size()); ++i) {
    const EventReport& e = r.events[i];
    out += fmt::format("{:g} s  {}  {} pod {}: {}\n", e.time_s, e.kind, e.workload, e.pod, e.detail);
  }
  if (r.events.size() > kMostEvents) out += fmt::format("and {} more events\n", r.events.size() - kMostEvents);
  if (!r.assumptions.empty()) out += "\nUncertain, and so the interval:\n";
  for (const std::string& line : r.assumptions) out += "  " + line + "\n";
  if (!r.notes.empty()) out += "\nNotes:\n";
  for (const Issue& n : r.notes) {
    out += fmt::format("  {}: {}{}{}\n", n.where, n.what, n.fix.empty() ? "" : "; ", n.fix);
  }
  return out;
}

}  // namespace libsched::scenario
