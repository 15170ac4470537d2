#include <libsched/actors/host.hpp>

#include <algorithm>
#include <cmath>

#include <libsched/actors/order.hpp>

namespace libsched::actors {

namespace {
/// Thirty years: longer than any run, and far enough from where 64 bits end. Contention may stretch work beyond both.
constexpr double kLongestNs = 1e18;

/// For std's heaps, whose front is the greatest: the next thread to end, the lower tenant on ties.
constexpr auto later = [](const auto& a, const auto& b) {
  return a.ends_at != b.ends_at ? a.ends_at > b.ends_at : a.tenant > b.tenant;
};
}  // namespace

void Host::attach(int threads) {
  ++tenants_;
  threads_ += threads;
}

void Host::run(Duration work, std::uint32_t tenant, des::Handler done) {
  const double slowdown = 1.0 + contention_ * (tenants_ - 1);
  const double stretched = std::min(static_cast<double>(work.count()) * slowdown, kLongestNs);
  if (!scarce()) {
    engine_.at(engine_.now() + Duration{rounded(stretched)}, order(EventKind::kHostEnd, tenant), done);
    return;
  }
  progress();
  running_.push_back({attained_ns_ + stretched, tenant, done});
  std::push_heap(running_.begin(), running_.end(), later);
  schedule();
}

double Host::rate() const {
  return std::min(1.0, *vcpus_ / static_cast<double>(std::max<std::size_t>(running_.size(), 1)));
}

void Host::progress() {
  attained_ns_ += rate() * static_cast<double>((engine_.now() - since_).count());
  since_ = engine_.now();
}

void Host::schedule() {
  engine_.cancel(event_);
  if (running_.empty()) return;
  const Thread& next = running_.front();
  // Rounded up: work that is not finished never takes zero time.
  const double left_ns = std::ceil(std::min(std::max(0.0, next.ends_at - attained_ns_) / rate(), kLongestNs));
  event_ = engine_.at(engine_.now() + Duration{static_cast<std::int64_t>(left_ns)},
                      order(EventKind::kHostEnd, next.tenant), [this] { on_end(); });
}

void Host::on_end() {
  progress();
  std::pop_heap(running_.begin(), running_.end(), later);
  des::Handler done = running_.back().done;
  running_.pop_back();
  schedule();
  done();
}

}  // namespace libsched::actors
