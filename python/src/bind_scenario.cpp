#include <utility>

#include <pybind11/stl.h>
#include <nlohmann/json.hpp>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/named_files.hpp>
#include <libsched/scenario/read_to_plan.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/scenario/simulate.hpp>

#include "core.hpp"
#include "interruptible.hpp"
#include "unwrap.hpp"

namespace slicewise_python {

namespace py = pybind11;
using namespace libsched;

std::vector<scenario::Override> overrides_of(const OverridePairs& pairs) {
  std::vector<scenario::Override> overrides;
  overrides.reserve(pairs.size());
  for (const auto& [path, value] : pairs) overrides.push_back({path, value});
  return overrides;
}

namespace {

/// A scenario may leave mode and replicas to `plan`; who needs them reads it again and says so.
py::list check(const std::string& text, const std::string& origin, const std::string& directory,
               const OverridePairs& overrides) {
  return issue_list(unwrap(scenario::read_scenario_to_plan({text, origin, directory}, overrides_of(overrides))).notes);
}

py::list check_file(const std::string& path) {
  return issue_list(unwrap(scenario::read_scenario_to_plan(unwrap(scenario::load_scenario_file(path)))).notes);
}

std::vector<std::string> named_files(const std::string& text, const std::string& origin, const std::string& directory,
                                     const OverridePairs& overrides) {
  return scenario::named_files({text, origin, directory}, overrides_of(overrides));
}

std::string simulate(const std::string& text, const std::string& origin, const std::string& directory,
                     const OverridePairs& overrides, bool intervals, const py::object& progress, Interrupt* interrupt) {
  auto checked = unwrap(scenario::read_scenario(text, origin, directory, overrides_of(overrides)));
  checked.run.intervals = intervals;
  return run_interruptibly(interrupt, progress, [&checked](const Handles& handles) {
    scenario::Hooks hooks;
    hooks.interrupt = handles.interrupt;
    hooks.progress = handles.progress;
    return to_json(scenario::simulate(checked, hooks));
  });
}

/// The card's parameters after all overrides, and the seed: what a table of results must name beside its settings.
std::string profile(const std::string& text, const std::string& origin, const std::string& directory,
                    const OverridePairs& overrides) {
  const auto checked = unwrap(scenario::read_scenario(text, origin, directory, overrides_of(overrides)));
  const hw::GpuProfile& card = checked.gpu.model.profile;
  const std::pair<const char*, const Estimate*> parameters[] = {
      {"slice_us", &card.slice_us},         {"preempt_us", &card.preempt_us},
      {"voluntary_us", &card.voluntary_us}, {"idle_us", &card.idle_us},
      {"refill_us", &card.refill_us},       {"switch_jitter_us", &card.switch_jitter_us},
      {"idle_gap_us", &card.idle_gap_us},   {"host_contention", &card.host_contention}};
  nlohmann::ordered_json json{{"gpu", checked.gpu.model.name}, {"seed", checked.run.seed}};
  for (const auto& [name, value] : parameters) {
    json[name] = {{"low", value->low}, {"nominal", value->nominal}, {"high", value->high}};
  }
  json["ring"] = name(card.ring);
  return json.dump();
}

/// Keeps the spans of one device within a window.
class Spans final : public share::SpanObserver {
 public:
  Spans(Time begin, Time end) : begin_{begin}, end_{end} {}
  void on_span(const share::Span& span) override {
    if (span.end > begin_ && span.begin < end_) spans.push_back(span);
  }
  std::vector<share::Span> spans;

 private:
  Time begin_;
  Time end_;
};

/// (device, tenant, what, begin in ns, end in ns) of everything that devices do from `from_ms` to `to_ms`.
py::list timeline(const std::string& text, const std::string& origin, const std::string& directory,
                  const OverridePairs& overrides, double from_ms, double to_ms) {
  auto checked = unwrap(scenario::read_scenario(text, origin, directory, overrides_of(overrides)));
  checked.run.intervals = false;
  // A little longer, so that what goes on at the end of the window is seen to its own end.
  constexpr double kLonger = 1.25;
  checked.run.duration_s = kLonger * to_ms * 1e-3;
  const auto parts = scenario::devices(checked);
  std::vector<Spans> seen(parts.size(), Spans{Time{} + libsched::from_ms(from_ms), Time{} + libsched::from_ms(to_ms)});
  {
    py::gil_scoped_release release;
    scenario::Hooks hooks;
    hooks.observer = [&](std::uint32_t device) { return &seen[device]; };
    scenario::simulate(checked, hooks);
  }
  const auto tenants = scenario::tenant_names(checked);
  constexpr const char* kWords[] = {"run", "switch", "hold"};
  py::list rows;
  for (std::size_t d = 0; d < parts.size(); ++d) {
    std::string device = "GPU " + std::to_string(parts[d].gpu);
    if (parts[d].profile != nullptr) device += " " + parts[d].profile->name;
    for (const share::Span& span : seen[d].spans) {
      rows.append(py::make_tuple(d, device, tenants[d][span.slot], kWords[static_cast<std::size_t>(span.kind)],
                                 span.begin.time_since_epoch().count(), span.end.time_since_epoch().count()));
    }
  }
  return rows;
}

}  // namespace

void bind_scenario(py::module_& module) {
  module.def("check", &check, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"));
  module.def("check_file", &check_file, py::arg("path"));
  module.def("named_files", &named_files, py::arg("text"), py::arg("origin"), py::arg("directory"),
             py::arg("overrides"));
  module.def("profile", &profile, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"));
  module.def("timeline", &timeline, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"),
             py::kw_only(), py::arg("from_ms"), py::arg("to_ms"));
  module.def("simulate", &simulate, py::arg("text"), py::arg("origin"), py::arg("directory"), py::arg("overrides"),
             py::kw_only(), py::arg("intervals") = true, py::arg("progress") = py::none(),
             py::arg("interrupt").none(true) = nullptr);
}

}  // namespace slicewise_python
