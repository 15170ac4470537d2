#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {
namespace {

/// A number in the file replaces the estimate and its uncertainty.
bool override_with(const std::optional<Cursor>& given, const Range& range, Estimate& estimate) {
  if (!given) return true;
  const auto value = given->number(range);
  if (value) estimate = Estimate::exact(*value, "scenario file");
  return value.has_value();
}

/// One number for all three switches, or a map of those that differ.
bool read_switch(const Cursor& given, hw::GpuProfile& profile) {
  if (!given.is_map()) {
    if (given.is_list()) {
      given.wrong_type("a number or {preempt, voluntary, idle}");
      return false;
    }
    return override_with(given, kSwitchUs, profile.preempt_us) &&
           override_with(given, kSwitchUs, profile.voluntary_us) && override_with(given, kSwitchUs, profile.idle_us);
  }
  const Fields fields{given};
  fields.only({"preempt", "voluntary", "idle"});
  bool good = override_with(fields.find("preempt"), kSwitchUs, profile.preempt_us);
  good &= override_with(fields.find("voluntary"), kSwitchUs, profile.voluntary_us);
  good &= override_with(fields.find("idle"), kSwitchUs, profile.idle_us);
  return good;
}

}  // namespace

bool read_profile_overrides(const Fields& gpu, hw::GpuProfile& profile) {
  bool good = override_with(gpu.find("slice_us"), kSliceUs, profile.slice_us);
  if (const auto given = gpu.find("switch_us")) good &= read_switch(*given, profile);
  good &= override_with(gpu.find("refill_us"), kSwitchUs, profile.refill_us);
  good &= override_with(gpu.find("switch_jitter_us"), kSwitchUs, profile.switch_jitter_us);
  good &= override_with(gpu.find("idle_gap_us"), kSwitchUs, profile.idle_gap_us);
  if (const auto ring = gpu.find("ring")) {
    std::vector<std::string> words;
    for (const hw::Ring one : hw::kRings) words.emplace_back(name(one));
    const auto chosen = ring->choice(words);
    if (chosen) profile.ring = hw::kRings[*chosen];
    good &= chosen.has_value();
  }
  const auto from_file = [](const Estimate& estimate) { return estimate.source == "scenario file"; };
  if (from_file(profile.slice_us) && from_file(profile.preempt_us) && from_file(profile.voluntary_us) &&
      from_file(profile.idle_us) && from_file(profile.refill_us)) {
    profile.assumed = false;
  }
  return good;
}

}  // namespace libsched::scenario::detail
