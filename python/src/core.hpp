#pragma once

#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include <libsched/scenario/scenario.hpp>

namespace slicewise_python {

using OverridePairs = std::vector<std::pair<std::string, std::string>>;  ///< (path, YAML value)

std::vector<libsched::scenario::Override> overrides_of(const OverridePairs& pairs);

void bind_scenario(pybind11::module_& module);
void bind_plan(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);
void bind_place(pybind11::module_& module);
void bind_calib(pybind11::module_& module);

}  // namespace slicewise_python
