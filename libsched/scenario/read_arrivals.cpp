#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {
namespace {

using workload::ArrivalProcess;
using workload::Distribution;
using workload::Route;

using MaybeProcess = std::optional<ArrivalProcess>;

std::optional<Route> read_route(const std::optional<Cursor>& given, Route otherwise) {
  constexpr Route kRoutes[] = {Route::kRandom, Route::kRoundRobin, Route::kSharedQueue};
  if (!given) return otherwise;
  const auto chosen = given->choice({"random", "round-robin", "shared-queue"});
  if (!chosen) return std::nullopt;
  return kRoutes[*chosen];
}

/// `arrivals` while it is read. `route` is set by whoever knows whether the numbers are per pod or for all pods.
struct Form {
  const Fields& fields;
  DataFiles& files;
  std::optional<Route> route = Route::kPerPod;

  void only(std::vector<std::string> keys) const {
    keys.insert(keys.begin(), "kind");
    fields.only(keys);
  }

  /// `rate_per_s` of each pod, or `total_rate_per_s` of all pods together with a route.
  std::optional<double> rate() {
    const auto total = fields.find("total_rate_per_s");
    const auto own = fields.find("rate_per_s");
    const auto routed = fields.find("route");
    if (!total) {
      if (routed) routed->error("needs `total_rate_per_s`", "give the rate of all pods together, or leave out route");
      const auto given = fields.need("rate_per_s", "add rate_per_s: 15, or total_rate_per_s for all pods");
      return given ? given->number(kRate) : std::nullopt;
    }
    if (own) own->error("is given beside `total_rate_per_s`", "keep one of them");
    route = read_route(routed, Route::kRandom);
    const auto value = total->number(kRate);
    return own ? std::nullopt : value;
  }
};

MaybeProcess poisson(Form& form) {
  form.only({"rate_per_s", "total_rate_per_s", "route"});
  const auto rate = form.rate();
  return rate ? MaybeProcess{workload::Poisson{*rate}} : std::nullopt;
}

MaybeProcess deterministic(Form& form) {
  form.only({"rate_per_s", "total_rate_per_s", "route"});
  const auto rate = form.rate();
  return rate ? MaybeProcess{workload::Deterministic{*rate}} : std::nullopt;
}

std::optional<Distribution> read_size(const Cursor& size) {
  if (!size.is_map()) {
    const auto number = size.whole(1, kMostBatch);
    if (!number) return std::nullopt;
    return Distribution::constant(*number);
  }
  const Fields fields{size};
  fields.only({"dist", "mean"});
  const auto dist = fields.need("dist", "add dist: geometric");
  const auto mean = fields.need("mean", "add mean: 4");
  const bool known = dist && dist->choice({"geometric"});
  const auto value = mean ? mean->number(kBatchMean) : std::nullopt;
  if (!known || !value) return std::nullopt;
  return Distribution{Distribution::Law{Distribution::Geometric{*value}}};
}

MaybeProcess batch(Form& form) {
  form.only({"rate_per_s", "total_rate_per_s", "route", "size"});
  const auto rate = form.rate();
  const auto given = form.fields.need("size", "add size: 8, or {dist: geometric, mean: 8}");
  auto size = given ? read_size(*given) : std::nullopt;
  return rate && size ? MaybeProcess{workload::Batch{*rate, *std::move(size)}} : std::nullopt;
}

MaybeProcess mmpp(Form& form) {
  form.only({"rates_per_s", "mean_s", "route"});
  form.route = read_route(form.fields.find("route"), Route::kPerPod);
  const auto given_rates = form.fields.need("rates_per_s", "add rates_per_s: [5, 50]");
  const auto given_means = form.fields.need("mean_s", "add mean_s: [10, 1] (mean length of each regime)");
  auto rates = given_rates ? given_rates->numbers(2, kMostRegimes, kRegimeRate) : std::nullopt;
  auto means = given_means ? given_means->numbers(2, kMostRegimes, kRegimeSeconds) : std::nullopt;
  if (!rates || !means) return std::nullopt;
  if (rates->size() != means->size()) {
    given_means->error(fmt::format("has {} entries for {} rates", means->size(), rates->size()), "give one for each");
    return std::nullopt;
  }
  if (*std::max_element(rates->begin(), rates->end()) < kRate.low) {
    given_rates->error("has no regime with arrivals", fmt::format("give a rate of at least {:g}", kRate.low));
    return std::nullopt;
  }
  return workload::Mmpp{*std::move(rates), *std::move(means)};
}

/// Nobody can see a wrong unit in the latencies; in how long the arrivals last it stands out.
void note_assumed_unit(const Cursor& arrivals, const std::vector<Time>& times) {
  arrivals.log().note(arrivals.where(),
                      fmt::format("`{}` has no `unit`: its times are read as seconds, {} arrivals within {:.4g} s",
                                  arrivals.path(), times.size(), to_seconds(times.back() - times.front())),
                      "add unit: s, or ms, us or ns if that is what they are");
}

MaybeProcess trace(Form& form) {
  constexpr TimeUnit kUnits[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}};
  form.only({"file", "column", "unit", "route"});
  form.route = read_route(form.fields.find("route"), Route::kPerPod);
  const auto unit = form.fields.find("unit");
  const auto chosen = unit ? unit->choice({"s", "ms", "us", "ns"}) : std::size_t{0};
  const auto file = form.fields.need("file", "add file: arrivals.csv");
  auto times = file ? form.files.times(*file, form.fields.find("column"), kUnits[chosen.value_or(0)]) : std::nullopt;
  if (!times || !chosen) return std::nullopt;
  std::sort(times->begin(), times->end());
  if (!unit && times->size() > 1) note_assumed_unit(form.fields.map(), *times);
  return workload::Trace{*std::move(times)};
}

MaybeProcess closed(Form& form) {
  form.only({"concurrency", "think_ms"});
  workload::Closed process;
  bool good = true;
  if (const auto given = form.fields.find("concurrency")) {
    const auto value = given->whole(1, kMostClients);
    process.concurrency = value.value_or(1);
    good &= value.has_value();
  }
  if (const auto given = form.fields.find("think_ms")) {
    auto law = read_distribution(*given, kTimeMs, form.files);
    good &= law.has_value();
    if (law) process.think_ms = *std::move(law);
  }
  return good ? MaybeProcess{std::move(process)} : std::nullopt;
}

struct ProcessRow {
  const char* name;
  MaybeProcess (*read)(Form& form);
};
constexpr ProcessRow kProcesses[] = {{"poisson", &poisson}, {"deterministic", &deterministic},
                                     {"batch", &batch},     {"mmpp", &mmpp},
                                     {"trace", &trace},     {"closed", &closed}};

}  // namespace

bool read_arrivals(const Cursor& arrivals, DataFiles& files, workload::Workload& workload) {
  const Fields fields{arrivals};
  if (!fields) return false;
  std::vector<std::string> names;
  for (const ProcessRow& row : kProcesses) names.emplace_back(row.name);
  const auto kind = fields.need("kind", "add kind: one of " + listed(names));
  const auto chosen = kind ? kind->choice(names) : std::nullopt;
  if (!chosen) return false;
  Form form{fields, files};
  auto process = kProcesses[*chosen].read(form);
  if (!process || !form.route) return false;
  workload.arrivals = *std::move(process);
  workload.route = *form.route;
  return true;
}

}  // namespace libsched::scenario::detail
