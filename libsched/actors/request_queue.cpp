#include <libsched/actors/request_queue.hpp>

#include <algorithm>

#include <libsched/actors/tenant.hpp>

namespace libsched::actors {

void RequestQueue::arrive(const Arrived& request) {
  if (waiting_.empty()) {
    const auto server =
        std::find_if(servers_.begin(), servers_.end(), [](const Tenant* t) { return t->has_free_stream(); });
    if (server != servers_.end()) {
      (*server)->start(request);
      return;
    }
  }
  waiting_.push(request);
}

void RequestQueue::on_free(Tenant& tenant) {
  if (waiting_.empty() || !tenant.has_free_stream()) return;
  tenant.start(waiting_.pop());
}

}  // namespace libsched::actors
