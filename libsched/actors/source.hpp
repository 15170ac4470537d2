#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <libsched/actors/recorder.hpp>
#include <libsched/actors/request.hpp>
#include <libsched/actors/request_queue.hpp>
#include <libsched/base/random.hpp>
#include <libsched/des/engine.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::actors {

/// Makes requests for one queue, or deals them out to several. Its key decides all draws of its requests.
class Source {
 public:
  /// `order_entity` breaks ties between arrivals at one instant: the first tenant behind the queues. `queues`: one for
  /// each place that requests are dealt out to; null where the answer comes from elsewhere, unseen.
  Source(des::Engine& engine, RandomKey key, const RequestLaws& laws, std::uint32_t order_entity, Recorder& recorder,
         std::vector<RequestQueue*> queues, workload::Route route)
      : engine_{engine},
        key_{key},
        needs_{laws, key},
        order_entity_{order_entity},
        recorder_{recorder},
        queues_{std::move(queues)},
        route_{route} {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Schedules the first arrivals. Called once, at time zero.
  virtual void start() = 0;
  /// One of its requests is answered.
  virtual void on_complete(const Arrived&) {}

  /// What one of its requests needs.
  RequestNeeds::Need needs(const Arrived& request) { return needs_[request.number]; }

 protected:
  /// A request arrives now.
  void emit();
  des::Order arrival_order() const;

  des::Engine& engine_;
  RandomKey key_;

 private:
  RequestNeeds needs_;
  std::uint32_t order_entity_;
  Recorder& recorder_;
  std::vector<RequestQueue*> queues_;
  workload::Route route_;
  std::uint64_t emitted_ = 0;
};

/// The source for one arrival process. `phases`: which draw of what is drawn once for the whole run.
std::unique_ptr<Source> make_source(const workload::ArrivalProcess& process, des::Engine& engine, RandomKey key,
                                    const RequestLaws& laws, std::uint32_t order_entity, Recorder& recorder,
                                    std::vector<RequestQueue*> queues, workload::Route route, std::uint64_t phases = 0);

}  // namespace libsched::actors
