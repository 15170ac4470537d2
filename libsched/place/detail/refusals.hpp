#pragma once

#include <cstdint>
#include <vector>

#include <libsched/place/cluster.hpp>
#include <libsched/place/detail/change_log.hpp>
#include <libsched/place/filter.hpp>
#include <libsched/place/trace.hpp>

namespace libsched::place::detail {

/// What why_refused() says, kept up to date for each kind that was refused: only changed nodes are looked at again.
class Refusals {
 public:
  Refusals(const Cluster& cluster, const PodTrace& trace, ChangeLog& log)
      : cluster_{cluster}, trace_{trace}, log_{log}, kinds_(trace.kinds.size()) {}

  Refusal why(std::uint32_t kind);

 private:
  struct Kind {
    ModelSet allowed = 0;
    std::vector<Shortages> nodes;  ///< empty before the first refusal
    Refusal counts;
    std::size_t renewed = 0;
  };

  const Cluster& cluster_;
  const PodTrace& trace_;
  ChangeLog& log_;
  std::vector<Kind> kinds_;
  std::size_t kept_ = 0;  ///< bytes
};

}  // namespace libsched::place::detail
