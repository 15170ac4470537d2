#include <libsched/plan/placement.hpp>

#include <libsched/place/policies.hpp>

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace libsched;
using namespace libsched::plan;
using nlohmann::json;

namespace {

/// Six nodes of four GPUs, and three kinds of pods that need 30 GPUs.
PlacementQuestion small_question() {
  PlacementQuestion question;
  std::string nodes = "name,cpu_milli,memory_mib,gpu,model\n";
  for (int i = 0; i < 6; ++i) nodes += "n" + std::to_string(i) + ",32000,65536,4,T4\n";
  std::string pods = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n";
  for (int i = 0; i < 20; ++i) pods += "share-" + std::to_string(i) + ",2000,2048,1,600\n";
  for (int i = 0; i < 10; ++i) pods += "whole-" + std::to_string(i) + ",4000,4096,1,1000\n";
  for (int i = 0; i < 4; ++i) pods += "pair-" + std::to_string(i) + ",8000,8192,2,1000\n";
  question.nodes = {nodes, "nodes.csv", {}, "--node-columns"};
  question.pods = {pods, "pods.csv", {}, "--pod-columns"};
  return question;
}

PlacementReport answer(const PlacementQuestion& question) {
  auto report = place_pods(question);
  REQUIRE(report.has_value());
  return *std::move(report);
}

}  // namespace

TEST_CASE("a single run has the keys of the contract at the top of its document", "[plan][unit]") {
  const PlacementReport report = answer(small_question());
  const json document = json::parse(to_json(report));
  CHECK(document.at("schema") == "slicewise.place/1");
  CHECK(document.at("policy") == "fgd");
  CHECK(document.at("arrivals") == 34);
  CHECK(document.at("placed").get<int>() + document.at("failed").get<int>() == 34);
  for (const char* key : {"allocation_pct", "fragmentation_pct_of_capacity", "fragmentation_pct_of_idle"}) {
    CHECK(document.at(key).is_number());
  }
  CHECK(document.at("failed_pods").size() == document.at("failed").get<std::size_t>());
  for (const json& pod : document.at("failed_pods")) {
    CHECK_FALSE(pod.at("short_of").get<std::string>().empty());
    CHECK_FALSE(pod.at("nodes_short_of").empty());
  }
  CHECK(to_text(report).starts_with("fgd places "));
  CHECK(document.at("verdict") == verdict(report));
}

TEST_CASE("everything includes curves, arrivals and nodes as they are at the end", "[plan][unit]") {
  const json document = json::parse(to_json(answer(small_question()), true));
  const json& pods = document.at("placements");
  CHECK(pods.at("pod").size() == 34);
  std::int64_t left = 0;
  for (const json& node : document.at("nodes")) {
    for (const json& gpu : node.at("gpu_milli_left")) left += gpu.get<std::int64_t>();
  }
  CHECK(100.0 * (1 - static_cast<double>(left) / 24000) ==
        Approx(document.at("allocation_pct").get<double>()).margin(0.006));
  CHECK(document.at("runs")[0].at("curve").at("arrived_pct").size() > 10);
}

TEST_CASE("policies are compared on the same arrivals, whatever the threads", "[plan][unit]") {
  PlacementQuestion question = small_question();
  question.policies = {"fgd", "random", "worst-fit"};
  question.seeds = {1, 2, 3, 4};
  question.threads = 1;
  const PlacementReport report = answer(question);
  CHECK(report.runs.size() == 12);
  CHECK(report.policies.size() == 3);
  CHECK_FALSE(report.detail.has_value());
  CHECK_FALSE(report.policies[0].allocation_over_first.has_value());
  REQUIRE(report.policies[1].allocation_over_first.has_value());
  CHECK(report.policies[1].allocation_over_first->mean ==
        Approx(report.policies[1].allocation_pct.mean - report.policies[0].allocation_pct.mean));
  question.threads = 3;
  CHECK(to_json(answer(question)) == to_json(report));
  CHECK(to_text(report).find("95 % intervals") != std::string::npos);
  CHECK(curve_csv(report).starts_with("policy,seed,arrived_pct,"));
}

TEST_CASE("a mean over seeds has Student's interval", "[plan][unit]") {
  const MeanOverSeeds three = mean_over_seeds({1, 2, 3});
  CHECK(three.mean == Approx(2));
  CHECK(*three.high - three.mean ==
        Approx(4.302653 / std::sqrt(3.0)).epsilon(1e-5));  // t(0.975, 2) sd / sqrt(3), sd = 1
  CHECK_FALSE(mean_over_seeds({5}).low.has_value());
}

TEST_CASE("seeds are read as single numbers and ranges", "[plan][unit]") {
  CHECK(*read_seeds("42-44,7") == std::vector<std::int64_t>{42, 43, 44, 7});
  CHECK(*read_seeds("0") == std::vector<std::int64_t>{0});
  for (const char* wrong :
       {"", "a", "1-", "-1", "5-1", "1,", "1 2", "1-2-3", "0-9223372036854775807", "99999999999999999999"}) {
    INFO(wrong);
    CHECK_FALSE(read_seeds(wrong).has_value());
  }
}

TEST_CASE("the curve has one row a whole percent, empty where no pod arrived near it", "[plan][unit]") {
  PlacementQuestion question = small_question();
  question.pods.text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,4,1000\nb,1,1,4,1000\n";  // 16.7 %, 33.3 %
  const std::string csv = curve_csv(answer(question));
  CHECK(csv.starts_with("arrived_pct,allocation_pct,fragmentation_pct_of_capacity,fragmentation_pct_of_idle\n0,,,\n"));
  CHECK(csv.find("\n17,16.6700,") != std::string::npos);
  CHECK(csv.find("\n32,,,\n33,33.3300,") == std::string::npos);  // 32 is a neighbour of 33
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 35);         // the heading, 0..33
}

TEST_CASE("what is wrong with policies, seeds and both files is told at once", "[plan][unit]") {
  PlacementQuestion question = small_question();
  question.policies = {"fdg", "best-fit", "best-fit"};
  question.seeds = {1, 1};
  question.nodes.text += "broken,1\n";
  question.pods.text += "broken,x,1,1,1000\n";
  const auto report = place_pods(question);
  REQUIRE_FALSE(report.has_value());
  std::vector<std::string> where;
  for (const Issue& issue : report.error()) where.push_back(issue.where);
  CHECK(where == std::vector<std::string>{"--policy", "--policy", "--seeds", "nodes.csv:8", "pods.csv:36"});
  CHECK(report.error()[0].fix == "did you mean fgd?");
}

TEST_CASE("a cluster without GPUs, a demand that cannot be met and a tune out of range are refused", "[plan][unit]") {
  PlacementQuestion question = small_question();
  question.tune = 0;
  CHECK_FALSE(place_pods(question).has_value());
  question.tune = 1.3;
  question.pods.text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,0,0\n";
  CHECK_FALSE(place_pods(question).has_value());
  question = small_question();
  question.nodes.text = "name,cpu_milli,memory_mib,gpu\na,1,1,0\n";
  CHECK_FALSE(place_pods(question).has_value());
}
