#include <type_traits>
#include <variant>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <libsched/plan/sweep.hpp>

#include "core.hpp"
#include "interruptible.hpp"
#include "unwrap.hpp"

namespace slicewise_python {

namespace py = pybind11;
using namespace libsched;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// The values as an array that owns them: nothing is copied.
template <class T>
py::array_t<T> array(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  const py::capsule owner{owned, [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); }};
  return py::array_t<T>(static_cast<py::ssize_t>(owned->size()), owned->data(), owner);
}

py::object column(plan::Column one) {
  return std::visit(
      [](auto& values) -> py::object {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_same_v<Value, std::string>) {
          return py::cast(values);
        } else {
          return array(std::move(values));
        }
      },
      one.values);
}

void check_sweep(const std::string& text, const std::string& origin, const std::string& directory,
                 const OverridePairs& overrides, const std::vector<std::string>& paths, const Rows& rows) {
  Issues issues;
  {
    const py::gil_scoped_release release;
    issues = plan::check_rows({text, origin, directory}, overrides_of(overrides), {paths, rows});
  }
  if (!issues.empty()) raise(issues);
}

py::dict sweep(const std::string& text, const std::string& origin, const std::string& directory,
               const OverridePairs& overrides, const std::vector<std::string>& paths, const Rows& rows,
               std::size_t threads, bool intervals, bool own_seeds, const py::object& progress, Interrupt* interrupt) {
  plan::SweepOptions options;
  options.threads = threads;
  options.intervals = intervals;
  options.seeds = own_seeds ? plan::Seeds::kOwn : plan::Seeds::kShared;
  const plan::Settings settings{paths, rows};
  auto swept = unwrap(run_interruptibly(interrupt, progress, [&](const Handles& handles) {
    options.interrupt = handles.interrupt;
    options.progress = handles.progress;
    auto result = plan::sweep_rows({text, origin, directory}, overrides_of(overrides), settings, options);
    return result ? Result<plan::SweepTable>{table(*result)} : Result<plan::SweepTable>{result.error()};
  }));
  py::dict columns;
  std::vector<std::int64_t> point(swept.point.begin(), swept.point.end());
  columns["point"] = array(std::move(point));
  for (plan::Column& one : swept.columns) {
    const py::str name{one.name};
    columns[name] = column(std::move(one));
  }
  return columns;
}

}  // namespace

void bind_sweep(py::module_& module) {
  module.def("check_sweep", &check_sweep, py::arg("text"), py::arg("origin"), py::arg("directory"),
             py::arg("overrides"), py::arg("paths"), py::arg("rows"));
  module.def("sweep", &sweep, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"),
             py::arg("paths"), py::arg("rows"), py::kw_only(), py::arg("threads") = 0, py::arg("intervals") = false,
             py::arg("own_seeds") = false, py::arg("progress") = py::none(), py::arg("interrupt").none(true) = nullptr);
}

}  // namespace slicewise_python
