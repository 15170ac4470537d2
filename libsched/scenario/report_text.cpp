#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/base/printable.hpp>
#include <libsched/scenario/notes_text.hpp>
#include <libsched/scenario/report.hpp>

namespace libsched::scenario {

namespace {

std::string where(const Report& r) {
  std::string text = fmt::format("{} x {}", r.gpus.size(), r.gpu);
  if (!r.instance.empty()) text += fmt::format(" ({})", r.instance);
  text += ", " + r.mode;
  if (r.mode == "mig" && !r.gpus.empty()) {
    std::string layout;
    for (const InstanceReport& one : r.gpus[0].mig) layout += (layout.empty() ? "" : ", ") + one.profile;
    return text + " [" + layout + "]";
  }
  if (r.mode != "exclusive") text += fmt::format(", {} replicas", r.replicas);
  return text;
}

/// At least this many digits that count; people do not read 1.6e+03.
std::string digits(double value, int least) {
  const bool whole = std::abs(value) >= std::pow(10, least) - 0.5;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, least);
}

std::string upper(double high, int least) {
  return std::isinf(high) ? "no bound" : digits(high, least);
}

/// Whether the interval says where the value lies. A run that Ctrl-C ends early knows no more than the range that it
/// saw, warm-up included, and "97.6 to 2376139" only looks like knowledge.
bool tells(const Interval& i, const Report& r) {
  constexpr double kWide = 4;
  return r.stopped != "interrupted" || std::isinf(i.high) || (kWide * i.low >= i.value && i.high <= kWide * i.value);
}

std::string cell(const Interval& i, const Report& r) {
  if (!tells(i, r)) return digits(i.value, 4) + " [not known yet]";
  return fmt::format("{} [{}, {}]", digits(i.value, 4), digits(i.low, 4), upper(i.high, 4));
}

/// "p99 48.3 ms (43 to 54.9)".
std::string p99(const Interval& i, const Report& r) {
  const std::string value = fmt::format("p99 {} ms", digits(i.value, 3));
  if (!tells(i, r)) return value + " (ended too early to tell an interval)";
  return fmt::format("{} ({} to {})", value, digits(i.low, 3), upper(i.high, 3));
}

/// How one GPU or MIG instance spent its time.
template <class Device>
std::string use_line(const std::string& name, std::size_t width, const Device& d) {
  const std::string memory = d.memory_used_mib && d.memory_total_mib
                                 ? fmt::format("{:.0f} of {:.0f} MiB", *d.memory_used_mib, *d.memory_total_mib)
                                 : "not stated";
  return fmt::format("{:<{}}  {:>7}  {:>5.1f}%  {:>8.1f}%  {:>5.1f}%  {}\n", name, width, d.tenants,
                     100 * d.busy_fraction, 100 * d.switch_fraction, 100 * d.idle_fraction, memory);
}

/// Whether the memory holds for a day.
std::string memory_line(const MemoryReport& m) {
  std::string text = "\nMemory: ";
  text += m.safe_replicas > 0 ? fmt::format("any {} of these pods fit on one device together", m.safe_replicas)
                              : "not every one of these pods fits on a device";
  if (m.first_oom_s) return text + fmt::format("; the first runs out after {} s\n", digits(*m.first_oom_s, 4));
  if (m.oom_probability_per_day == 0) return text + "; nobody runs out within a day\n";
  return text + fmt::format("; {:.3g} % that one runs out within a day\n", 100 * m.oom_probability_per_day);
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
    std::string word = worst->slo->met ? "keeps its SLO" : "misses its SLO";
    if (r.stopped == "interrupted") {
      word += " so far";
    } else if (worst->slo->met && !worst->slo->robust) {
      word += " at the nominal parameters, not at all of them";
    }
    return fmt::format("{} {}: {} against {} ms", worst->name, word, p99(worst->latency_ms->p99, r),
                       digits(worst->slo->p99_ms, 6));
  }
  for (const WorkloadReport& w : r.workloads) {
    if (w.latency_ms) {
      return fmt::format("{}: {}, {} requests/s", w.name, p99(w.latency_ms->p99, r),
                         digits(w.throughput_per_s.value, 4));
    }
  }
  return "nothing completed";
}

}  // namespace

