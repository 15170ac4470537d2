#include <vector>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

std::optional<Mode> read_mode(const Fields& sharing) {
  std::vector<std::string> names;
  for (const share::ModeRow& row : share::modes()) names.emplace_back(row.name);
  const auto mode = sharing.need("mode", "add mode: " + listed(names));
  const auto index = mode ? mode->choice(names) : std::nullopt;
  if (!index) return std::nullopt;
  return share::modes()[*index].kind;
}

void read_mps(const Fields& fields, Sharing& sharing) {
  constexpr Range kPercent{1.0, 100.0};
  if (const auto percent = fields.find("active_thread_pct")) sharing.active_thread_pct = percent->number(kPercent);
  if (const auto limit = fields.find("memory_limit_mib")) sharing.memory_limit_mib = limit->number(kMemoryMib);
}

/// The card's profile of this name, in any spelling of a Kubernetes resource: mig-1g.5gb, 1g.5gb.
std::optional<hw::MigProfile> read_profile(const Cursor& cursor, const hw::GpuModel* card) {
  auto name = cursor.text();
  if (!name || card == nullptr) return std::nullopt;
  if (card->mig_profiles.empty()) {
    cursor.error(fmt::format("is a MIG profile, but {} has no MIG", shown(card->name)),
                 "choose mode: time-slicing or mps, or a card with MIG (A30, A100, H100 and later)");
    return std::nullopt;
  }
  if (name->starts_with("mig-")) name = name->substr(4);
  if (const hw::MigProfile* profile = hw::find_mig_profile(*card, *name)) return *profile;
  std::vector<std::string> names;
  for (const hw::MigProfile& one : card->mig_profiles) names.push_back(one.name);
  const std::string near = nearest(*name, names);
  cursor.error(fmt::format("is no MIG profile of {}: {}", shown(card->name), shown(*name)),
               near.empty() ? "choose among " + listed(names) : "did you mean " + near + "?");
  return std::nullopt;
}

/// One instance: a profile's name, or {profile, sharing}.
std::optional<MigInstance> read_instance(const Cursor& entry, const hw::GpuModel* card) {
  MigInstance result;
  if (!entry.is_map()) {
    auto profile = read_profile(entry, card);
    if (!profile) return std::nullopt;
    result.profile = *std::move(profile);
    return result;
  }
  const Fields fields{entry};
  fields.only({"profile", "sharing"});
  const auto given = fields.need("profile", "add profile: 1g.5gb");
  auto profile = given ? read_profile(*given, card) : std::nullopt;
  if (const auto inner = fields.find("sharing")) {
    if (inner->is_map() && Fields{*inner}.find("layout")) {
      inner->error("has a layout inside a MIG profile", "share it by time-slicing or mps");
      return std::nullopt;
    }
    auto sharing = read_sharing(*inner, card);
    if (!sharing) return std::nullopt;
    if (sharing->mode == Mode::kMig) return std::nullopt;  // it lacks a layout, which has been reported
    result.sharing = *std::move(sharing);
  }
  if (!profile) return std::nullopt;
  result.profile = *std::move(profile);
  return result;
}

std::vector<MigInstance> read_layout(const Cursor& layout, const hw::GpuModel* card) {
  constexpr std::size_t kMostInstances = 16;
  const auto entries = layout.list(1, kMostInstances);
  if (!entries) return {};
  std::vector<MigInstance> instances;
  instances.reserve(entries->size());
  for (const Cursor& entry : *entries) {
    if (auto one = read_instance(entry, card)) instances.push_back(*std::move(one));
  }
  if (card == nullptr || instances.size() < entries->size()) return instances;
  std::vector<const hw::MigProfile*> profiles;
  for (const MigInstance& one : instances) profiles.push_back(hw::find_mig_profile(*card, one.profile.name));
  if (hw::place_mig(*card, profiles)) return instances;
  layout.error(hw::why_impossible(*card, profiles),
               fmt::format("the closest that fits: [{}]", hw::layout_text(hw::closest_layout(*card, profiles))));
  return instances;
}

/// What a file gives beside mode and replicas, where plan chooses these.
std::optional<Sharing> read_settings(const Fields& fields) {
  fields.only(keys_of("sharing"));
  Sharing result;
  read_mps(fields, result);
  if (const auto replicas = fields.find("replicas")) replicas->whole(1, kMostReplicas);
  result.replicas = 0;
  return result;
}

}  // namespace

std::optional<Sharing> read_sharing(const Cursor& cursor, const hw::GpuModel* card, Chooses chooses) {
  const Fields fields{cursor};
  if (!fields) return std::nullopt;
  const bool chosen = chooses == Chooses::kSharing;
  const bool unsaid = !fields.has("mode") && !fields.has("layout");
  if (unsaid && chosen) return read_settings(fields);
  const auto mode = read_mode(fields);
  if (!mode) {
    // What most modes need too is told at once.
    if (unsaid) fields.need("replicas", "add replicas: 4 (slots for each GPU), or choose mode: exclusive");
    fields.only(keys_of("sharing"));
    return std::nullopt;
  }
  Sharing result;
  result.mode = *mode;
  const auto replicas = fields.find("replicas");
  switch (*mode) {
    case Mode::kExclusive:
      fields.only({"mode", "replicas"});
      if (replicas && replicas->whole(1, kMostReplicas).value_or(1) != 1) {
        replicas->error("is more than one slot for one tenant", "leave it out, or choose mode: time-slicing");
      }
      return result;
    case Mode::kMig:
      fields.only({"mode", "layout"});
      if (const auto layout = fields.need("layout", "add layout: [3g.20gb, 2g.10gb]")) {
        result.layout = read_layout(*layout, card);
      }
      return result;
    case Mode::kMps:
      fields.only({"mode", "replicas", "active_thread_pct", "memory_limit_mib"});
      read_mps(fields, result);
      break;
    case Mode::kTimeSlicing:
      fields.only({"mode", "replicas"});
      break;
  }
  if (chosen && !replicas) {
    result.replicas = 0;
  } else if (const auto given = fields.need("replicas", "add replicas: 4 (slots for each GPU)")) {
    result.replicas = given->whole(kLeastReplicas, kMostReplicas).value_or(kLeastReplicas);
  }
  return result;
}

}  // namespace libsched::scenario::detail
