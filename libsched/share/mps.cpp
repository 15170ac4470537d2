#include <libsched/share/mps.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <libsched/base/assert.hpp>

namespace libsched::share {

namespace {

/// Work below this is rounding: a thousandth of the clock's tick.
constexpr double kRoundingNs = 1e-3;

}  // namespace

Mps::Mps(std::vector<MpsClient> clients) {
  clients_.reserve(clients.size());
  for (const MpsClient& law : clients) {
    LIBSCHED_ASSERT(law.width >= 0 && law.cap >= 1, "nobody runs faster than alone");
    clients_.push_back({law, {}, 0, {}});
  }
}

double Mps::rate(Slot slot) const {
  const Client& client = clients_[slot];
  if (client.bursts.empty()) return 0.0;
  return 1.0 / std::max(client.law.cap, 1.0 + std::max(0.0, width_ - client.law.width));
}

void Mps::advance(Time now) {
  const Duration passed = now - since_;
  if (!active_.empty()) busy_ += passed;
  const auto ns = static_cast<double>(passed.count());
  for (const Slot slot : active_) clients_[slot].left -= ns * rate(slot);
  since_ = now;
}

void Mps::replan(Time now) {
  width_ = 0;
  for (const Slot slot : active_) width_ += clients_[slot].law.width;
  next_ = kNever;
  for (const Slot slot : active_) {
    const double ns = std::max(0.0, clients_[slot].left) / rate(slot);
    next_ = std::min(next_, now + Duration{static_cast<std::int64_t>(std::ceil(ns - kRoundingNs))});
  }
}

void Mps::submit(Time now, Slot slot, Duration work) {
  Client& client = clients_[slot];
  const bool was_active = !client.bursts.empty();
  client.bursts.push(work);
  if (was_active) return;
  advance(now);
  client.left = static_cast<double>(work.count());
  client.begun = now;
  active_.insert(std::lower_bound(active_.begin(), active_.end(), slot), slot);
  replan(now);
}

Slot Mps::apply(Time /*horizon*/) {
  const Time now = next_;
  ++changes_;
  advance(now);
  // The clock's tick is coarser than the work: whoever has least left is due, the others of this tick follow at once.
  const auto due = std::min_element(active_.begin(), active_.end(),
                                    [&](Slot a, Slot b) { return clients_[a].left < clients_[b].left; });
  LIBSCHED_ASSERT(due != active_.end(), "an idle GPU changes only by a submission");
  const Slot slot = *due;
  Client& client = clients_[slot];
  client.bursts.finish();
  if (client.bursts.empty()) {
    if (observer_ != nullptr) observer_->on_span({Span::Kind::kRun, slot, client.begun, now});
    active_.erase(due);
  } else {
    client.left = static_cast<double>(client.bursts.left().count());
  }
  replan(now);
  return slot;
}

Usage Mps::usage(Time now) const {
  Usage total;
  total.busy = busy_ + (active_.empty() ? Duration::zero() : now - since_);
  total.idle = now.time_since_epoch() - total.busy;
  return total;
}

}  // namespace libsched::share
