#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <libsched/base/random.hpp>
#include <libsched/base/time.hpp>

namespace libsched::actors {

class Source;
class Tenant;

/// A request that has arrived: whose draws it uses is decided by where it came from, not by who serves it.
struct Arrived {
  Time at{};
  std::uint64_t number = 0;  ///< n of its draws
  Source* source = nullptr;
};

/// First come, first served, before one pod (its processes serve it) or before all pods of a workload.
class RequestQueue {
 public:
  void add_server(Tenant& tenant) { servers_.push_back(&tenant); }
  /// Starts the request on the first free server, or lets it wait.
  void arrive(const Arrived& request);
  /// A server has a free stream: it takes the longest waiting request, if any.
  void on_free(Tenant& tenant);

 private:
  std::vector<Tenant*> servers_;
  std::deque<Arrived> waiting_;
};

}  // namespace libsched::actors
