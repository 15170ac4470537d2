#pragma once

#include <cstdint>

#include <libsched/actors/order.hpp>
#include <libsched/base/time.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// The host CPUs of one node. Each other tenant of the node makes host work slower by `contention`.
class Host {
 public:
  Host(des::Engine& engine, double contention) : engine_{engine}, contention_{contention} {}

  /// One more tenant lives on this node.
  void attach() { ++tenants_; }

  /// Runs `work` of host time for a tenant, then `done`.
  void run(Duration work, std::uint32_t tenant, des::Handler done) {
    const double factor = 1.0 + contention_ * (tenants_ - 1);
    const Duration stretched{std::llround(static_cast<double>(work.count()) * factor)};
    engine_.at(engine_.now() + stretched, order(EventKind::kHostEnd, tenant), done);
  }

 private:
  des::Engine& engine_;
  double contention_;
  int tenants_ = 0;
};

}  // namespace libsched::actors
