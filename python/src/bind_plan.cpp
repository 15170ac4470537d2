#include <filesystem>
#include <map>

#include <pybind11/stl.h>

#include <libsched/base/overwriting.hpp>
#include <libsched/hw/catalog_files.hpp>
#include <libsched/plan/catalog_report.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/scenario/read_to_plan.hpp>

#include "core.hpp"
#include "interruptible.hpp"
#include "unwrap.hpp"

namespace slicewise_python {

namespace py = pybind11;
using namespace libsched;

namespace {

std::vector<scenario::Mode> modes_of(const std::vector<std::string>& words) {
  using scenario::Mode;
  std::vector<Mode> modes;
  Issues issues;
  for (const auto& word : words) {
    const auto size = modes.size();
    for (const Mode mode : {Mode::kExclusive, Mode::kTimeSlicing, Mode::kMps, Mode::kMig}) {
      if (word == scenario::name(mode)) modes.push_back(mode);
    }
    if (modes.size() == size) {
      issues.push_back({"modes", "there is no sharing mode '" + word + "'", "use exclusive, time-slicing, mps or mig"});
    }
  }
  if (!issues.empty()) raise(issues);
  return modes;
}

std::string make_plan(const std::string& text, const std::string& origin, const std::string& directory,
                      const OverridePairs& overrides, const std::vector<std::string>& modes, int max_replicas,
                      const std::vector<std::string>& instances, bool allow_estimates, bool proportional_mix,
                      const std::map<std::string, double>& usd_per_hour, const py::object& progress,
                      Interrupt* interrupt) {
  const auto checked = unwrap(scenario::read_scenario_to_plan({text, origin, directory}, overrides_of(overrides)));
  plan::PlanOptions options;
  options.modes = modes_of(modes);
  options.max_replicas = max_replicas;
  options.instances = instances;
  options.allow_estimates = allow_estimates;
  options.proportional_mix = proportional_mix;
  options.usd_per_hour = usd_per_hour;
  options.file = std::filesystem::path{origin}.filename().string();
  auto planned = run_interruptibly(interrupt, progress, [&](const Handles& handles) {
    options.interrupt = handles.interrupt;
    options.progress = handles.progress;
    return plan::make_plan(checked, options);
  });
  return to_json(unwrap(std::move(planned)));
}

void write_files(const std::vector<std::pair<std::string, std::string>>& files, const std::string& directory) {
  plan::Plan planned;
  for (const auto& [path, text] : files) planned.files.push_back({path, text});
  const Issues issues = plan::write_files(planned, directory);
  if (!issues.empty()) raise(issues);
}

using Paths = std::vector<std::pair<std::string, std::string>>;  ///< what each is called, and where it is

void check_outputs(const Paths& outputs, const Paths& inputs) {
  const auto named = [](const Paths& paths) {
    std::vector<NamedPath> result;
    for (const auto& [name, path] : paths) result.push_back({name, path});
    return result;
  };
  std::vector<NamedPath> read = named(inputs);
  for (const std::string& file : hw::catalog_files()) read.push_back({"the catalogue's file", file});
  if (const Issues issues = overwriting(named(outputs), read); !issues.empty()) raise(issues);
}

}  // namespace

void bind_plan(py::module_& module) {
  module.def("plan", &make_plan, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"),
             py::kw_only(), py::arg("modes"), py::arg("max_replicas"), py::arg("instances"), py::arg("allow_estimates"),
             py::arg("proportional_mix"), py::arg("usd_per_hour"), py::arg("progress") = py::none(),
             py::arg("interrupt").none(true) = nullptr);
  module.def("check_outputs", &check_outputs, py::arg("outputs"), py::arg("inputs"));
  module.def("write_files", &write_files, py::arg("files"), py::arg("directory"));
  module.def(
      "catalog", [](const std::string& what) { return unwrap(Result<std::string>{plan::catalog_json(what)}); },
      py::arg("what"));
}

}  // namespace slicewise_python
