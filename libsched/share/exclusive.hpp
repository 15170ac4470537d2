#pragma once

#include <libsched/share/bursts.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// One tenant has the whole GPU: its bursts run in order, at full speed, without slices or switches.
class Exclusive final : public Mode {
 public:
  void submit(Time now, Slot slot, Duration work) override;
  double rate(Slot) const override { return bursts_.empty() ? 0.0 : 1.0; }
  Usage usage(Time now) const override;

 private:
  Slot apply(Time horizon) override;
  void enter(Time now);

  Bursts bursts_;
  Usage usage_;  ///< up to `since_`, when the running burst, or the idle time, began
};

}  // namespace libsched::share
