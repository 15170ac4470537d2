#pragma once

#include <vector>

#include <libsched/plan/detail/shape.hpp>
#include <libsched/plan/detail/target.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::plan::detail {

/// The pods on one GPU: how many of each workload, in the scenario's order.
using Mix = std::vector<int>;

/// Pods of the whole fleet.
int fleet_pods(const scenario::Scenario& scenario);

/// A full GPU as workload `focus` sees it at worst: one pod of it, and `replicas - 1` pods of the workload that asks
/// most GPU time (closed loops first), then of the next, as far as the fleet has them.
Mix worst_mix(const scenario::Scenario& scenario, const Target& target, std::size_t focus, int replicas);

/// A full GPU in the fleet's own proportions, rounded by largest remainder.
Mix proportional_mix(const scenario::Scenario& scenario, int replicas);

/// How many GPUs with this mix the fleet has for sure: as many as each stream that feeds several pods has pods for. One
/// where every pod has a stream of its own, since they are then all alike and know nothing of each other. All of the
/// fleet where one workload waits in one queue, though the last of them may have a free slot.
int gpus_alike(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix);

/// Of the pods of workload `w`, those on the GPUs that are run to see one with this mix.
int pods_seen(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix, std::size_t w);

/// Which end of an estimated card's GPU time to take.
enum class RatioEnd { kLow, kCentre, kHigh };

/// The scenario of one GPU with this mix on it, one of many alike in its instance: vCPUs are its share, and host time
/// grows with the tenants of the whole node. Memory is left out: it is judged apart. Where one stream feeds several
/// pods, of as many such GPUs as its pods fill; its other pods are elsewhere, so that each GPU gets what it would get
/// in the fleet.
scenario::Scenario mix_scenario(const scenario::Scenario& scenario, const Target& target, const Shape& shape,
                                const Mix& mix, RatioEnd end = RatioEnd::kCentre);

/// What the open workloads of a `mix_scenario` ask of a GPU over the most that it can do in this shape; 1 or more
/// cannot be served. Alone and in turns that is GPU time per second; under MPS tenants that fill the GPU only partly do
/// more together; under MIG each has an instance of its own.
double open_load(const scenario::Scenario& mix);

}  // namespace libsched::plan::detail
