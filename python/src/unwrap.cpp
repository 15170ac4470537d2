#include "unwrap.hpp"

#include <string_view>
#include <utility>

#include <libsched/base/severity.hpp>

namespace slicewise_python {

namespace py = pybind11;

namespace {

/// A file may have any bytes, and what is wrong with it shows some.
py::str text(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

/// The library calls options as the command does; in Python they are parameters.
std::string_view parameter(const std::string& option) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"--policy", "policies"},     {"--seeds", "seeds"},        {"--tune", "tune"},
      {"--draw", "draw"},           {"--price", "usd_per_hour"}, {"--max-replicas", "max_replicas"},
      {"--instances", "instances"}, {"--modes", "modes"},        {"RECORD", "records"}};
  for (const auto& [known, name] : kNames) {
    if (option == known) return name;
  }
  return option;
}

}  // namespace

py::list issue_list(const libsched::Issues& issues) {
  const py::object issue_type = py::module_::import("slicewise.errors").attr("Issue");
  py::list list;
  for (const auto& issue : issues) {
    list.append(issue_type(py::arg("where") = text(std::string{parameter(issue.where)}),
                           py::arg("what") = text(issue.what), py::arg("fix") = text(issue.fix),
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
