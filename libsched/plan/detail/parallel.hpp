#pragma once

#include <cstddef>
#include <functional>

namespace libsched::plan::detail {

/// Runs job(0) .. job(jobs - 1) on `threads` threads, 0 for one on each core; the caller's thread reports the fraction
/// done meanwhile. The jobs share nothing that they write. What a job throws passes on when the others have ended.
void run_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job,
                  const std::function<void(double fraction)>& progress, std::size_t threads = 0);

}  // namespace libsched::plan::detail
