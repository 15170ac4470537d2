#include "core.hpp"

#include "interruptible.hpp"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The C++ core; slicewise/*.py is the public face.";
  pybind11::class_<slicewise_python::Interrupt>(module, "Interrupt", "Stops the runs that were given it.")
      .def(pybind11::init<>())
      .def("set", [](slicewise_python::Interrupt& interrupt) { interrupt.set = true; });
  module.attr("version") = SLICEWISE_VERSION;
  slicewise_python::bind_scenario(module);
  slicewise_python::bind_plan(module);
  slicewise_python::bind_sweep(module);
  slicewise_python::bind_place(module);
  slicewise_python::bind_calib(module);
}
