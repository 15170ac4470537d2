#pragma once

#include <memory>
#include <vector>

#include <libsched/base/ids.hpp>
#include <libsched/des/engine.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::actors {

/// Who wants to know that its oldest burst has ended.
class BurstListener {
 public:
  virtual ~BurstListener() = default;
  virtual void on_burst_end() = 0;
};

/// Drives one sharing mode: turns its changes into events, and tells tenants when their bursts end.
class Gpu {
 public:
  Gpu(des::Engine& engine, GpuId id, std::unique_ptr<share::Mode> mode);

  /// The next tenant of this GPU; slots are given in creation order.
  share::Slot attach(BurstListener& listener);

  /// A burst of a tenant reaches the device now.
  void submit(share::Slot slot, Duration work);

  /// How the time up to `end`, when the run ends, was spent.
  share::Usage close(Time end);

  std::size_t tenants() const { return listeners_.size(); }

 private:
  void on_change();
  void end_bursts(share::Slot first);
  void schedule();

  des::Engine& engine_;
  GpuId id_;
  std::unique_ptr<share::Mode> mode_;
  std::vector<BurstListener*> listeners_;
  std::vector<share::Slot> also_ended_;  ///< scratch of on_change
  des::Handle event_;
  Time event_time_ = kNever;  ///< kNever: no event is pending
  bool changing_ = false;     ///< on_change schedules once, at its end
};

}  // namespace libsched::actors
