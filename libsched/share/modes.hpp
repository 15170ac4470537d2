#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <libsched/base/random.hpp>
#include <libsched/share/mode.hpp>
#include <libsched/share/mps.hpp>
#include <libsched/share/time_slicing.hpp>

namespace libsched::share {

enum class ModeKind { kExclusive, kTimeSlicing, kMps, kMig };

/// How slices are advanced: one by one, or skipped in closed form where that gives the same result.
enum class Slices { kStep, kSkip };

/// What a mode may need to know about the device and its tenants; each takes what concerns it.
struct ModeSetup {
  std::vector<MpsClient> clients;  ///< one for each tenant, by slot
  SlicingParameters slicing;
  RandomKey jitter_key;
  Slices slices = Slices::kSkip;
};

/// One way to share a GPU, as the scenario file, the command and the catalogue know it.
struct ModeRow {
  ModeKind kind;
  std::string_view name;
  std::string_view summary;
  bool shared;      ///< several tenants a device: replicas 2..1024; otherwise one
  bool partitions;  ///< the GPU becomes several devices, each shared in a mode of its own
  std::unique_ptr<Mode> (*make)(const ModeSetup& setup);  ///< null where it partitions
};

/// The only list of modes; parsing, `catalog modes` and the conformance tests read it.
std::span<const ModeRow> modes();

/// The row of a kind.
const ModeRow& row(ModeKind kind);

}  // namespace libsched::share
