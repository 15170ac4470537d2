#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <libsched/base/random.hpp>
#include <libsched/share/mode.hpp>
#include <libsched/share/time_slicing.hpp>

namespace libsched::share {

enum class ModeKind { kExclusive, kTimeSlicing, kMps, kMig };

/// How equal slices are advanced: one by one, or skipped in closed form where that gives the same result.
enum class Slices { kStep, kSkip };

/// One way to share a GPU, as the scenario file, the command and the catalogue know it.
struct ModeRow {
  ModeKind kind;
  std::string_view name;
  std::string_view summary;
  bool shared;  ///< several tenants: replicas 2..1024; otherwise one tenant per GPU
  /// Null for a mode that is known but not simulated yet.
  std::unique_ptr<Mode> (*make)(std::size_t tenants, const SlicingParameters& parameters, RandomKey key, Slices slices);
};

/// The only list of modes; parsing, `catalog modes` and the conformance tests read it.
std::span<const ModeRow> modes();

/// The row of a kind.
const ModeRow& row(ModeKind kind);

}  // namespace libsched::share
