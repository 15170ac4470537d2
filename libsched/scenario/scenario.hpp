#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/hw/gpu.hpp>
#include <libsched/share/modes.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::scenario {

/// The GPUs of the file: a model, perhaps inside an instance, with the profile after all overrides.
struct GpuChoice {
  hw::GpuModel model;
  std::optional<hw::Instance> instance;
  int count = 1;
  std::optional<double> cuda;  ///< the CUDA release of the node's driver, e.g. 13.1: it decides some limits
};

using Mode = share::ModeKind;

struct MigInstance;

/// How each GPU is shared, or each instance that MIG makes of it.
struct Sharing {
  Mode mode = Mode::kExclusive;
  int replicas = 1;                           ///< slots advertised per device
  std::optional<double> active_thread_pct{};  ///< MPS: of each client; none: what the device plugin sets
  std::optional<double> memory_limit_mib{};   ///< MPS: the same
  std::vector<MigInstance> layout;            ///< MIG: the instances of each GPU, which fit together
};

/// One instance of a MIG layout.
struct MigInstance {
  hw::MigProfile profile;
  Sharing sharing;  ///< exclusive, time-slicing or MPS
};

/// How equal slices are advanced: one by one, or skipped in closed form where that gives the same result.
enum class Engine { kAuto, kStepping, kSkipping };

/// What ends a run.
struct RunOptions {
  std::uint64_t seed = 1;
  std::optional<double> duration_s;  ///< none = auto: until `precision` is reached
  double precision = 0.02;           ///< relative 95 % half-width of mean and p99
  std::uint64_t max_events = 200'000'000;
  Engine engine = Engine::kAuto;
  bool intervals = true;  ///< also run the profile's low and high
};

/// A scenario that has been checked: only `read_scenario` makes one, so running it has no input errors to report.
struct Scenario {
  GpuChoice gpu;
  Sharing sharing;
  std::vector<workload::Workload> workloads;
  RunOptions run;
  Issues notes;  ///< warnings and notes of the reader, for the report
};

/// A change to the file before it is checked: `sharing.replicas` = `6`, `workloads[0].pods` = `3`.
struct Override {
  std::string path;
  std::string value;     ///< YAML
  std::string option{};  ///< how issues name the change; empty: "--set PATH"
};

/// The text of a scenario before it is read: what issues call it, and the folder where its relative paths start.
struct Source {
  std::string text;
  std::string origin;
  std::string directory;
};

/// Reads scenario text (YAML or JSON, design section 4). `origin` names it in issues ("t4.yaml"); relative paths in the
/// file are looked up beside `directory`. Reports every problem at once, each as `origin:line`.
Result<Scenario> read_scenario(const std::string& text, const std::string& origin, const std::string& directory,
                               const std::vector<Override>& overrides = {});

Result<Scenario> read_scenario(const Source& source, const std::vector<Override>& overrides = {});

/// The text of a scenario file. A folder, a missing, unreadable or over-long (> 4 MiB) file is an issue.
Result<Source> load_scenario_file(const std::string& path);

/// Both steps.
Result<Scenario> read_scenario_file(const std::string& path, const std::vector<Override>& overrides = {});

const char* name(Mode mode);

}  // namespace libsched::scenario
