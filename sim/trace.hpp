#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/base/time.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/share/mode.hpp>

namespace slicewise {

/// What each GPU did in the first `window` of a run, in the JSON trace format that Perfetto and Chrome open: one
/// process per GPU, one thread per tenant.
class Trace {
 public:
  Trace(const libsched::scenario::Scenario& scenario, libsched::Duration window);
  ~Trace();

  /// Who listens to this GPU; lives as long as the trace.
  libsched::share::SpanObserver* observer(std::uint32_t gpu);

  /// Writes the trace. On a problem no half-written file is left.
  std::optional<libsched::Issue> write(const std::string& path) const;

 private:
  class Gpu;
  std::vector<std::unique_ptr<Gpu>> gpus_;
};

}  // namespace slicewise
