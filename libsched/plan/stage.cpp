#include <libsched/plan/detail/stage.hpp>

namespace libsched::plan::detail {

PlanOptions stage(const PlanOptions& options, double from, double to) {
  PlanOptions one = options;
  if (options.progress) {
    one.progress = [&options, from, to](double fraction) { options.progress(from + fraction * (to - from)); };
  }
  return one;
}

PlanOptions unwatched(PlanOptions options) {
  options.progress = nullptr;
  return options;
}

bool stopped(const PlanOptions& options) {
  return options.interrupt != nullptr && options.interrupt->load();
}

}  // namespace libsched::plan::detail
