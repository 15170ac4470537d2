#include "session.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "processes.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr Stamp kNoStamp{std::numeric_limits<unsigned long long>::max(), 0};

}  // namespace

MappedFlag::MappedFlag() {
  void* host = nullptr;
  CUDA_CHECK(cudaHostAlloc(&host, sizeof(int), cudaHostAllocMapped));
  host_ = static_cast<int*>(host);
  void* device = nullptr;
  CUDA_CHECK(cudaHostGetDevicePointer(&device, host, 0));
  device_ = static_cast<int*>(device);
  clear();
}

MappedFlag::~MappedFlag() {
  CUDA_REPORT(cudaFreeHost(const_cast<int*>(host_)));
}

Context::Context() {
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaFree(nullptr));
}

int Context::attribute(cudaDeviceAttr which) const {
  int value = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

Session::Session() {
  clear_stamps();
  unread_.write({kNoStamp});
  // Code is loaded at a kernel's first launch: not while others measure.
  start_spin(Shape{1, 256, 0, false}, 1e-4);
  finish();
  start_spin(Shape{1, 256, 0, true}, 1e-4);
  finish();
  run_work(one_wave(), 1000);
  run_stamp();
  take_stamps();
}

void Session::warm(double seconds) {
  const std::int64_t end = host_ns() + static_cast<std::int64_t>(seconds * 1e9);
  while (host_ns() < end) {
    launch_work(one_wave(), 100'000);
    stream_.wait();
  }
}

void Session::clear_stamps() const {
  stamps_.write(std::vector<Stamp>(kMostStamps, kNoStamp));
}

Stamp* Session::next_stamp() {
  if (used_ == kMostStamps) throw std::logic_error{"more kernels than stamps"};
  return stamps_.data() + used_++;
}

std::vector<Interval> Session::take_stamps() {
  stream_.wait();
  std::vector<Interval> found;
  for (const Stamp& one : stamps_.read(used_))
    found.push_back({static_cast<std::int64_t>(one.first_ns), static_cast<std::int64_t>(one.last_ns)});
  clear_stamps();
  used_ = 0;
  return found;
}

ClockPair Session::clocks() {
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;
  take_stamps();
  for (int i = 0; i < 40; ++i) {
    before.push_back(host_ns());
    run_stamp();
    after.push_back(host_ns());
  }
  const std::vector<Interval> stamps = take_stamps();
  std::size_t best = 0;
  for (std::size_t i = 1; i < stamps.size(); ++i) {
    if (after[i] - before[i] < after[best] - before[best]) best = i;
  }
  return {before[best] + (after[best] - before[best]) / 2, stamps[best].start_ns};
}

void Session::run_stamp() {
  launch_stamp(next_stamp(), stream_.get());
  stream_.wait();
}

void Session::run_work(const Shape& shape, std::int64_t iterations) {
  cuda::launch_work(shape, iterations, next_stamp(), stream_.get());
  stream_.wait();
}

void Session::launch_work(const Shape& shape, std::int64_t iterations) const {
  cuda::launch_work(shape, iterations, unread_.data(), stream_.get());
}

Log Session::log(double seconds, std::int64_t threshold_ns) const {
  head_.write({LogHead{0, 0, 0, 0}});
  started_.clear();
  return {
      head_.data(), rows_.data(),        static_cast<long long>(rows_.size()), static_cast<long long>(seconds * 1e9),
      threshold_ns, started_.on_device()};
}

Log Session::prepare_spin(double seconds) const {
  const Log ready = log(seconds, kSpinThresholdNs);
  CUDA_CHECK(cudaDeviceSynchronize());  // a small copy may return before it is done
  return ready;
}

void Session::start_spin(const Shape& shape, const Log& prepared) const {
  launch_spin(shape, prepared, stream_.get());
}

void Session::start_chase(const Shape& shape, double seconds, const DeviceArray<unsigned>& next, unsigned lines) const {
  launch_chase(shape, log(seconds, kChaseThresholdNs), next.data(), lines, stream_.get());
}

bool Session::wait_for_start(double limit_s) const {
  const std::int64_t end = host_ns() + static_cast<std::int64_t>(limit_s * 1e9);
  while (!started_.set()) {
    if (host_ns() > end) return false;
  }
  return true;
}

Timeline Session::finish() const {
  stream_.wait();
  const LogHead head = head_.read(1)[0];
  const auto kept = std::min<long long>(head.absences, static_cast<long long>(rows_.size()));
  Timeline timeline{{head.first_ns, head.last_ns}, head.work, {}, head.absences - kept};
  for (const LogRow& row : rows_.read(static_cast<std::size_t>(kept)))
    timeline.absences.push_back({{row.off_ns, row.on_ns}, row.work});
  return timeline;
}

}  // namespace slicewise::bench::cuda
