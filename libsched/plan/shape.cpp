#include <libsched/plan/detail/shape.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::plan::detail {

scenario::Sharing sharing_of(const Shape& shape, const hw::GpuModel& card, const scenario::Sharing& file) {
  scenario::Sharing sharing;
  sharing.mode = shape.mode;
  sharing.replicas = shape.replicas;
  if (shape.mode == scenario::Mode::kMps) {
    sharing.active_thread_pct = file.active_thread_pct;
    sharing.memory_limit_mib = file.memory_limit_mib;
  }
  if (shape.mode == scenario::Mode::kMig) {
    const hw::MigProfile* profile = hw::find_mig_profile(card, shape.mig_profile);
    LIBSCHED_ASSERT(profile != nullptr, "a shape is made for its card");
    sharing.layout.assign(static_cast<std::size_t>(shape.replicas), {*profile, {}});
  }
  return sharing;
}

std::vector<Shape> mig_shapes(const hw::GpuModel& card) {
  std::vector<Shape> shapes;
  for (const hw::MigProfile& one : card.mig_profiles) {
    if (one.most >= 2) shapes.push_back({scenario::Mode::kMig, one.most, one.name});
  }
  return shapes;
}

bool replicas_matter(const Shape& shape) {
  return shape.mode == scenario::Mode::kMps || shape.mode == scenario::Mode::kMig;
}

}  // namespace libsched::plan::detail