std::string to_text(const Report& r) {
  int pending = 0;
  for (const WorkloadReport& w : r.workloads) pending += w.pending;
  std::string out = (r.stopped == "interrupted" ? "interrupted: " : "") + verdict(r);
  if (pending > 0) out += fmt::format("; {} pods found no slot", pending);
  int crashing = 0;
  for (const WorkloadReport& w : r.workloads) crashing += w.crashing;
  if (crashing > 0) out += fmt::format("; {} pods cannot start (see the events)", crashing);
  if (crashing == 0 && r.memory && r.memory->first_oom_s) {
    out += fmt::format("; but a pod runs out of memory after {} s", digits(*r.memory->first_oom_s, 4));
  } else if (crashing == 0 && r.memory && r.memory->oom_probability_per_day > 0) {
    out += fmt::format("; but {:.3g} % that a pod runs out of memory within a day",
                       100 * r.memory->oom_probability_per_day);
  }
  out += "\n" + warnings_text(r.notes) + "\n" + where(r) + "\n";
  std::size_t width = 8;
  for (const WorkloadReport& w : r.workloads) width = std::max(width, w.name.size());
  out += fmt::format("\n{:<{}}  {:>4}  {:>11}  {:<24}  {:<24}  {:<24}  {}\n", "workload", width, "pods", "requests/s",
                     "mean ms", "p50 ms", "p95 ms", "p99 ms");
  for (const WorkloadReport& w : r.workloads) {
    out += fmt::format("{:<{}}  {:>4}  {:>11}  ", w.name, width, w.pods, digits(w.throughput_per_s.value, 4));
    out += w.latency_ms
               ? fmt::format("{:<24}  {:<24}  {:<24}  {:<24}", cell(w.latency_ms->mean, r), cell(w.latency_ms->p50, r),
                             cell(w.latency_ms->p95, r), cell(w.latency_ms->p99, r))
               : (w.stable ? "-" : "unstable");
    while (out.back() == ' ') out.pop_back();
    if (w.pending > 0) out += fmt::format("  ({} pending)", w.pending);
    if (w.crashing > 0) out += fmt::format("  ({} crashing)", w.crashing);
    out += "\n";
  }
  const std::size_t name_width = r.mode == "mig" ? 26 : 6;
  out += fmt::format("\n{:<{}}  {:>7}  {:>6}  {:>9}  {:>6}  {}\n", "GPU", name_width, "tenants", "busy", "switching",
                     "idle", "memory");
  for (std::size_t i = 0; i < r.gpus.size(); ++i) {
    out += use_line(std::to_string(i), name_width, r.gpus[i]);
    for (const InstanceReport& one : r.gpus[i].mig) {
      out +=
          use_line("  " + one.profile + (one.mode == "exclusive" ? "" : fmt::format(" {} x{}", one.mode, one.replicas)),
                   name_width, one);
    }
  }
  if (r.memory) out += memory_line(*r.memory);
  out += fmt::format("\n{:.6g} s simulated, seed {}, stopped by {}\n", r.virtual_s, r.seed, r.stopped);
  constexpr std::size_t kMostEvents = 8;
  for (std::size_t i = 0; i < std::min(kMostEvents, r.events.size()); ++i) {
    const EventReport& e = r.events[i];
    out += fmt::format("{:g} s  {}  {} pod {}: {}\n", e.time_s, e.kind, e.workload, e.pod, e.detail);
  }
  if (r.events.size() > kMostEvents) out += fmt::format("and {} more events\n", r.events.size() - kMostEvents);
  if (!r.assumptions.empty()) out += "\nUncertain or assumed:\n";
  for (const std::string& line : r.assumptions) out += "  " + line + "\n";
  out += notes_text(r.notes, "Notes");
  return printable(out);
}

}  // namespace libsched::scenario
