#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <optional>

#include <pybind11/pybind11.h>

namespace slicewise_python {

/// Lets another Python thread stop a run: slicewise._core.Interrupt.
struct Interrupt {
  std::atomic<bool> set{false};
};

/// What a run on the worker thread is given.
struct Handles {
  const std::atomic<bool>* interrupt;
  std::function<void(double)> progress;
};

/// Runs `work(handles)` on a thread of its own, without the GIL, and waits for it. Meanwhile Ctrl-C raises the
/// interrupt flag (the result is then what was done so far), and `progress`, if not None, is called with the fraction
/// done. What `progress` raises stops the work and passes on.
template <class Work>
auto run_interruptibly(Interrupt* given, const pybind11::object& progress, Work work) {
  Interrupt own;
  Interrupt& interrupt = given != nullptr ? *given : own;
  std::atomic<double> fraction{0.0};
  const Handles handles{&interrupt.set, [&fraction](double done) { fraction = done; }};
  auto result = std::async(std::launch::async, [&] { return work(handles); });
  std::optional<pybind11::error_already_set> raised;
  const auto finished = [&] {
    const pybind11::gil_scoped_release release;
    return result.wait_for(std::chrono::milliseconds{50}) == std::future_status::ready;
  };
  while (!finished()) {
    if (PyErr_CheckSignals() != 0) {
      const pybind11::error_already_set signal;  // takes KeyboardInterrupt off the interpreter
      if (!signal.matches(PyExc_KeyboardInterrupt)) raised.emplace(signal);
      interrupt.set = true;
    } else if (!progress.is_none() && !raised) {
      try {
        progress(fraction.load());
      } catch (const pybind11::error_already_set& error) {
        raised.emplace(error);
        interrupt.set = true;
      }
    }
  }
  if (raised) throw pybind11::error_already_set(*raised);
  return result.get();
}

}  // namespace slicewise_python
