#pragma once

#include <vector>

#include <libsched/share/bursts.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// One client process of an MPS server, on this card.
struct MpsClient {
  double width = 1;  ///< the slowdown that it adds to each other client on the GPU; 1 is a fair share of all
  double cap = 1;    ///< how many times longer its work takes, alone, under its active thread percentage; >= 1
};

/// NVIDIA MPS: clients run together, without slices or switches. A client on the GPU progresses at
/// 1 / max(cap, 1 + the widths of the others there now): a cap holds SMs back, neighbours take them, and a client waits
/// for the scarcer of the two. Rules and their sources: docs/models/mps.md.
class Mps final : public Mode {
 public:
  explicit Mps(std::vector<MpsClient> clients);

  void submit(Time now, Slot slot, Duration work) override;
  double rate(Slot slot) const override;
  Usage usage(Time now) const override;

 private:
  Slot apply(Time horizon) override;
  /// Work of a client's oldest burst, in nanoseconds alone: not whole while rates are not.
  struct Client {
    MpsClient law;
    Bursts bursts;
    double left = 0;
    Time begun{};
  };
  void advance(Time now);
  void replan(Time now);

  std::vector<Client> clients_;
  std::vector<Slot> active_;  ///< clients on the GPU, in slot order, so that sums are the same whoever came first
  double width_ = 0;          ///< of all active clients
  Duration busy_{};
};

}  // namespace libsched::share
