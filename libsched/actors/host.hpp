#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <libsched/base/time.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// The host CPUs of one node. Host work runs at full speed while there are no more threads of it than vCPUs; beyond
/// that the vCPUs are shared fairly. Each other tenant of the node makes host work slower by `contention`.
class Host {
 public:
  /// No `vcpus`: as many as asked for.
  Host(des::Engine& engine, double contention, std::optional<int> vcpus)
      : engine_{engine}, contention_{contention}, vcpus_{vcpus} {}

  /// One more tenant lives on this node, with at most `threads` pieces of host work at a time.
  void attach(int threads);

  /// Runs `work` of host time for a tenant, then `done`.
  void run(Duration work, std::uint32_t tenant, des::Handler done);

 private:
  struct Thread {
    double ends_at = 0;  ///< on the clock of `attained_`
    std::uint32_t tenant = 0;
    des::Handler done;
  };
  bool scarce() const { return vcpus_ && threads_ > *vcpus_; }
  double rate() const;
  void progress();
  void schedule();
  void on_end();

  des::Engine& engine_;
  double contention_;
  std::optional<int> vcpus_;
  int tenants_ = 0;
  int threads_ = 0;  ///< most that can run at once
  // Fair sharing gives every running thread the same progress, so one clock of attained work orders all ends.
  std::vector<Thread> running_;  ///< a heap, the next to end first
  double attained_ns_ = 0;
  Time since_{};
  des::Handle event_;
};

}  // namespace libsched::actors
