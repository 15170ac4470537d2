#include <optional>
#include <utility>

#include <pybind11/stl.h>

#include <libsched/base/text_file.hpp>
#include <libsched/plan/placement.hpp>

#include "core.hpp"
#include "interruptible.hpp"
#include "unwrap.hpp"

namespace slicewise_python {

namespace py = pybind11;
using namespace libsched;

namespace {

/// Its bytes: a list may be in any encoding, as for the command.
py::bytes read_list(const std::string& path) {
  auto text = [&] {
    const py::gil_scoped_release release;  // who writes into a pipe may be a thread of the same program
    return read_text_file(path, std::size_t{256} << 20, false);
  }();
  return unwrap(std::move(text));
}

std::string place_pods(const std::string& nodes, const std::string& nodes_name, const std::string& pods,
                       const std::string& pods_name, const place::ColumnNames& node_columns,
                       const place::ColumnNames& pod_columns, const std::vector<std::string>& policies,
                       const std::vector<std::int64_t>& seeds, std::optional<double> tune,
                       std::optional<std::int64_t> draw, bool listed, std::size_t threads, const py::object& progress,
                       Interrupt* interrupt) {
  plan::PlacementQuestion question;
  question.nodes = {nodes, nodes_name, node_columns, "node_columns"};
  question.pods = {pods, pods_name, pod_columns, "pod_columns"};
  question.policies = policies;
  question.seeds = seeds;
  question.tune = tune;
  question.draw = draw;
  if (listed) question.order = place::Order::kListed;
  question.threads = threads;
  auto placed = run_interruptibly(interrupt, progress, [&](const Handles& handles) {
    question.interrupt = handles.interrupt;
    question.progress = handles.progress;
    return plan::place_pods(question);
  });
  return to_json(unwrap(std::move(placed)), true);
}

}  // namespace

void bind_place(py::module_& module) {
  module.def("read_list", &read_list, py::arg("path"));
  module.def("place", &place_pods, py::arg("nodes"), py::arg("nodes_name"), py::arg("pods"), py::arg("pods_name"),
             py::kw_only(), py::arg("node_columns"), py::arg("pod_columns"), py::arg("policies"), py::arg("seeds"),
             py::arg("tune"), py::arg("draw"), py::arg("listed"), py::arg("threads"), py::arg("progress") = py::none(),
             py::arg("interrupt").none(true) = nullptr);
}

}  // namespace slicewise_python
