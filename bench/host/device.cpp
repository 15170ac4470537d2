#include "device.hpp"

#include <pthread.h>

#include <system_error>

#include "clock.hpp"
#include "work.hpp"

namespace slicewise::bench::host {
namespace {

constexpr std::size_t kStack = 64 * 1024;

class SmallDetached {
 public:
  SmallDetached() {
    pthread_attr_init(&attributes_);
    pthread_attr_setstacksize(&attributes_, kStack);
    pthread_attr_setdetachstate(&attributes_, PTHREAD_CREATE_DETACHED);
  }
  ~SmallDetached() { pthread_attr_destroy(&attributes_); }
  SmallDetached(const SmallDetached&) = delete;
  SmallDetached& operator=(const SmallDetached&) = delete;
  const pthread_attr_t* get() const { return &attributes_; }

 private:
  pthread_attr_t attributes_;
};

}  // namespace

Device::Device(const Seat& seat) : seat_{seat} {
  sem_init(&done_, 0, 0);
}

Device::~Device() {
  sem_destroy(&done_);
}

void* Device::enter(void* self) {
  auto& device = *static_cast<Device*>(self);
  queue_for_device(device.seat_);
  device.burst_.first = now_ns();
  (*device.job_)();
  device.burst_.last = now_ns();
  sem_post(&device.done_);
  return nullptr;
}

Burst Device::run(std::int64_t iterations) {
  return run([iterations] { work(iterations); });
}

Burst Device::run(const std::function<void()>& job) {
  static const SmallDetached attributes;
  job_ = &job;
  burst_ = {};
  burst_.submitted = now_ns();
  pthread_t thread{};
  if (const int error = pthread_create(&thread, attributes.get(), &Device::enter, this); error != 0)
    throw std::system_error(error, std::generic_category(), "no further thread");
  while (sem_wait(&done_) != 0) {
  }
  return burst_;
}

}  // namespace slicewise::bench::host
