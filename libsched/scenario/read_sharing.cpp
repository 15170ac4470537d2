#include <cctype>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {
namespace {

std::optional<Mode> read_mode(const Fields& sharing, const std::vector<std::string>& names) {
  std::vector<std::string> simulated;
  for (const share::ModeRow& row : share::modes()) {
    if (row.make != nullptr) simulated.emplace_back(row.name);
  }
  const auto mode = sharing.need("mode", "add mode: " + listed(simulated));
  if (!mode) return std::nullopt;
  const auto index = mode->choice(names);
  if (!index) return std::nullopt;
  const share::ModeRow& row = share::modes()[*index];
  if (row.make == nullptr) {
    mode->error(fmt::format("is {}, which is not simulated yet", row.name), "use exclusive or time-slicing");
  }
  return row.kind;
}

void read_mps(const Fields& sharing) {
  constexpr Range kPercent{0.0, 100.0, true};
  if (const auto percent = sharing.find("active_thread_pct")) percent->number(kPercent);
  if (const auto limit = sharing.find("memory_limit_mib")) limit->number(kMemoryMib);
}

/// "3g.20gb", "1g.10gb+me": the spelling only, the card decides whether it exists.
void check_mig_profile(const Cursor& profile) {
  const auto text = profile.text();
  if (!text) return;
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text->size() && std::isdigit(static_cast<unsigned char>((*text)[at])) != 0) ++at;
    return at > begin;
  };
  const auto word = [&](std::string_view expected) {
    if (!std::string_view{*text}.substr(at).starts_with(expected)) return false;
    at += expected.size();
    return true;
  };
  if (!(digits() && word("g.") && digits() && word("gb"))) {
    profile.wrong_type("a MIG profile such as 1g.5gb");
  }
}

void read_layout(const Cursor& layout);

}  // namespace

std::optional<Sharing> read_sharing(const Cursor& sharing) {
  const Fields fields{sharing};
  if (!fields) return std::nullopt;
  std::vector<std::string> names;
  for (const share::ModeRow& row : share::modes()) names.emplace_back(row.name);
  const auto mode = read_mode(fields, names);
  if (!mode) {
    fields.only({"mode", "replicas", "active_thread_pct", "memory_limit_mib", "layout"});
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
      if (const auto layout = fields.need("layout", "add layout: [3g.20gb, 2g.10gb]")) read_layout(*layout);
      return result;
    case Mode::kMps:
      fields.only({"mode", "replicas", "active_thread_pct", "memory_limit_mib"});
      read_mps(fields);
      break;
    case Mode::kTimeSlicing:
      fields.only({"mode", "replicas"});
      break;
  }
  if (const auto given = fields.need("replicas", "add replicas: 4 (slots for each GPU)")) {
    result.replicas = given->whole(kLeastReplicas, kMostReplicas).value_or(kLeastReplicas);
  }
  return result;
}

namespace {

void read_layout(const Cursor& layout) {
  constexpr std::size_t kMostInstances = 8;
  const auto entries = layout.list(1, kMostInstances);
  if (!entries) return;
  for (const Cursor& entry : *entries) {
    if (!entry.is_map()) {
      check_mig_profile(entry);
      continue;
    }
    const Fields fields{entry};
    fields.only({"profile", "sharing"});
    if (const auto profile = fields.need("profile", "add profile: 1g.5gb")) check_mig_profile(*profile);
    const auto inner = fields.find("sharing");
    if (!inner) continue;
    if (inner->is_map() && Fields{*inner}.find("layout")) {
      inner->error("has a layout inside a MIG profile", "share it by time-slicing or mps");
    } else {
      read_sharing(*inner);
    }
  }
}

}  // namespace
}  // namespace libsched::scenario::detail
