#include <libsched/actors/recorder.hpp>

#include <cmath>

namespace libsched::actors {

void Recorder::on_complete(Time arrived) {
  const auto before = stats_.checkpoints();
  stats_.add(engine_.now(), engine_.now() - arrived);
  if (stats_.checkpoints() == before) return;
  check_growth();
  if (stop_at_checkpoints_) engine_.stop();
}

void Recorder::check_growth() {
  // Between checkpoints the completions double. An overloaded queue doubles with them; one at the edge of stability
  // behaves like a random walk, growing by sqrt(2) and staying within a few sqrt(completions).
  const auto backlog = static_cast<double>(in_system());
  const bool doubled = backlog > 1.6 * static_cast<double>(last_in_system_);
  const bool beyond_chance = backlog > 64 + 4.5 * std::sqrt(static_cast<double>(stats_.completed()));
  growing_checks_ = doubled && beyond_chance ? growing_checks_ + 1 : 0;
  last_in_system_ = in_system();
}

}  // namespace libsched::actors
