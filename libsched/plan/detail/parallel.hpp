#pragma once

#include <cstddef>
#include <functional>

namespace libsched::plan::detail {

/// Runs job(0) .. job(jobs - 1) on all cores; the caller's thread reports the fraction done meanwhile. The jobs share
/// nothing that they write.
void run_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job,
                  const std::function<void(double fraction)>& progress);

}  // namespace libsched::plan::detail
