#include <libsched/plan/placement.hpp>

#include <bit>

#include <nlohmann/json.hpp>

namespace libsched::plan {
namespace {

using Json = nlohmann::ordered_json;

Json mean(const MeanOverSeeds& value) {
  const auto end = [](const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); };
  return {{"value", value.mean}, {"low", end(value.low)}, {"high", end(value.high)}};
}

/// Only what is short somewhere.
Json counts(const std::array<int, place::kShortages>& numbers) {
  Json json = Json::object();
  for (std::size_t s = 0; s < place::kShortages; ++s) {
    if (numbers[s] > 0) json[std::string{name(static_cast<place::Shortage>(s))}] = numbers[s];
  }
  return json;
}

void add_refusal(Json& json, const place::Refusal& refusal) {
  json["short_of"] = std::string{name(refusal.main)};
  json["nodes_short_of"] = counts(refusal.nodes);
  json["nodes_short_of_only"] = counts(refusal.only_this);
}

Json request(const place::PodRequest& pod) {
  Json json{{"cpu_milli", pod.cpu.raw()},
            {"memory_mib", pod.memory.raw()},
            {"num_gpu", pod.gpu_count},
            {"gpu_milli", pod.per_gpu.raw()},
            {"gpu_spec", pod.gpu_models}};
  if (pod.gpu_memory > Mebibytes{0}) {
    json["gpu_memory_mib"] = pod.gpu_memory.raw();
    json["gpu_memory_split"] = pod.split == place::MemorySplit::kEqual ? "equal" : "uneven";
  }
  return json;
}

void add_run(Json& json, const PlacementRun& run) {
  json["policy"] = run.policy;
  json["seed"] = run.seed;
  json["arrivals"] = run.arrivals;
  json["placed"] = run.placed;
  json["failed"] = run.failed();
  json["allocation_pct"] = run.usage.allocation_pct;
  json["fragmentation_pct_of_capacity"] = run.usage.fragmentation_pct_of_capacity;
  json["fragmentation_pct_of_idle"] = run.usage.fragmentation_pct_of_idle;
  json["failed_by_shortage"] = counts(run.refused_by_main);
}

Json refused(const PlacementRun& run) {
  Json list = Json::array();
  for (const RefusedKind& kind : run.refused) {
    Json one{{"request", request(kind.request)}, {"pods", kind.pods}};
    add_refusal(one, kind.last);
    list.push_back(std::move(one));
  }
  return list;
}

Json failed_pods(const PlacementDetail& detail) {
  Json list = Json::array();
  for (const place::Failure& failure : detail.outcome.failures) {
    Json one{{"pod", detail.trace.pods[detail.outcome.placements[failure.arrival].pod].name},
             {"arrival", failure.arrival}};
    add_refusal(one, failure.refusal);
    list.push_back(std::move(one));
  }
  return list;
}

Json policy(const PolicySummary& one) {
  return {{"policy", one.policy},
          {"runs", one.runs},
          {"allocation_pct", mean(one.allocation_pct)},
          {"fragmentation_pct_of_capacity", mean(one.fragmentation_pct_of_capacity)},
          {"fragmentation_pct_of_idle", mean(one.fragmentation_pct_of_idle)},
          {"failed", mean(one.failed)},
          {"allocation_over_first", one.allocation_over_first ? mean(*one.allocation_over_first) : Json(nullptr)}};
}

Json curve(const std::vector<place::CurvePoint>& points) {
  Json arrived = Json::array(), allocation = Json::array(), capacity = Json::array(), idle = Json::array();
  for (const auto& [percent, usage] : points) {
    arrived.push_back(percent);
    allocation.push_back(usage.allocation_pct);
    capacity.push_back(usage.fragmentation_pct_of_capacity);
    idle.push_back(usage.fragmentation_pct_of_idle);
  }
  return {{"arrived_pct", std::move(arrived)},
          {"allocation_pct", std::move(allocation)},
          {"fragmentation_pct_of_capacity", std::move(capacity)},
          {"fragmentation_pct_of_idle", std::move(idle)}};
}

std::vector<int> indices(place::GpuSet gpus) {
  std::vector<int> list;
  for (; gpus != 0; gpus &= gpus - 1) list.push_back(std::countr_zero(gpus));
  return list;
}

Json placements(const PlacementDetail& detail) {
  Json pods = Json::array(), nodes = Json::array(), gpus = Json::array();
  for (const place::Placement& one : detail.outcome.placements) {
    pods.push_back(detail.trace.pods[one.pod].name);
    nodes.push_back(one.node ? Json(detail.outcome.cluster.node(*one.node).name) : Json(nullptr));
    gpus.push_back(indices(one.gpus));
  }
  return {{"pod", std::move(pods)}, {"node", std::move(nodes)}, {"gpus", std::move(gpus)}};
}

Json final_nodes(const place::Cluster& cluster) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < cluster.size(); ++i) {
    const place::Node& node = cluster.nodes()[i];
    const place::NodeState& state = cluster.state(place::NodeId{i});
    Json left = Json::array();
    for (int g = 0; g < node.gpu_count; ++g) left.push_back(state.gpu[static_cast<std::size_t>(g)].raw());
    list.push_back({{"name", node.name},
                    {"model", node.gpu_model},
                    {"pods", state.pods},
                    {"cpu_milli", node.cpu.raw()},
                    {"cpu_milli_left", state.cpu.raw()},
                    {"memory_mib_left", state.memory.raw()},
                    {"gpu_milli_left", std::move(left)}});
  }
  return list;
}

}  // namespace

std::string to_json(const PlacementReport& report, bool everything) {
  Json json{{"schema", "slicewise.place/1"}, {"verdict", verdict(report)}};
  if (report.runs.size() == 1) add_run(json, report.runs.front());
  json["cluster"] = {{"nodes", report.nodes}, {"gpu_milli", report.gpu_capacity.raw()}};
  json["list"] = {{"pods", report.pods},
                  {"gpu_milli", report.gpu_demand.raw()},
                  {"tune", report.tune ? Json(*report.tune) : Json(nullptr)}};
  json["interrupted"] = report.interrupted;
  json["policies"] = Json::array();
  for (const PolicySummary& one : report.policies) json["policies"].push_back(policy(one));
  json["runs"] = Json::array();
  for (const PlacementRun& run : report.runs) {
    Json one = Json::object();
    add_run(one, run);
    one["refused"] = refused(run);
    if (everything) one["curve"] = curve(run.curve);
    json["runs"].push_back(std::move(one));
  }
  if (report.detail) {
    json["failed_pods"] = failed_pods(*report.detail);
    if (everything) {
      json["placements"] = placements(*report.detail);
      json["nodes"] = final_nodes(report.detail->outcome.cluster);
    }
  }
  // Names come from the user's file and may be any bytes: what is no UTF-8 is replaced, never thrown on.
  return json.dump(everything ? -1 : 2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace libsched::plan
