#include <nlohmann/json.hpp>

#include <libsched/plan/validate.hpp>

namespace libsched::plan {

std::string to_json(const Validation& validation) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (const ValidationRow& row : validation.rows) {
    Json predicted = nullptr;
    if (row.predicted) {
      predicted = {{"value", row.predicted->value}, {"low", row.predicted->low}, {"high", row.predicted->high}};
    }
    rows.push_back({{"case", row.name},
                    {"source", row.source},
                    {"note", row.note},
                    {"role", row.role == scenario::Role::kFit ? "fit" : "validate"},
                    {"workload", row.workload},
                    {"metric", scenario::name(row.metric)},
                    {"predicted", std::move(predicted)},
                    {"measured", row.measured},
                    {"error_pct", row.predicted ? Json(row.error_pct) : Json(nullptr)},
                    {"tolerance_pct", row.tolerance_pct ? Json(*row.tolerance_pct) : Json(nullptr)},
                    {"covered", row.covered},
                    {"met", row.met}});
  }
  const Json document = {{"schema", "slicewise.validate/1"},
                         {"verdict", verdict(validation)},
                         {"interrupted", validation.interrupted},
                         {"notes", validation.notes},
                         {"rows", std::move(rows)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace libsched::plan
