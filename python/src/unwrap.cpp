#include "unwrap.hpp"

#include <libsched/base/severity.hpp>

namespace slicewise_python {

namespace py = pybind11;

py::list issue_list(const libsched::Issues& issues) {
  const py::object issue_type = py::module_::import("slicewise.errors").attr("Issue");
  py::list list;
  for (const auto& issue : issues) {
    list.append(issue_type(py::arg("where") = issue.where, py::arg("what") = issue.what, py::arg("fix") = issue.fix,
                           py::arg("severity") = name(issue.severity)));
  }
  return list;
}

void raise(const libsched::Issues& issues) {
  const py::object error_type = py::module_::import("slicewise.errors").attr("ScenarioError");
  PyErr_SetObject(error_type.ptr(), error_type(issue_list(issues)).ptr());
  throw py::error_already_set();
}

}  // namespace slicewise_python
