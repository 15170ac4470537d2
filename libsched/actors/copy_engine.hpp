#pragma once

#include <algorithm>
#include <cstdint>

#include <libsched/actors/order.hpp>
#include <libsched/base/time.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// The copy engine of one GPU: separate from compute and shared by all tenants, one copy after the other.
class CopyEngine {
 public:
  explicit CopyEngine(des::Engine& engine) : engine_{engine} {}

  /// Copies for `work`, once the copies before it are done, then `done`.
  void run(Duration work, std::uint32_t tenant, des::Handler done) {
    free_at_ = std::max(free_at_, engine_.now()) + work;
    engine_.at(free_at_, order(EventKind::kHostEnd, tenant), done);
  }

 private:
  des::Engine& engine_;
  Time free_at_{};
};

}  // namespace libsched::actors
