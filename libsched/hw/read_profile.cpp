#include <libsched/hw/catalog.hpp>

#include <algorithm>
#include <array>

#include <libsched/hw/detail/profile_fields.hpp>

namespace libsched::hw {
namespace detail {
namespace {

struct Parameter {
  const char* key;
  Estimate GpuProfile::*member;
  Allowed allowed;
};

constexpr std::array<Parameter, 8> kParameters = {{
    {"slice_us", &GpuProfile::slice_us, Allowed::kPositive},
    {"preempt_us", &GpuProfile::preempt_us, Allowed::kNonNegative},
    {"voluntary_us", &GpuProfile::voluntary_us, Allowed::kNonNegative},
    {"idle_us", &GpuProfile::idle_us, Allowed::kNonNegative},
    {"refill_us", &GpuProfile::refill_us, Allowed::kNonNegative},
    {"switch_jitter_us", &GpuProfile::switch_jitter_us, Allowed::kNonNegative},
    {"idle_gap_us", &GpuProfile::idle_gap_us, Allowed::kNonNegative},
    {"host_contention", &GpuProfile::host_contention, Allowed::kNonNegative},
}};

std::string ring_names() {
  std::string names;
  for (const Ring ring : kRings) names += (names.empty() ? "" : " or ") + std::string{name(ring)};
  return names;
}

}  // namespace

void read_profile_fields(Fields& fields, GpuProfile& profile, bool all_required) {
  for (const Parameter& parameter : kParameters) {
    if (auto value = fields.estimate(parameter.key, parameter.allowed, all_required)) {
      profile.*parameter.member = *std::move(value);
    }
  }
  if (const auto ring = fields.text("ring")) {
    const auto known = std::find_if(kRings.begin(), kRings.end(), [&](Ring one) { return *ring == name(one); });
    if (known != kRings.end()) {
      profile.ring = *known;
    } else {
      fields.problem(fields.node("ring"), "unknown ring '" + *ring + "'", "write " + ring_names());
    }
  }
  if (const auto assumed = fields.boolean("assumed")) profile.assumed = *assumed;
}

}  // namespace detail

Result<ProfileFile> read_profile(std::string_view text, const std::string& origin, const GpuProfile& base) {
  Issues issues;
  const YAML::Node root = detail::parse_mapping(text, origin, issues);
  if (!root.IsDefined()) return issues;
  detail::Fields fields{root, "the profile", origin, issues};
  ProfileFile file{base, {}};
  // A file that states the slice and every switch cost is a measurement, whatever it is laid over.
  if (fields.has("slice_us") && fields.has("preempt_us") && fields.has("voluntary_us") && fields.has("idle_us")) {
    file.profile.assumed = false;
  }
  detail::read_profile_fields(fields, file.profile, false);
  const auto schema = fields.text("schema");
  if (schema && *schema != "slicewise.profile/1") {
    fields.problem(fields.node("schema"), "unknown schema '" + *schema + "'", "this version reads slicewise.profile/1");
  }
  if (auto gpu = fields.text("gpu")) file.gpu = *std::move(gpu);
  fields.text("note");
  fields.finish();
  if (!issues.empty()) return issues;
  return file;
}

}  // namespace libsched::hw
