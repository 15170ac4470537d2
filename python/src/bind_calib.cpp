#include <pybind11/stl.h>

#include <libsched/calib/fit.hpp>
#include <libsched/calib/record.hpp>
#include <libsched/plan/calibration_report.hpp>
#include <libsched/plan/record_cases.hpp>
#include <libsched/plan/validate.hpp>

#include "core.hpp"
#include "interruptible.hpp"
#include "unwrap.hpp"

namespace slicewise_python {

namespace py = pybind11;
using namespace libsched;

namespace {

std::string calibrate(const std::vector<std::string>& paths) {
  auto fit = [&]() -> Result<calib::Fit> {
    const py::gil_scoped_release release;
    auto records = calib::read_records(paths);
    if (!records) return records.error();
    return calib::fit_profile(*records);
  }();
  return plan::to_json(unwrap(std::move(fit)));
}

std::string validate(const std::string& path, const py::object& progress, Interrupt* interrupt) {
  auto cases = unwrap(plan::cases_at(path));
  plan::Validation validation = run_interruptibly(interrupt, progress, [&](const Handles& handles) {
    return plan::validate(cases.cases, {handles.interrupt, handles.progress});
  });
  validation.notes = std::move(cases.notes);
  return plan::to_json(validation);
}

}  // namespace

void bind_calib(py::module_& module) {
  module.def("calibrate", &calibrate, py::arg("paths"));
  module.def("validate", &validate, py::arg("path"), py::kw_only(), py::arg("progress") = py::none(),
             py::arg("interrupt").none(true) = nullptr);
}

}  // namespace slicewise_python
