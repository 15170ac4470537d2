#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <libsched/scenario/detail/cursor.hpp>
#include <libsched/scenario/detail/data_files.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario::detail {

/// Whether the reader of the scenario chooses mode and replicas itself, so that the file need not.
enum class Chooses { kNothing, kSharing };

/// A whole scenario from a tree, of its own or within another file.
Result<Scenario> read_tree(YamlNode root, const std::string& directory, const std::vector<Override>& overrides,
                           Chooses chooses = Chooses::kNothing);

// One reader for each part of the file. Each reports everything that is wrong with its part to the cursor's log and
// returns nothing where no sensible value is left.

/// What the workloads must know about the rest of the file.
struct Setting {
  std::string card;  ///< the file's own GPU; empty where it is not known
  Mode mode = Mode::kExclusive;
  std::vector<std::string> mig_profiles;  ///< of the layout
};

std::optional<GpuChoice> read_gpu(const Cursor& gpu, DataFiles& files);
/// The overrides of the card's profile that `gpu` holds. Returns whether all could be read.
bool read_profile_overrides(const Fields& gpu, hw::GpuProfile& profile);
/// `card` is null where the file's own could not be read: then MIG profiles are not looked up.
/// Mode and replicas may be missing where somebody chooses them: then replicas are 0.
std::optional<Sharing> read_sharing(const Cursor& sharing, const hw::GpuModel* card,
                                    Chooses chooses = Chooses::kNothing);
RunOptions read_run(const Cursor& run);
std::vector<workload::Workload> read_workloads(const Cursor& workloads, const Setting& setting, DataFiles& files);
std::optional<workload::Request> read_request(const Cursor& request, const Setting& setting, DataFiles& files);
/// `gpu_ms_small`: (MIG profile, ms) of solo runs on parts of the card, whose time on all of it is `whole_ms`.
std::vector<std::pair<std::string, double>> read_solo_points(const Cursor& small, const Setting& setting,
                                                             std::optional<double> whole_ms);
/// Arrivals and route of `workload`. Returns whether both could be read.
bool read_arrivals(const Cursor& arrivals, DataFiles& files, workload::Workload& workload);
/// A number in `range` or `{dist: ...}` with a mean in `range`.
std::optional<workload::Distribution> read_distribution(const Cursor& value, const Range& range, DataFiles& files);
/// `memory_mib`: the peak, or `{from, to, at_s}`.
std::optional<workload::Memory> read_memory(const Cursor& memory);

/// What the model makes of this workload that its author may not expect.
void note_surprises(const workload::Workload& workload, const Setting& setting, const Cursor& place);
/// Says where the card's time-slicing parameters are assumed.
void note_assumed_profile(const GpuChoice& gpu, const Sharing& sharing, const Cursor& place);

}  // namespace libsched::scenario::detail
