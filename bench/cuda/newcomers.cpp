#include "newcomers.hpp"

#include <algorithm>

namespace slicewise::bench::cuda {
namespace {

/// The last of `busy` before `process` in the ring of creation.
int predecessor(const std::vector<int>& busy, int process) {
  int before = -1;
  int last = -1;
  for (const int other : busy) {
    if (other < process) before = std::max(before, other);
    last = std::max(last, other);
  }
  return before >= 0 ? before : last;
}

}  // namespace

std::vector<Newcomer> newcomers(const std::vector<Visit>& visits, const std::vector<std::int64_t>& arrival_ns) {
  std::vector<Newcomer> found;
  for (std::size_t process = 0; process < arrival_ns.size(); ++process) {
    const std::int64_t arrival = arrival_ns[process];
    const int self = static_cast<int>(process);
    const auto first = std::find_if(visits.begin(), visits.end(), [&](const Visit& v) { return v.process == self; });
    if (first == visits.end() || first == visits.begin()) continue;
    std::vector<int> busy;  // had been on the GPU before this one came
    for (auto v = visits.begin(); v != first; ++v) {
      if (v->on.start_ns < arrival && std::count(busy.begin(), busy.end(), v->process) == 0) busy.push_back(v->process);
    }
    if (busy.size() < 2) continue;
    Newcomer one{self, first->on.start_ns - arrival, {}, {}};
    one.by_creation = (first - 1)->process == predecessor(busy, self);
    const auto later = std::find_if(visits.begin(), first, [&](const Visit& v) { return v.on.start_ns > arrival; });
    if (later != visits.begin() && first + 1 != visits.end())
      one.by_arrival = (first + 1)->process == (later - 1)->process;
    found.push_back(one);
  }
  return found;
}

}  // namespace slicewise::bench::cuda
