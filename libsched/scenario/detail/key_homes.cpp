#include <libsched/scenario/detail/key_homes.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::string_view kWorkload = "workloads[]";

bool has(const Section& section, std::string_view key) {
  return std::find(section.keys.begin(), section.keys.end(), key) != section.keys.end();
}

/// `workloads[2].request` is an entry of `workloads[].request`.
std::string without_indices(const std::string& path) {
  std::string result;
  bool inside = false;
  for (const char c : path) {
    if (c == ']') inside = false;
    if (!inside) result += c;
    if (c == '[') inside = true;
  }
  return result;
}

}  // namespace

std::span<const Section> sections() {
  static const std::vector<Section> all = {
      {"", {"version", "gpu", "sharing", "workloads", "run"}},
      {"gpu",
       {"model", "instance", "count", "slice_us", "switch_us", "refill_us", "switch_jitter_us", "idle_gap_us", "ring",
        "profile", "sms", "memory_mib", "cuda"}},
      {"sharing", {"mode", "replicas", "active_thread_pct", "memory_limit_mib", "layout"}},
      {"run", {"seed", "duration_s", "precision", "engine", "max_events"}},
      {"workloads[]",
       {"name", "pods", "processes", "streams", "arrivals", "request", "width", "memory_mib", "framework",
        "reserve_fraction", "slo", "mig_profile"}},
      {"workloads[].arrivals",
       {"kind", "rate_per_s", "total_rate_per_s", "route", "size", "rates_per_s", "mean_s", "file", "column", "unit",
        "concurrency", "think_ms"}},
      {"workloads[].request", {"gpu_ms", "cpu_ms", "copy_ms", "bursts", "launch", "gpu_ms_small"}},
      {"workloads[].slo", {"p99_ms"}},
  };
  return all;
}

const std::vector<std::string>& keys_of(std::string_view path) {
  const auto all = sections();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Section& one) { return one.path == path; });
  LIBSCHED_ASSERT(found != all.end(), "a reader asks for the keys of a section that there is");
  return found->keys;
}

std::string homes_of(const std::string& key, const std::string& path, const std::vector<std::string>& known) {
  const std::string general = without_indices(path);
  const auto all = sections();
  // A law at `workloads[0].width` or a file of another kind has keys that no section here has.
  const auto here = std::find_if(all.begin(), all.end(), [&](const Section& section) {
    return section.path == general &&
           std::all_of(known.begin(), known.end(), [&](const std::string& one) { return has(section, one); });
  });
  // A key of this very section that its mode or kind does not take has no other home.
  if (here == all.end() || has(*here, key)) return {};
  const bool in_workload = general.starts_with(kWorkload);
  std::string own, other;
  for (const Section& section : all) {
    if (!has(section, key)) continue;
    const bool same = in_workload && section.path.starts_with(kWorkload);
    std::string name{section.path};
    if (same) name = path.substr(0, path.find(']') + 1) + name.substr(kWorkload.size());
    std::string& to = same ? own : other;
    to += (to.empty() ? "" : " and of ") + (name.empty() ? "the file itself" : fmt::format("`{}`", name));
  }
  return own.empty() ? other : own;
}

}  // namespace libsched::scenario::detail
