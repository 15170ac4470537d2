#pragma once

#include <cstddef>
#include <vector>

#include <libsched/base/assert.hpp>
#include <libsched/base/time.hpp>

namespace libsched::share {

/// The bursts that one tenant has submitted and the device has not finished, oldest first. Only the oldest progresses.
class Bursts {
 public:
  bool empty() const { return left_ == Duration::zero(); }
  /// Work left of the oldest burst; zero when there is none.
  Duration left() const { return left_; }

  void push(Duration work) {
    LIBSCHED_ASSERT(work > Duration::zero(), "an empty burst would end before it began");
    if (empty()) {
      left_ = work;
    } else {
      later_.push_back(work);
    }
  }

  void progress(Duration done) {
    LIBSCHED_ASSERT(done <= left_, "the burst end comes first");
    left_ -= done;
  }

  /// The oldest burst is finished: the next one, if any, becomes the oldest.
  void finish() {
    left_ = Duration::zero();
    if (first_later_ == later_.size()) return;
    left_ = later_[first_later_++];
    if (first_later_ == later_.size()) {
      later_.clear();
      first_later_ = 0;
    } else if (first_later_ > 64 && first_later_ * 2 > later_.size()) {
      later_.erase(later_.begin(), later_.begin() + static_cast<std::ptrdiff_t>(first_later_));
      first_later_ = 0;
    }
  }

 private:
  Duration left_{};
  std::vector<Duration> later_;  ///< from `first_later_` on
  std::size_t first_later_ = 0;
};

}  // namespace libsched::share
