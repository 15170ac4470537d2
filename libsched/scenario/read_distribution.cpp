#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {
namespace {

using workload::Distribution;
using Law = Distribution::Law;
using MaybeLaw = std::optional<Law>;

/// One `{dist: ...}` while it is read.
struct Form {
  const Fields& fields;
  Range values;  ///< what a sample or a mean may be
  DataFiles& files;

  void only(std::vector<std::string> keys) const {
    keys.insert(keys.begin(), "dist");
    fields.only(keys);
  }
  std::optional<double> number(const std::string& key, const Range& range) const {
    const auto given = fields.need(key, fmt::format("add {}: {}", key, range.text()));
    return given ? given->number(range) : std::nullopt;
  }
  std::optional<double> mean() const {
    // A law with mean 0 has no shape.
    return number("mean", {std::max(values.low, kWorkMs.low), values.high});
  }
};

MaybeLaw constant(const Form& form) {
  form.only({"value", "mean"});
  const auto value = form.fields.find("value");
  const auto mean = form.fields.find("mean");
  if (value && mean) {
    mean->error("is given beside `value`", "keep one of them");
    return std::nullopt;
  }
  const auto number = mean ? mean->number(form.values) : form.number("value", form.values);
  return number ? MaybeLaw{Distribution::Constant{*number}} : std::nullopt;
}

MaybeLaw exponential(const Form& form) {
  form.only({"mean"});
  const auto mean = form.mean();
  return mean ? MaybeLaw{Distribution::Exponential{*mean}} : std::nullopt;
}

MaybeLaw erlang(const Form& form) {
  form.only({"mean", "k"});
  const auto mean = form.mean();
  const auto stages = form.fields.need("k", "add k: 2 (the number of stages)");
  const auto k = stages ? stages->whole(1, kMostErlangStages) : std::nullopt;
  return mean && k ? MaybeLaw{Distribution::Erlang{*mean, *k}} : std::nullopt;
}

/// Gamma and lognormal: mean and coefficient of variation; none of it is a constant.
template <class Result>
MaybeLaw mean_and_cv(const Form& form) {
  constexpr double kSmallestCv = 1e-6;  // below, rounding to nanoseconds hides it
  form.only({"mean", "cv"});
  const auto mean = form.mean();
  const auto cv = form.number("cv", kVariation);
  if (!mean || !cv) return std::nullopt;
  return *cv < kSmallestCv ? Law{Distribution::Constant{*mean}} : Law{Result{*mean, *cv}};
}

MaybeLaw uniform(const Form& form) {
  form.only({"low", "high"});
  const Range range{0.0, form.values.high};
  const auto low = form.number("low", range);
  const auto high = form.number("high", range);
  if (!low || !high) return std::nullopt;
  if (*low >= *high) {
    form.fields.map().error(fmt::format("has low {:g} and high {:g}", *low, *high), "give low below high");
    return std::nullopt;
  }
  return Distribution::Uniform{*low, *high};
}

/// `p` is a list, or the probability of the first of two phases.
std::optional<std::vector<double>> probabilities(const Form& form) {
  constexpr double kRounding = 1e-6;
  const auto given = form.fields.need("p", "add p: the probability of the first phase, or a list that sums to 1");
  if (!given) return std::nullopt;
  if (!given->is_list()) {
    const auto first = given->number(kFraction);
    if (!first) return std::nullopt;
    return std::vector<double>{*first, 1.0 - *first};
  }
  auto list = given->numbers(2, kMostRegimes, kFraction);
  if (!list) return std::nullopt;
  const double sum = std::accumulate(list->begin(), list->end(), 0.0);
  if (std::abs(sum - 1.0) > kRounding) {
    given->error(fmt::format("sums to {:g}", sum), "give probabilities that sum to 1");
    return std::nullopt;
  }
  return list;
}

MaybeLaw hyperexponential(const Form& form) {
  form.only({"p", "means"});
  auto p = probabilities(form);
  const auto given = form.fields.need("means", "add means: one for each phase");
  const Range range{kWorkMs.low, form.values.high};
  auto means = given ? given->numbers(2, kMostRegimes, range) : std::nullopt;
  if (!p || !means) return std::nullopt;
  if (p->size() != means->size()) {
    given->error(fmt::format("has {} means for {} probabilities", means->size(), p->size()), "give one for each");
    return std::nullopt;
  }
  return Distribution::Hyperexponential{*std::move(p), *std::move(means)};
}

MaybeLaw empirical(const Form& form) {
  form.only({"file", "column"});
  const auto file = form.fields.need("file", "add file: samples.csv");
  auto values = file ? form.files.numbers(*file, form.fields.find("column"), form.values) : std::nullopt;
  if (!values) return std::nullopt;
  std::sort(values->begin(), values->end());
  return Distribution::Empirical{*std::move(values)};
}

struct LawRow {
  const char* name;
  MaybeLaw (*read)(const Form& form);
};
constexpr LawRow kLaws[] = {
    {"constant", &constant},
    {"exponential", &exponential},
    {"erlang", &erlang},
    {"gamma", &mean_and_cv<Distribution::Gamma>},
    {"lognormal", &mean_and_cv<Distribution::Lognormal>},
    {"hyperexponential", &hyperexponential},
    {"uniform", &uniform},
    {"empirical", &empirical},
};

}  // namespace

std::optional<Distribution> read_distribution(const Cursor& value, const Range& range, DataFiles& files) {
  if (value.is_list()) {
    value.wrong_type("a number or {dist: ...}");
    return std::nullopt;
  }
  if (!value.is_map()) {
    const auto number = value.number(range);
    if (!number) return std::nullopt;
    return Distribution::constant(*number);
  }
  const Fields fields{value};
  std::vector<std::string> names;
  for (const LawRow& row : kLaws) names.emplace_back(row.name);
  const auto dist = fields.need("dist", "add dist: exponential, or give a plain number");
  const auto chosen = dist ? dist->choice(names) : std::nullopt;
  if (!chosen) return std::nullopt;
  auto law = kLaws[*chosen].read({fields, range, files});
  if (!law) return std::nullopt;
  return Distribution{*std::move(law)};
}

}  // namespace libsched::scenario::detail
