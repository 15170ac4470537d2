#include <libsched/plan/calibration_report.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <libsched/base/printable.hpp>
#include <libsched/plan/detail/percent_text.hpp>
#include <libsched/plan/detail/sections.hpp>

namespace libsched::plan {
namespace {

using Json = nlohmann::ordered_json;
using calib::FittedParameter;

std::string number(double value) {
  return fmt::format("{:.5g}", value);
}

Json json_of(const FittedParameter& parameter) {
  Json evidence = Json::array();
  const bool direct = calib::any_direct(parameter.evidence);
  for (const calib::Evidence& one : parameter.evidence) {
    evidence.push_back({{"run", one.run},
                        {"how", one.how},
                        {"value", one.value},
                        {"low", one.value - one.half_width},
                        {"high", one.value + one.half_width},
                        {"used", one.direct == direct}});
  }
  return {{"name", parameter.name},
          {"low", parameter.estimate.low},
          {"nominal", parameter.estimate.nominal},
          {"high", parameter.estimate.high},
          {"source", parameter.estimate.source},
          {"identified", parameter.identified},
          {"basis", parameter.basis},
          {"residual_pct", parameter.residual_pct ? Json(*parameter.residual_pct) : Json(nullptr)},
          {"evidence", std::move(evidence)}};
}

using Row = std::vector<std::string>;

/// Names of runs are words of whoever wrote the record: each stays on its line.
std::string table(std::vector<Row> rows, const std::vector<bool>& left) {
  for (Row& row : rows) {
    for (std::string& cell : row) cell = printable_line(cell);
  }
  return detail::aligned(rows, left);
}

}  // namespace

std::string verdict(const calib::Fit& fit) {
  const auto identified = std::count_if(fit.parameters.begin(), fit.parameters.end(),
                                        [](const FittedParameter& one) { return one.identified; });
  return fmt::format("{}: slice {} us, switch at its end {} us{}; {} of {} parameters identified", fit.device.name,
                     number(fit.profile.slice_us.nominal), number(fit.profile.preempt_us.nominal),
                     fit.profile.assumed ? " (assumed)" : "", identified + (fit.ring_identified ? 1 : 0),
                     fit.parameters.size() + 1);
}

std::string to_json(const calib::Fit& fit) {
  Json parameters = Json::array();
  for (const FittedParameter& one : fit.parameters) parameters.push_back(json_of(one));
  Json residuals = Json::array();
  for (const calib::FitResidual& one : fit.residuals) {
    residuals.push_back({{"run", one.run},
                         {"quantity", one.quantity},
                         {"predicted", one.predicted},
                         {"measured", one.measured},
                         {"error_pct", one.error_pct()}});
  }
  Json aside = Json::array();
  for (const calib::SetAside& one : fit.set_aside) aside.push_back({{"where", one.where}, {"why", one.why}});
  const Json document = {
      {"schema", "slicewise.calibrate/1"},
      {"verdict", verdict(fit)},
      {"device", {{"kind", fit.device.kind}, {"name", fit.device.name}}},
      {"driver", fit.driver.empty() ? Json(nullptr) : Json(fit.driver)},
      {"scheduler", fit.scheduler.empty() ? Json(nullptr) : Json(fit.scheduler)},
      {"records", fit.records},
      {"parameters", std::move(parameters)},
      {"ring", {{"value", name(fit.profile.ring)}, {"identified", fit.ring_identified}, {"basis", fit.ring_basis}}},
      {"assumed", fit.profile.assumed},
      {"residuals", std::move(residuals)},
      {"set_aside", std::move(aside)},
      {"warnings", fit.warnings},
      {"profile", calib::to_yaml(fit)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_text(const calib::Fit& fit) {
  std::vector<Row> rows{{"parameter", "low", "nominal", "high", "residual", "basis"}};
  for (const FittedParameter& one : fit.parameters) {
    rows.push_back({one.name, number(one.estimate.low), number(one.estimate.nominal), number(one.estimate.high),
                    one.residual_pct ? fmt::format("{:.2g} %", *one.residual_pct) : "-",
                    (one.identified ? "" : "NOT IDENTIFIED: ") + one.basis});
  }
  rows.push_back(
      {"ring", "", name(fit.profile.ring), "", "-", (fit.ring_identified ? "" : "NOT IDENTIFIED: ") + fit.ring_basis});
  std::string text = printable_line(verdict(fit)) + "\n\n" + table(rows, {true, false, false, false, false, true});
  if (!fit.residuals.empty()) {
    std::vector<Row> residuals{{"run", "quantity", "predicted", "measured", "error"}};
    for (const calib::FitResidual& one : fit.residuals) {
      residuals.push_back({one.run, one.quantity, number(one.predicted), number(one.measured),
                           detail::difference_text(one.error_pct(), 2)});
    }
    text += "\n" + table(residuals, {true, false, false, false, false});
  }
  if (!fit.set_aside.empty() || !fit.warnings.empty()) text += "\n";
  for (const calib::SetAside& one : fit.set_aside)
    text += printable_line(fmt::format("set aside: {} {}", one.where, one.why)) + "\n";
  for (const std::string& one : fit.warnings) text += printable_line("warning: " + one) + "\n";
  if (std::any_of(fit.parameters.begin(), fit.parameters.end(), [](const auto& one) { return !one.identified; })) {
    text += "\nNOT IDENTIFIED: the value is the catalogue's or an assumption, and the profile says so.\n";
  }
  return text;
}

}  // namespace libsched::plan
