#pragma once

#include <cstdint>
#include <vector>

#include <libsched/actors/copy_engine.hpp>
#include <libsched/actors/gpu.hpp>
#include <libsched/actors/host.hpp>
#include <libsched/actors/recorder.hpp>
#include <libsched/actors/request.hpp>
#include <libsched/actors/request_queue.hpp>
#include <libsched/base/fifo.hpp>
#include <libsched/base/ids.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// What a request needs on this device, relative to the GPU time that its law gives.
struct DeviceTimes {
  double gpu = 1;
  double host_floor = 0;  ///< the host needs at least this long
};

/// One process: takes requests from its queue and runs each as host time and a burst on the GPU, `bursts` times over.
/// The host waits for each burst (sync) or runs ahead and waits at the end of the request (async). Each of its streams
/// serves one request at a time; all share one context, whose bursts run in order of submission.
class Tenant final : public BurstListener {
 public:
  Tenant(des::Engine& engine, TenantId id, const RequestLaws& laws, int streams, const DeviceTimes& times, Gpu& gpu,
         CopyEngine& copy, Host& host, RequestQueue& queue, Recorder& recorder);

  bool has_free_stream() const { return !free_streams_.empty(); }
  /// Precondition: has_free_stream().
  void start(const Arrived& request);
  void on_burst_end() override;
  TenantId id() const { return id_; }

 private:
  struct Service {
    Arrived request;
    RequestNeeds::Need need;  ///< totals
    int submitted = 0;        ///< bursts so far
    int ended = 0;
  };
  void prepare_burst(std::uint32_t stream);
  void on_prepared(std::uint32_t stream);
  void submit(std::uint32_t stream);
  void complete(std::uint32_t stream);

  des::Engine& engine_;
  TenantId id_;
  const RequestLaws& laws_;
  DeviceTimes times_;
  Gpu& gpu_;
  CopyEngine& copy_;
  Host& host_;
  RequestQueue& queue_;
  Recorder& recorder_;
  share::Slot slot_;
  std::vector<Service> streams_;
  std::vector<std::uint32_t> free_streams_;
  Fifo<std::uint32_t> submitted_;  ///< streams of the bursts on the device, oldest first
};

}  // namespace libsched::actors
