#include <algorithm>
#include <cmath>
#include <optional>

#include <libsched/place/go_random.hpp>
#include <place/openb.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

TEST_CASE("the generator gives the recorded outputs of Go's for every recorded seed", "[place][oracle]") {
  REQUIRE_OPENB();
  std::ifstream in{openb_folder() + "/go-rand-first607.txt"};
  int seeds = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words{line};
    std::int64_t seed = 0;
    words >> seed >> std::hex;
    GoRandom random{seed};
    std::uint64_t word = 0;
    int right = 0;
    while (words >> word) right += random.bits() == word ? 1 : 0;
    CHECK(right == 607);
    ++seeds;
  }
  CHECK(seeds == 10);
}

TEST_CASE("the generator gives what Go prints for rand.Seed(1) and for seeds that are equal modulo 2^31 - 1",
          "[place][unit]") {
  // The first values of rand.Intn(100) under Go's default seed of 1, as every Go tutorial shows them.
  GoRandom random{1};
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 10; ++i) drawn.push_back(random.intn(100));
  CHECK(drawn == std::vector<std::uint32_t>{81, 87, 47, 59, 81, 18, 25, 40, 56, 0});
  CHECK(GoRandom{0x7FFFFFFF}.bits() == GoRandom{0}.bits());
  CHECK(GoRandom{-1}.bits() == GoRandom{0x7FFFFFFE}.bits());
}

TEST_CASE("a permutation and a shuffle keep every element", "[place][invariant]") {
  GoRandom random{7};
  std::vector<std::uint32_t> list = random.perm(1000);
  random.shuffle(list);
  std::sort(list.begin(), list.end());
  for (std::uint32_t i = 0; i < list.size(); ++i) REQUIRE(list[i] == i);
}

TEST_CASE("the whole recorded order of the default trace with seed 42 is reproduced", "[place][oracle]") {
  REQUIRE_OPENB();
  const Cluster cluster = openb_cluster();
  const auto arrivals = draw_arrivals(openb_trace("default"), cluster, {42, Order::kShuffled, 1.3});
  REQUIRE(arrivals.has_value());
  std::ifstream in{openb_folder() + "/arrival-order-default-seed42.txt"};
  int lines = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields{line};
    std::string what;
    fields >> what;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; fields >> number;) numbers.push_back(number);
    if (what == "pods") CHECK(numbers == arrivals->pods);
    if (what == "nodes") CHECK(numbers == arrivals->ranks);
    ++lines;
  }
  CHECK(lines >= 2);
}

TEST_CASE("the arrivals of all 17 recorded traces and 10 seeds have the recorded number, ends and first ranks",
          "[place][oracle]") {
  REQUIRE_OPENB();
  const Cluster cluster = openb_cluster();
  std::string last;
  std::optional<PodTrace> trace;
  int orders = 0;
  for (const auto& row : openb_rows("arrival-order-checksums.csv")) {
    if (row[0] != last) trace.emplace(openb_trace(row[0]));
    last = row[0];
    const auto arrivals = draw_arrivals(*trace, cluster, {std::stol(row[1]), Order::kShuffled, 1.3});
    REQUIRE(arrivals.has_value());
    const auto joined = [](auto begin, auto end) {
      std::string text;
      for (auto i = begin; i != end; ++i) text += (i == begin ? "" : " ") + std::to_string(*i);
      return text;
    };
    INFO(row[0] << " seed " << row[1]);
    CHECK(std::to_string(arrivals->pods.size()) == row[2]);
    CHECK(joined(arrivals->pods.begin(), arrivals->pods.begin() + 5) == row[5]);
    CHECK(joined(arrivals->pods.end() - 5, arrivals->pods.end()) == row[6]);
    CHECK(joined(arrivals->ranks.begin(), arrivals->ranks.begin() + 5) == row[7]);
    ++orders;
  }
  CHECK(orders == 170);
}

TEST_CASE("tuning meets the target from below by repeating pods and from above by leaving pods out",
          "[place][invariant]") {
  std::vector<Node> nodes(2, Node{"a", MilliCpu{8000}, Mebibytes{1000}, "T4", 4, {}, Interconnect::kPcie});
  nodes[1].name = "b";
  const auto cluster = Cluster::make(nodes);
  REQUIRE(cluster.has_value());
  std::vector<Pod> pods;
  for (int i = 0; i < 10; ++i) pods.push_back({"p" + std::to_string(i), {{}, {}, 1, MilliGpu{500}, "", {}, {}}});
  const PodTrace trace{pods};  // 5 GPUs of 8
  for (const double tune : {0.1, 0.3, 0.625, 1.0, 2.0}) {
    const auto arrivals = draw_arrivals(trace, *cluster, {3, Order::kShuffled, tune});
    REQUIRE(arrivals.has_value());
    const double demand = 0.5 * static_cast<double>(arrivals->pods.size());
    INFO(tune);
    CHECK(demand <= 8 * tune);
    CHECK(demand > 8 * tune - 0.5);
  }
  CHECK_FALSE(draw_arrivals(trace, *cluster, {3, Order::kShuffled, -1.0}).has_value());
  CHECK_FALSE(draw_arrivals(trace, *cluster, {3, Order::kShuffled, std::nan("")}).has_value());
  const auto listed = draw_arrivals(trace, *cluster, {3, Order::kListed, std::nullopt});
  REQUIRE(listed.has_value());
  CHECK(std::is_sorted(listed->pods.begin(), listed->pods.end()));
}
