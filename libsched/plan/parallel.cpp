#include <libsched/plan/detail/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace libsched::plan::detail {

void run_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job,
                  const std::function<void(double fraction)>& progress, std::size_t threads) {
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::exception_ptr thrown;
  std::mutex mutex;
  std::condition_variable changed;
  const auto work = [&] {
    for (std::size_t mine = next++; mine < jobs; mine = next++) {
      std::exception_ptr own;
      try {
        job(mine);
      } catch (...) {
        own = std::current_exception();
      }
      const std::lock_guard lock{mutex};
      if (!thrown) thrown = own;
      if (++done == jobs) changed.notify_one();  // in between, a look now and then does
    }
  };
  const std::size_t wanted = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < std::min(wanted, jobs); ++i) workers.emplace_back(work);
  std::unique_lock lock{mutex};
  while (done < jobs) {
    changed.wait_for(lock, std::chrono::milliseconds{200});
    if (progress) progress(static_cast<double>(done) / static_cast<double>(jobs));
  }
  lock.unlock();
  for (std::thread& worker : workers) worker.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace libsched::plan::detail
