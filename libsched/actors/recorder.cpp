#include <libsched/actors/recorder.hpp>

#include <algorithm>
#include <cmath>

namespace libsched::actors {

void Recorder::on_complete(Time arrived) {
  const auto before = stats_.checkpoints();
  stats_.add(engine_.now(), engine_.now() - arrived);
  least_ = std::min(least_, in_system());
  if (stats_.checkpoints() == before) return;
  check_growth();
  if (stop_at_checkpoints_) engine_.stop();
}

void Recorder::check_growth() {
  // Between checkpoints the completions double. An overloaded queue doubles with them; one at the edge of stability
  // behaves like a random walk, growing by sqrt(2) and staying within a few sqrt(completions).
  const bool doubled = static_cast<double>(in_system()) > 1.6 * static_cast<double>(last_in_system_);
  growing_checks_ = doubled && beyond_chance(in_system()) ? growing_checks_ + 1 : 0;
  last_in_system_ = in_system();
}

void Recorder::look_at_arrivals() {
  if (engine_.now() == last_look_) return;  // a batch is one arrival, however large
  last_look_ = engine_.now();
  next_look_ = 2 * arrived_;
  least_before_ = least_;
  least_ = in_system();
  // Enough to tell, and few enough to hold. One batch of that many is an accident; with every doubling there are more
  // of them, and where three of four have never been answered, it is not their size.
  constexpr std::uint64_t kMany = 4096;
  if (stream_ != Stream::kEndless || arrived_ < kMany) return;
  unanswered_looks_ = waiting() > arrived_ - arrived_ / 4 ? unanswered_looks_ + 1 : 0;
  if (unanswered_looks_ == kUnansweredLooks && stop_at_checkpoints_) engine_.stop();
}

bool Recorder::grew() const {
  const std::uint64_t least = std::min(least_before_, least_);
  return stream_ == Stream::kEndless && !growth_ruled_out_ && least > servers_ && beyond_chance(least - servers_);
}

bool Recorder::beyond_chance(std::uint64_t queued) const {
  return static_cast<double>(queued) > longest_by_chance(static_cast<double>(stats_.completed()));
}

}  // namespace libsched::actors
