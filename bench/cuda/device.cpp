#include "device.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "mps_alive.hpp"
#include "nvml.hpp"
#include "processes.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

void put_found(Columns& columns, const Found& found) {
  columns["found"] = {found.error, found.driver_version, found.runtime_version, found.devices, found.compute_mode};
  put_text(columns, "error", found.error_text);
}

Found found_of(const Columns& columns) {
  const auto& n = column(columns, "found");
  Found found;
  if (n.size() == 5)
    found = {static_cast<int>(n[0]),
             text_of(columns, "error"),
             static_cast<int>(n[1]),
             static_cast<int>(n[2]),
             static_cast<int>(n[3]),
             static_cast<int>(n[4]),
             {}};
  found.mps = mps_left_on();
  return found;
}

void look_at_nvml(Columns& columns, const std::string& bus) {
  const Nvml nvml{bus};
  put_text(columns, "driver", nvml.driver().value_or(""));
  put_text(columns, "uuid", nvml.uuid().value_or(""));
  columns["mig"] = {nvml.mig_enabled().value_or(false) ? 1 : 0};
  if (const auto others = nvml.processes()) columns["others"] = {*others};
}

std::int64_t usual_tick(const Session& session) {
  constexpr int kTicks = 2000;
  const DeviceArray<long long> timer{kTicks};
  const DeviceArray<long long> cycles{kTicks};
  timer.write(std::vector<long long>(kTicks));
  launch_ticks(timer.data(), cycles.data(), kTicks, session.stream().get());
  session.stream().wait();
  const std::vector<long long> at = timer.read(kTicks);
  std::vector<long long> steps;
  for (std::size_t i = 1; i < at.size(); ++i) steps.push_back(at[i] - at[i - 1]);
  std::nth_element(steps.begin(), steps.begin() + kTicks / 2, steps.end());
  return steps[kTicks / 2];
}

/// Iterations of the work kernel in one second: the median of some runs of a few milliseconds.
std::int64_t work_rate(Session& session) {
  constexpr std::int64_t kIterations = 1'000'000;
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 15; ++i) session.run_work(session.one_wave(), kIterations);
  for (const Interval& one : session.take_stamps()) lengths.push_back(one.length_ns());
  std::sort(lengths.begin(), lengths.end());
  const std::int64_t length = std::max<std::int64_t>(lengths[lengths.size() / 2], 1);
  return static_cast<std::int64_t>(static_cast<double>(kIterations) * 1e9 / static_cast<double>(length));
}

void look_at_card(Columns& columns) {
  const std::int64_t start = host_ns();
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  char bus[32]{};
  CUDA_CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  look_at_nvml(columns, bus);  // before there is a context of ours to count
  int clock_khz = 0;
  if (cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0) != cudaSuccess) clock_khz = 0;  // then it is unknown
  put_text(columns, "name", card.name);
  put_text(columns, "bus", bus);
  columns["card"] = {card.major,
                     card.minor,
                     card.multiProcessorCount,
                     static_cast<std::int64_t>(card.totalGlobalMem),
                     clock_khz,
                     static_cast<std::int64_t>(card.sharedMemPerBlockOptin),
                     card.l2CacheSize};
  Session session;
  columns["start"] = {host_ns() - start};
  session.warm(0.5);
  columns["tick"] = {usual_tick(session)};
  columns["work"] = {work_rate(session)};
}

Facts facts_of(const Columns& columns, const Found& found) {
  const auto& card = column(columns, "card");
  if (card.size() != 7) throw std::runtime_error{"the GPU's properties could not be read"};
  Facts facts;
  const std::string uuid = text_of(columns, "uuid");
  facts.device = {"gpu",
                  text_of(columns, "name"),
                  uuid.empty() ? text_of(columns, "bus") : uuid,
                  std::to_string(card[0]) + "." + std::to_string(card[1]),
                  static_cast<int>(card[2]),
                  static_cast<double>(card[3]) / 1048576.0,
                  std::nullopt};
  if (card[4] > 0) facts.device.clock_mhz = static_cast<double>(card[4]) / 1000.0;
  facts.driver = text_of(columns, "driver");
  if (facts.driver.empty()) facts.driver = "for CUDA " + cuda_version(found.driver_version);
  facts.runtime = "CUDA " + cuda_version(found.runtime_version);
  facts.pci_bus_id = text_of(columns, "bus");
  facts.multiprocessors = static_cast<int>(card[2]);
  facts.most_shared_bytes = static_cast<int>(card[5]);
  facts.l2_bytes = card[6];
  facts.tick_ns = static_cast<double>(number(columns, "tick"));
  facts.iterations_per_us = static_cast<double>(number(columns, "work")) * 1e-6;
  facts.start_s = static_cast<double>(number(columns, "start")) * 1e-9;
  facts.mig = number(columns, "mig") != 0;
  if (const auto others = number(columns, "others"); others > 0)
    facts.warnings.push_back("other processes use this GPU: " + std::to_string(others) + "; they take slices too");
  if (facts.tick_ns <= 0) throw std::runtime_error{"the GPU's timer stands still"};
  if (facts.tick_ns > 2000) facts.warnings.push_back("the GPU's timer ticks coarsely: nothing shorter is seen");
  return facts;
}

}  // namespace

Found look_around() {
  Found found;
  if (cudaDriverGetVersion(&found.driver_version) != cudaSuccess) found.driver_version = 0;
  CUDA_CHECK(cudaRuntimeGetVersion(&found.runtime_version));
  const cudaError_t error = cudaGetDeviceCount(&found.devices);
  found.error = static_cast<int>(error);
  if (error != cudaSuccess) {
    found.error_text = cudaGetErrorString(error);
    found.devices = 0;
  } else if (found.devices > 0 &&
             cudaDeviceGetAttribute(&found.compute_mode, cudaDevAttrComputeMode, 0) != cudaSuccess) {
    found.compute_mode = 0;
  }
  found.mps = mps_left_on();
  return found;
}

std::variant<Facts, NoDevice> look_at_device(std::optional<DriverHold>& hold) {
  const Outcome first = run_team(1, 60, [](Member& member) {
    const Found found = look_around();
    put_found(member.columns, found);
    char bus[32]{};
    if (found.devices > 0 && cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess)
      put_text(member.columns, "bus", bus);
  });
  if (!first.problem.empty()) throw std::runtime_error{first.problem};
  const Found found = found_of(first.columns[0]);
  if (const auto in_the_way = obstacle(found)) {
    if (in_the_way->no_device) return NoDevice{in_the_way->why};
    throw std::runtime_error{in_the_way->why};
  }
  if (const std::string bus = text_of(first.columns[0], "bus"); !bus.empty()) hold.emplace(bus);
  const Outcome second = run_team(1, 60, [](Member& member) { look_at_card(member.columns); });
  if (!second.problem.empty()) throw std::runtime_error{second.problem};
  return facts_of(second.columns[0], found);
}

}  // namespace slicewise::bench::cuda
