#pragma once

#include <libsched/base/assert.hpp>
#include <libsched/base/fifo.hpp>
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
      later_.push(work);
    }
  }

  void progress(Duration done) {
    LIBSCHED_ASSERT(done <= left_, "the burst end comes first");
    left_ -= done;
  }

  /// The oldest burst is finished: the next one, if any, becomes the oldest.
  void finish() { left_ = later_.empty() ? Duration::zero() : later_.pop(); }

 private:
  Duration left_{};
  Fifo<Duration> later_;
};

}  // namespace libsched::share
