#pragma once

#include <cstdint>

#include <libsched/base/random.hpp>
#include <libsched/base/time.hpp>
#include <libsched/workload/duration_law.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::actors {

class Source;

/// A request that has arrived: whose draws it uses is decided by where it came from, not by who serves it.
struct Arrived {
  Time at{};
  std::uint64_t number = 0;  ///< n of its draws
  Source* source = nullptr;
};

/// What one request needs, alone on the device.
struct RequestLaws {
  workload::DurationLaw gpu;
  workload::DurationLaw cpu;
  workload::DurationLaw copy;
  int bursts = 1;
  workload::Launch launch = workload::Launch::kSync;
};

/// The draws of all requests of one source.
class RequestNeeds {
 public:
  struct Need {
    Duration gpu{};
    Duration cpu{};
    Duration copy{};
  };
  /// Keeps references to `laws`.
  RequestNeeds(const RequestLaws& laws, RandomKey key)
      : gpu_{laws.gpu, key, Purpose::kGpu}, cpu_{laws.cpu, key, Purpose::kCpu}, copy_{laws.copy, key, Purpose::kCopy} {}

  /// Of request `number`.
  Need operator[](std::uint64_t number) { return {gpu_[number], cpu_[number], copy_[number]}; }

 private:
  workload::DurationStream gpu_;
  workload::DurationStream cpu_;
  workload::DurationStream copy_;
};

}  // namespace libsched::actors
