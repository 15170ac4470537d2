#include <libsched/actors/tenant.hpp>

#include <algorithm>

#include <libsched/actors/order.hpp>
#include <libsched/actors/source.hpp>

namespace libsched::actors {

namespace {

/// How many launches the host may be ahead of the device before it blocks (gpu-model section 1, rule 9).
constexpr int kLaunchQueue = 1024;

/// Piece `i` of `total` split evenly in whole nanoseconds; the last one takes the remainder.
Duration piece(Duration total, int pieces, int i) {
  if (pieces == 1) return total;
  const Duration each = total / pieces;
  return i + 1 < pieces ? each : total - each * (pieces - 1);
}

/// A hundred days at most, as the laws give: a request's times and sums of them stay in 64 bits.
Duration scaled(Duration time, double factor) {
  constexpr double kLongestNs = 1e16;
  return Duration{rounded(std::min(static_cast<double>(time.count()) * factor, kLongestNs))};
}

}  // namespace

Tenant::Tenant(des::Engine& engine, TenantId id, const RequestLaws& laws, int streams, const DeviceTimes& times,
               Gpu& gpu, CopyEngine& copy, Host& host, RequestQueue& queue, Recorder& recorder)
    : engine_{engine},
      id_{id},
      laws_{laws},
      times_{times},
      gpu_{gpu},
      copy_{copy},
      host_{host},
      queue_{queue},
      recorder_{recorder},
      slot_{gpu.attach(*this)},
      streams_(static_cast<std::size_t>(streams)) {
  for (auto stream = static_cast<std::uint32_t>(streams); stream-- > 0;) free_streams_.push_back(stream);
  host.attach(streams);
  queue.add_server(*this);
}

void Tenant::start(const Arrived& request) {
  const std::uint32_t stream = free_streams_.back();
  free_streams_.pop_back();
  RequestNeeds::Need need = request.source->needs(request);
  if (times_.host_floor > 0) need.cpu = std::max(need.cpu, scaled(need.gpu, times_.host_floor));
  if (times_.gpu != 1) need.gpu = scaled(need.gpu, times_.gpu);
  streams_[stream] = {request, need, 0, 0};
  prepare_burst(stream);
}

void Tenant::prepare_burst(std::uint32_t stream) {
  const Service& service = streams_[stream];
  const Duration host_work = piece(service.need.cpu, laws_.bursts, service.submitted);
  if (host_work > Duration::zero()) {
    host_.run(host_work, id_.index(), [this, stream] { on_prepared(stream); });
  } else {
    on_prepared(stream);
  }
}

void Tenant::on_prepared(std::uint32_t stream) {
  const Service& service = streams_[stream];
  if (service.submitted == 0 && service.need.copy > Duration::zero()) {
    copy_.run(service.need.copy, id_.index(), [this, stream] { submit(stream); });
  } else {
    engine_.soon(order(EventKind::kSubmission, id_.index()), [this, stream] { submit(stream); });
  }
}

void Tenant::submit(std::uint32_t stream) {
  Service& service = streams_[stream];
  // A drawn time may round to nothing, but a burst that the host waits for takes some time.
  const Duration work = std::max(piece(service.need.gpu, laws_.bursts, service.submitted), Duration{1});
  ++service.submitted;
  submitted_.push(stream);
  gpu_.submit(slot_, work);
  const bool runs_ahead = laws_.launch == workload::Launch::kAsync && service.submitted < laws_.bursts;
  if (runs_ahead && service.submitted - service.ended < kLaunchQueue) prepare_burst(stream);
}

void Tenant::on_burst_end() {
  const std::uint32_t stream = submitted_.pop();
  Service& service = streams_[stream];
  ++service.ended;
  if (service.ended == laws_.bursts) {
    complete(stream);
  } else if (service.submitted < laws_.bursts) {
    // The host waited: for this burst, or for room in the launch queue.
    const bool was_full = service.submitted - service.ended == kLaunchQueue - 1;
    if (laws_.launch == workload::Launch::kSync || was_full) prepare_burst(stream);
  }
}

void Tenant::complete(std::uint32_t stream) {
  const Arrived request = streams_[stream].request;
  free_streams_.push_back(stream);
  recorder_.on_complete(request.at);
  request.source->on_complete(request);
  queue_.on_free(*this);
}

}  // namespace libsched::actors
