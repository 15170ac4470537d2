#include <libsched/plan/catalog_report.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <libsched/base/assert.hpp>
#include <libsched/hw/catalog.hpp>
#include <libsched/place/policies.hpp>
#include <libsched/share/modes.hpp>

namespace libsched::plan {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

/// A whole number without ".0": counts read as counts.
Json number(double value) {
  return value == std::floor(value) && std::fabs(value) < 1e15 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

std::string cell(const std::optional<double>& value) {
  return value ? fmt::format("{:g}", *value) : "-";
}

Json fact(const hw::Fact& fact) {
  return {{"value", number(fact.value)}, {"source", fact.value ? Json(fact.source) : Json(nullptr)}};
}

Json estimate(const Estimate& estimate) {
  return {{"low", number(estimate.low)},
          {"nominal", number(estimate.nominal)},
          {"high", number(estimate.high)},
          {"source", estimate.source}};
}

Json profile(const hw::GpuProfile& profile) {
  return {{"assumed", profile.assumed},
          {"ring", name(profile.ring)},
          {"slice_us", estimate(profile.slice_us)},
          {"preempt_us", estimate(profile.preempt_us)},
          {"voluntary_us", estimate(profile.voluntary_us)},
          {"idle_us", estimate(profile.idle_us)},
          {"refill_us", estimate(profile.refill_us)},
          {"switch_jitter_us", estimate(profile.switch_jitter_us)},
          {"idle_gap_us", estimate(profile.idle_gap_us)},
          {"host_contention", estimate(profile.host_contention)}};
}

Json gpus_json() {
  Json list = Json::array();
  for (const hw::GpuModel& gpu : hw::gpus()) {
    Json contexts = Json::object();
    for (const hw::ContextMemory& context : gpu.contexts) contexts[context.framework] = estimate(context.mib);
    list.push_back({{"name", gpu.name},
                    {"aliases", gpu.aliases},
                    {"compute_capability", gpu.compute_capability},
                    {"sms", fact(gpu.sms)},
                    {"boost_mhz", fact(gpu.boost_mhz)},
                    {"memory_mib", fact(gpu.memory_mib)},
                    {"driver_reserve_mib", fact(gpu.driver_reserve_mib)},
                    {"bandwidth_gb_per_s", fact(gpu.bandwidth_gb_per_s)},
                    {"fp32_tflops", fact(gpu.fp32_tflops)},
                    {"fp16_tflops", fact(gpu.fp16_tflops)},
                    {"l2_mib", fact(gpu.l2_mib)},
                    {"tdp_w", fact(gpu.tdp_w)},
                    {"mig_slices", fact(gpu.mig_slices)},
                    {"profile", profile(gpu.profile)},
                    {"context_mib", std::move(contexts)}});
  }
  return list;
}

Json instances_json() {
  Json list = Json::array();
  for (const hw::Instance& instance : hw::instances()) {
    list.push_back({{"name", instance.name},
                    {"gpu", instance.gpu},
                    {"gpu_count", number(instance.gpu_count)},
                    {"gpu_fraction", number(instance.gpu_fraction)},
                    {"gpu_memory_mib", number(instance.gpu_memory_mib)},
                    {"vcpus", instance.vcpus},
                    {"memory_gib", number(instance.memory_gib)},
                    {"allocatable_cpus", number(instance.allocatable_cpus)},
                    {"allocatable_memory_mib", number(instance.allocatable_memory_mib)},
                    {"usd_per_hour", number(instance.usd_per_hour)},
                    {"price_date", instance.price_date.empty() ? Json(nullptr) : Json(instance.price_date)},
                    {"plannable", !instance.fractional()},
                    {"source", instance.source}});
  }
  return list;
}

const char* status(const share::ModeRow& mode) {
  return mode.make == nullptr && !mode.partitions ? "not yet simulated" : "supported";
}

Json modes_json() {
  Json list = Json::array();
  for (const share::ModeRow& mode : share::modes()) {
    list.push_back({{"name", std::string{mode.name}},
                    {"summary", std::string{mode.summary}},
                    {"shared", mode.shared},
                    {"status", status(mode)}});
  }
  return list;
}

Json policies_json() {
  Json list = Json::array();
  for (const place::PolicyRow& policy : place::policies()) {
    list.push_back({{"name", std::string{policy.name}},
                    {"summary", std::string{policy.summary}},
                    {"random", policy.random},
                    {"source", std::string{policy.source}}});
  }
  return list;
}

/// `rows` with aligned columns: the first to the left, `right` says whether the others stand to the right.
std::string table(const Rows& rows, bool right = true) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string result;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool left = i == 0 || !right;
      line += i == 0 ? "" : "  ";
      line += left ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("{:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

std::string gpus_text() {
  Rows rows = {{"name", "cc", "SMs", "MiB", "GB/s", "FP32 TF", "FP16 TF", "MIG", "slice us", "preempt us", "profile"}};
  std::size_t measured = 0;
  for (const hw::GpuModel& gpu : hw::gpus()) {
    const hw::GpuProfile& profile = gpu.profile;
    measured += profile.assumed ? 0 : 1;
    rows.push_back({gpu.name, gpu.compute_capability, cell(gpu.sms.value), cell(gpu.memory_mib.value),
                    cell(gpu.bandwidth_gb_per_s.value), cell(gpu.fp32_tflops.value), cell(gpu.fp16_tflops.value),
                    cell(gpu.mig_slices.value), fmt::format("{:.0f}", profile.slice_us.nominal),
                    fmt::format("{:.0f} ({:.0f}-{:.0f})", profile.preempt_us.nominal, profile.preempt_us.low,
                                profile.preempt_us.high),
                    profile.assumed ? "assumed" : "measured family"});
  }
  return fmt::format(
             "{} GPU models; the time-slicing parameters of {} rest on measurements of the card or its family, those "
             "of {} "
             "are assumed\n\n",
             hw::gpus().size(), measured, hw::gpus().size() - measured) +
         table(rows) + "\nSources and ranges: --json\n";
}

std::string instances_text() {
  Rows rows = {{"name", "GPUs", "model", "vCPUs", "GiB", "USD/h", "price of", "planned"}};
  std::size_t priced = 0;
  std::size_t fractional = 0;
  for (const hw::Instance& instance : hw::instances()) {
    priced += instance.usd_per_hour ? 1 : 0;
    fractional += instance.fractional() ? 1 : 0;
    rows.push_back({instance.name, cell(instance.fractional() ? instance.gpu_fraction : instance.gpu_count),
                    instance.gpu, std::to_string(instance.vcpus), cell(instance.memory_gib),
                    instance.usd_per_hour ? fmt::format("{}", *instance.usd_per_hour) : "-",
                    instance.price_date.empty() ? "-" : instance.price_date, instance.fractional() ? "no" : "yes"});
  }
  return fmt::format(
             "{} instance types, {} with an on-demand price (us-east-1); {} have a part of a GPU and are not "
             "planned\n\n",
             hw::instances().size(), priced, fractional) +
         table(rows) + "\nSources: --json\n";
}

std::string modes_text() {
  Rows rows = {{"name", "status", "summary"}};
  std::size_t supported = 0;
  for (const share::ModeRow& mode : share::modes()) {
    supported += mode.make != nullptr || mode.partitions ? 1 : 0;
    rows.push_back({std::string{mode.name}, status(mode), std::string{mode.summary}});
  }
  return fmt::format("{} sharing modes, {} simulated\n\n", rows.size() - 1, supported) + table(rows, false);
}

std::string policies_text() {
  Rows rows = {{"name", "prefers", "source"}};
  for (const place::PolicyRow& policy : place::policies()) {
    rows.push_back({std::string{policy.name}, std::string{policy.summary}, std::string{policy.source}});
  }
  return fmt::format("{} placement policies for `slicewise place`\n\n", rows.size() - 1) + table(rows, false);
}

}  // namespace

const std::vector<std::string>& catalog_kinds() {
  static const std::vector<std::string> kinds = {"gpus", "instances", "modes", "policies"};
  return kinds;
}

std::string catalog_json(std::string_view what) {
  Json list;
  if (what == "gpus") {
    list = gpus_json();
  } else if (what == "instances") {
    list = instances_json();
  } else if (what == "modes") {
    list = modes_json();
  } else {
    LIBSCHED_ASSERT(what == "policies", "the caller offers only catalog_kinds()");
    list = policies_json();
  }
  const Json document = {{"schema", "slicewise.catalog/1"}, {std::string{what}, std::move(list)}};
  return document.dump(2) + "\n";
}

std::string catalog_text(std::string_view what) {
  if (what == "gpus") return gpus_text();
  if (what == "instances") return instances_text();
  if (what == "modes") return modes_text();
  LIBSCHED_ASSERT(what == "policies", "the caller offers only catalog_kinds()");
  return policies_text();
}

}  // namespace libsched::plan
