#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/estimate.hpp>

namespace libsched::hw {

struct GpuModel;

/// What a GPU instance of one MIG profile takes from its card, and what it gets.
struct MigProfile {
  std::string name;         ///< e.g. "3g.20gb"
  int compute = 1;          ///< compute slices
  int memory = 1;           ///< memory slices; also its share of bandwidth and L2
  std::vector<int> starts;  ///< memory slices at which it may begin
  int most = 1;             ///< instances of this profile on one card
  double memory_mib = 0;    ///< usable
  Estimate slowdown;        ///< GPU time of GPU-bound work, relative to the whole card
};

/// The profile of this name on this card; null where the card has none.
const MigProfile* find_mig_profile(const GpuModel& card, std::string_view name);

/// Where each instance of a layout begins.
struct MigPlacement {
  std::vector<int> starts;  ///< one for each instance, in the layout's order
};

/// Whether these instances fit on the card together, by legal starts without overlap. None where they do not.
std::optional<MigPlacement> place_mig(const GpuModel& card, const std::vector<const MigProfile*>& layout);

/// Why a layout is impossible: "3 x 3g.20gb: at most 2 fit on one card". Precondition: it is.
std::string why_impossible(const GpuModel& card, const std::vector<const MigProfile*>& layout);

/// The legal layout that differs least: as many of the instances asked for as fit, then profiles in the place of the
/// rest that are as large as possible but no larger.
std::vector<const MigProfile*> closest_layout(const GpuModel& card, const std::vector<const MigProfile*>& layout);

/// "1g.5gb, 1g.5gb, 3g.20gb": the names of a layout.
std::string layout_text(const std::vector<const MigProfile*>& layout);

}  // namespace libsched::hw
