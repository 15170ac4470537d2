#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <libsched/base/nearest.hpp>
#include <libsched/hw/catalog.hpp>
#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {
namespace {

constexpr double kMostUsdPerHour = 1e6;

std::string nearest_instance(const std::string& name) {
  std::vector<std::string> known;
  for (const hw::Instance& instance : hw::instances()) known.push_back(instance.name);
  const std::string near = nearest(name, known);
  return near.empty() ? "`slicewise catalog instances` lists the known ones" : fmt::format("did you mean {}?", near);
}

Issue unknown_instance(const char* option, const std::string& name) {
  return {option, fmt::format("unknown instance '{}'", name), nearest_instance(name)};
}

/// The instance by name: the file's own counts as known, and carries its overrides.
const hw::Instance* find_instance(const scenario::Scenario& scenario, const std::string& name) {
  if (scenario.gpu.instance && scenario.gpu.instance->name == name) return &*scenario.gpu.instance;
  return hw::find_instance(name);
}

Issues price_issues(const scenario::Scenario& scenario, const PlanOptions& options) {
  Issues issues;
  for (const auto& [name, usd] : options.usd_per_hour) {
    if (find_instance(scenario, name) == nullptr) issues.push_back(unknown_instance("--price", name));
    if (!std::isfinite(usd) || usd < 0) {
      issues.push_back({"--price", fmt::format("the price of {} is {}", name, usd), "give USD per hour, 0 or more"});
    } else if (usd > kMostUsdPerHour) {
      issues.push_back({"--price", fmt::format("the price of {} is {:g}", name, usd),
                        fmt::format("give USD per hour, at most {:g}: beyond that costs are no longer told apart",
                                    kMostUsdPerHour)});
    }
  }
  return issues;
}

/// The GPU time of `work` on `card`: the file's own number, or one scaled from the first card that can be scaled from.
std::optional<GpuTime> gpu_time_on(const workload::Workload& work, const hw::GpuModel& card,
                                   const std::string& file_card) {
  if (const auto* law = work.request.gpu_ms_on(card.name)) return GpuTime{*law, {}, {}};
  std::vector<std::string> sources;
  if (work.request.gpu_ms_on(file_card) != nullptr) sources.push_back(file_card);
  for (const auto& [source, law] : work.request.gpu_ms) sources.push_back(source);
  for (const std::string& source : sources) {
    const hw::GpuModel* from = hw::find_gpu(source);
    if (from == nullptr) continue;
    if (const auto ratio = time_ratio(*from, card)) {
      return GpuTime{work.request.gpu_ms_on(source)->scaled(ratio->centre), *ratio, source};
    }
  }
  return std::nullopt;
}

void fill_gpu_time(const scenario::Scenario& scenario, const std::string& where, Target& target, Issues& issues) {
  for (const workload::Workload& work : scenario.workloads) {
    if (auto time = gpu_time_on(work, target.model, scenario.gpu.model.name)) {
      target.gpu_time.push_back(std::move(*time));
    } else {
      issues.push_back({where,
                        fmt::format("gpu_ms of '{}' has no number for {}, and none it can be scaled from", work.name,
                                    target.model.name),
                        fmt::format("add `{}: ...` to its gpu_ms", target.model.name)});
    }
  }
}

std::optional<double> price_of(const hw::Instance& instance, const PlanOptions& options) {
  const auto given = options.usd_per_hour.find(instance.name);
  return given != options.usd_per_hour.end() ? std::optional{given->second} : instance.usd_per_hour;
}

std::optional<Target> instance_target(const scenario::Scenario& scenario, const PlanOptions& options,
                                      const std::string& where, const hw::Instance& instance, Issues& issues) {
  if (instance.fractional()) {
    issues.push_back({where, fmt::format("{} has a fraction of a GPU and cannot be planned", instance.name),
                      "choose an instance with whole GPUs"});
    return std::nullopt;
  }
  Target target;
  target.instance = instance;
  target.gpus_per_instance = static_cast<int>(instance.gpu_count);
  target.usd_per_hour = price_of(instance, options);
  // The file's own card keeps the file's overrides (slice, switch costs, profile).
  const hw::GpuModel* model =
      instance.gpu == scenario.gpu.model.name ? &scenario.gpu.model : hw::find_gpu(instance.gpu);
  if (model == nullptr) {
    issues.push_back({where, fmt::format("{} has a {}, of which nothing is known", instance.name, instance.gpu),
                      "choose an instance whose card `slicewise catalog gpus` lists"});
    return std::nullopt;
  }
  target.model = *model;
  return target;
}

}  // namespace

bool Target::estimated() const {
  return std::any_of(gpu_time.begin(), gpu_time.end(), [](const GpuTime& time) { return !time.scaled_from.empty(); });
}

std::optional<TimeRatio> time_ratio(const hw::GpuModel& from, const hw::GpuModel& to) {
  const std::pair<const hw::Fact*, const hw::Fact*> figures[] = {{&from.fp32_tflops, &to.fp32_tflops},
                                                                 {&from.fp16_tflops, &to.fp16_tflops},
                                                                 {&from.bandwidth_gb_per_s, &to.bandwidth_gb_per_s}};
  std::optional<TimeRatio> ratio;
  for (const auto& [own, other] : figures) {
    if (!own->value || !other->value || *own->value <= 0 || *other->value <= 0) return std::nullopt;
    const double one = *own->value / *other->value;
    if (!ratio) ratio = TimeRatio{one, one, one};
    ratio->low = std::min(ratio->low, one);
    ratio->high = std::max(ratio->high, one);
  }
  ratio->centre = std::sqrt(ratio->low * ratio->high);
  return ratio;
}

Result<std::vector<Target>> targets(const scenario::Scenario& scenario, const PlanOptions& options) {
  Issues issues = price_issues(scenario, options);
  std::vector<Target> result;
  if (options.instances.empty() && !scenario.gpu.instance) {
    Target bare;
    bare.model = scenario.gpu.model;
    fill_gpu_time(scenario, "gpu.model", bare, issues);
    result.push_back(std::move(bare));
  }
  std::vector<std::string> names = options.instances;
  if (names.empty() && scenario.gpu.instance) names.push_back(scenario.gpu.instance->name);
  const std::string where = options.instances.empty() ? "gpu.instance" : "--instances";
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) continue;
    const hw::Instance* instance = find_instance(scenario, name);
    if (instance == nullptr) {
      issues.push_back(unknown_instance("--instances", name));
      continue;
    }
    if (auto target = instance_target(scenario, options, where, *instance, issues)) {
      fill_gpu_time(scenario, where, *target, issues);
      result.push_back(std::move(*target));
    }
  }
  if (!issues.empty()) return issues;
  return result;
}

}  // namespace libsched::plan::detail
