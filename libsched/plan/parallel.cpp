#include <libsched/plan/detail/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace libsched::plan::detail {

void run_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job,
                  const std::function<void(double fraction)>& progress) {
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex mutex;
  std::condition_variable changed;
  const auto work = [&] {
    for (std::size_t mine = next++; mine < jobs; mine = next++) {
      job(mine);
      const std::lock_guard lock{mutex};
      ++done;
      changed.notify_one();
    }
  };
  const std::size_t wanted = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < std::min(wanted, jobs); ++i) threads.emplace_back(work);
  std::unique_lock lock{mutex};
  while (done < jobs) {
    changed.wait_for(lock, std::chrono::milliseconds{200});
    if (progress) progress(static_cast<double>(done) / static_cast<double>(jobs));
  }
  lock.unlock();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace libsched::plan::detail
