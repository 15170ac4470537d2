#include <libsched/hw/profile_card.hpp>

#include <yaml-cpp/yaml.h>

#include <libsched/hw/catalog.hpp>
#include <libsched/hw/detail/fields.hpp>
#include <libsched/hw/detail/gpu_names.hpp>

namespace libsched::hw {

std::string profile_card(std::string_view profile_yaml) {
  Issues issues;
  const YAML::Node root = detail::parse_mapping(profile_yaml, "profile", issues);
  if (!root.IsDefined()) return {};
  return detail::Fields{root, "the profile", "profile", issues}.text("gpu").value_or("");
}

bool same_card(std::string_view a, std::string_view b) {
  const GpuModel* one = find_gpu(a);
  const GpuModel* other = find_gpu(b);
  if (one != nullptr && other != nullptr) return one == other;
  return detail::gpu_key(a) == detail::gpu_key(b);
}

}  // namespace libsched::hw
