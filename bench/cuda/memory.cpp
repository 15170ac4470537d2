// What a context takes, where allocation fails, what launches, waits and copies cost.
#include <algorithm>
#include <iostream>

#include "launch_benchmarks.hpp"
#include "measurements.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr std::int64_t kMiB = 1 << 20;

struct Memory {
  std::size_t free = 0;
  std::size_t total = 0;
};

Memory memory_now() {
  Memory now;
  CUDA_CHECK(cudaMemGetInfo(&now.free, &now.total));
  return now;
}

/// As an application's first use: a context, and a kernel so that code is loaded.
void first_use() {
  const Context context;
  launch_stamp(nullptr, nullptr);
  CUDA_CHECK(cudaDeviceSynchronize());
}

/// Process 0 watches the free memory while one process after the other makes a context.
void measure_contexts(Record& record, const Facts& facts) {
  constexpr int kProcesses = 4;
  enum Cell { kMayStart, kStarted };
  Run run{"memory/context", {{"processes", kProcesses}}, {}, {}};
  const Outcome outcome = run_team(kProcesses, team_limit_s(1, facts.start_s, kProcesses), [](Member& member) {
    if (member.rank() > 0) {
      member.wait_for(kMayStart, member.rank());
      first_use();
      member.cell(kStarted) = member.rank();
    } else {
      first_use();
      const Memory at_first = memory_now();
      member.columns["first"] = {static_cast<std::int64_t>(at_first.total - at_first.free)};
      std::int64_t free = static_cast<std::int64_t>(at_first.free);
      for (int other = 1; other < member.size(); ++other) {
        member.cell(kMayStart) = other;
        member.wait_for(kStarted, other);
        const auto now = static_cast<std::int64_t>(memory_now().free);
        member.columns["context"].push_back(free - now);
        free = now;
      }
    }
    member.barrier();  // nobody gives its memory back before
  });
  const auto in_mib = [&](const std::string& name) {
    std::vector<double> values = samples(column(outcome.columns[0], name));
    for (double& x : values) x /= static_cast<double>(kMiB);
    return values;
  };
  add_series(run, "context_mib", "MiB", {}, in_mib("context"));
  add_series(run, "first_context_and_reserve_mib", "MiB", {}, in_mib("first"));
  add_run(record, std::move(run), outcome);
}

/// Takes memory until it is refused, and gives it back at once. Others on this card may be refused meanwhile.
void measure_limit(Record& record, const Facts& facts) {
  Run run{"memory/limit", {{"processes", 1}}, {}, {}};
  const Outcome outcome = run_team(1, team_limit_s(2, facts.start_s, 1), [](Member& member) {
    first_use();
    const Memory before = memory_now();
    std::vector<void*> taken;
    std::int64_t total = 0;
    std::int64_t size = 1024 * kMiB;
    while (size >= 2 * kMiB && !member.stop()) {
      void* start = nullptr;
      const cudaError_t code = cudaMalloc(&start, static_cast<std::size_t>(size));
      if (code == cudaSuccess) {
        taken.push_back(start);
        total += size;
        continue;
      }
      put_text(member.columns, "refusal", cudaGetErrorName(code));
      cudaGetLastError();  // forget it: it is the finding
      size /= 2;
    }
    for (void* one : taken) CUDA_CHECK(cudaFree(one));
    if (size >= 2 * kMiB) return;  // stopped on the way: what it had is no limit
    member.columns["allocatable"] = {total / kMiB};
    member.columns["free"] = {static_cast<std::int64_t>(before.free) / kMiB};
  });
  run.parameters.emplace_back("refused_with", text_of(outcome.columns[0], "refusal"));
  add_series(run, "allocatable_mib", "MiB", 0, samples(column(outcome.columns[0], "allocatable")));
  add_series(run, "free_mib", "MiB", 0, samples(column(outcome.columns[0], "free")));
  add_run(record, std::move(run), outcome);
}

/// Pinned host memory.
class Pinned {
 public:
  explicit Pinned(std::size_t bytes) { CUDA_CHECK(cudaMallocHost(&start_, bytes)); }
  ~Pinned() { CUDA_REPORT(cudaFreeHost(start_)); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  void* data() const { return start_; }

 private:
  void* start_ = nullptr;
};

/// All processes copy, both ways in turn; one more computes if `busy`.
void measure_copies(Record& record, const Deadline& slot, const Facts& facts, int copying, bool busy) {
  constexpr std::size_t kBytes = 32U << 20U;
  const int processes = copying + (busy ? 1 : 0);
  Run run{"memory/copy/processes:" + std::to_string(copying) + (busy ? "/neighbours:busy" : ""),
          {{"processes", processes}, {"copying", copying}, {"bytes", static_cast<double>(kBytes)}},
          {},
          {}};
  const auto seconds = sampling_s(slot, facts.start_s, processes, 0.1);
  Outcome outcome;
  outcome.columns.resize(static_cast<std::size_t>(processes));
  if (!seconds) {
    skip(run, "no time left");
  } else {
    const double length = std::min(*seconds, 1.0);
    outcome = run_team(processes, team_limit_s(length, facts.start_s, processes), [&](Member& member) {
      Session session;
      const bool copies = member.rank() < copying;
      const std::size_t bytes = copies ? kBytes : 4096;
      const Pinned host{bytes};
      const DeviceArray<char> device{bytes};
      member.barrier();
      session.warm(0.1);
      member.barrier();
      const std::int64_t end = host_ns() + static_cast<std::int64_t>(length * 1e9);
      if (!copies) {
        session.start_spin(session.one_wave(), length);
        session.finish();
      }
      const auto timed = [&](const char* name, void* to, const void* from, cudaMemcpyKind kind) {
        const std::int64_t start = host_ns();
        CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, kind, session.stream().get()));
        session.stream().wait();
        member.columns[name].push_back(host_ns() - start);
      };
      while (copies && host_ns() < end && !member.stop()) {
        timed("to_device", device.data(), host.data(), cudaMemcpyHostToDevice);
        timed("to_host", host.data(), device.data(), cudaMemcpyDeviceToHost);
      }
    });
  }
  for (int process = 0; process < copying; ++process) {
    const Columns& columns = outcome.columns[static_cast<std::size_t>(process)];
    for (const char* name : {"to_device", "to_host"}) {
      std::vector<double> rates;
      for (const std::int64_t ns : column(columns, name))
        rates.push_back(static_cast<double>(kBytes / kMiB) * 1e9 / static_cast<double>(std::max<std::int64_t>(ns, 1)));
      if (!run.skipped) add_series(run, std::string{"copy_"} + name, "MiB/s", process, std::move(rates));
    }
  }
  add_run(record, std::move(run), outcome);
}

}  // namespace

void measure_memory(Record& record, const Deadline& deadline, const Facts& facts) {
  measure_contexts(record, facts);
  measure_launches(record, deadline.part(0.4), facts);
  measure_copies(record, deadline.part(0.25), facts, 1, false);
  measure_copies(record, deadline.part(0.33), facts, 1, true);
  measure_copies(record, deadline.part(0.5), facts, 2, false);
  measure_copies(record, deadline, facts, 4, false);
  if (!interrupted()) measure_limit(record, facts);
}

}  // namespace slicewise::bench::cuda
