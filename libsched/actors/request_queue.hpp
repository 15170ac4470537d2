#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <libsched/actors/request.hpp>
#include <libsched/base/fifo.hpp>

namespace libsched::actors {

class Tenant;

/// First come, first served, before one pod (its processes serve it) or before all pods of a workload.
class RequestQueue {
 public:
  void add_server(Tenant& tenant) { servers_.push_back(&tenant); }
  /// Starts the request on the first free server, or lets it wait.
  void arrive(const Arrived& request);
  std::size_t waiting() const { return waiting_.size(); }
  /// A server has a free stream: it takes the longest waiting request, if any.
  void on_free(Tenant& tenant);

 private:
  std::vector<Tenant*> servers_;
  Fifo<Arrived> waiting_;
};

}  // namespace libsched::actors
