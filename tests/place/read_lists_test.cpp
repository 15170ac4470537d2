#include <libsched/place/detail/csv.hpp>
#include <libsched/place/read_lists.hpp>

#include <map>

#include <catch2/catch.hpp>

using namespace libsched;
using namespace libsched::place;

namespace {

ListText list(std::string text, const std::string& columns = "") {
  ListText result{std::move(text), "list.csv", {}, "--pod-columns"};
  if (!columns.empty()) {
    auto names = read_column_names(columns, "--pod-columns");
    REQUIRE(names.has_value());
    result.columns = *names;
  }
  return result;
}

std::vector<std::string> places(const Issues& issues) {
  std::vector<std::string> where;
  for (const Issue& issue : issues) where.push_back(issue.where);
  return where;
}

const std::string kHeading = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n";

}  // namespace

TEST_CASE("fields with commas, quotes and blanks are read as written", "[place][unit]") {
  using Fields = std::vector<std::string>;
  CHECK(place::detail::split_csv_line("a, b ,\"c, d\",\" e\",\"say \"\"hi\"\"\",") ==
        Fields{"a", "b", "c, d", " e", "say \"hi\"", ""});
  CHECK(place::detail::split_csv_line("a\r") == Fields{"a"});
  CHECK_FALSE(place::detail::split_csv_line("\"open,b").has_value());
}

TEST_CASE("nodes of the published format are read, and so are ours with units in the heading", "[place][unit]") {
  const auto nodes = read_nodes(list("sn,cpu_milli,memory_mib,gpu,model\nn1,64000,262144,2,P100\n\nn2,8000,1024,0,\n"));
  REQUIRE(nodes.has_value());
  REQUIRE(nodes->size() == 2);
  CHECK((*nodes)[0].gpu_count == 2);
  CHECK((*nodes)[0].gpu_model == "P100");
  const auto ours =
      read_nodes(list("name,cpu,memory_gib,gpu,model,gpu_memory_gib,interconnect\nn,0.5,1.5,8,H100,80,nvswitch\n"));
  REQUIRE(ours.has_value());
  CHECK((*ours)[0].cpu == MilliCpu{500});
  CHECK((*ours)[0].memory == Mebibytes{1536});
  CHECK((*ours)[0].gpu_memory == Mebibytes{81920});
  CHECK((*ours)[0].interconnect == Interconnect::kNvswitch);
}

TEST_CASE("pods are read with five columns, with all, and under other headings", "[place][unit]") {
  const auto five = read_pods(list("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1000,2048,1,460\n"));
  REQUIRE(five.has_value());
  CHECK((*five)[0].request.share());
  CHECK((*five)[0].request.per_gpu == MilliGpu{460});
  const auto mapped = read_pods(list("job,cores,gpus,part\n\"a, b\",2,1,0.25\n",
                                     "name=job,cpu=cores,num_gpu=gpus,gpu_share=part,memory_mib=none"));
  REQUIRE(mapped.has_value());
  CHECK((*mapped)[0].name == "a, b");
  CHECK((*mapped)[0].request.cpu == MilliCpu{2000});
  CHECK((*mapped)[0].request.per_gpu == MilliGpu{250});
  const auto whole = read_pods(list("name,cpu_milli,memory_mib,num_gpu\np,1,1,4\n"));
  REQUIRE(whole.has_value());
  CHECK((*whole)[0].request.per_gpu == kWholeGpu);
}

TEST_CASE("all bad rows are told at once, each with its line", "[place][unit]") {
  const auto pods = read_pods(list(kHeading + "ok,1000,1024,1,1000,\n"
                                              "negative,-1,1024,1,1000,\n"
                                              "word,many,1024,1,1000,\n"
                                              "short,1000,1024,1\n"
                                              "ok,1000,1024,1,1000,\n"
                                              "too much,1000,1024,1,1500,\n"
                                              "nothing,1000,1024,1,0,\n"
                                              "# a comment\n"
                                              "half,0.5,1024,1,1000,\n"
                                              "many,1000,1024,99,1000,\n"
                                              "infinite,inf,nan,1,1000,\n"
                                              "\"open,1000,1024,1,1000,\n"
                                              ",1000,1024,1,1000,\n"
                                              "empty,,1024,1,1000,\n"));
  REQUIRE_FALSE(pods.has_value());
  std::map<std::string, int> counts;
  for (const std::string& where : places(pods.error())) ++counts[where];
  CHECK(counts == std::map<std::string, int>{{"list.csv:3", 1},
                                             {"list.csv:4", 1},
                                             {"list.csv:5", 1},
                                             {"list.csv:6", 1},
                                             {"list.csv:7", 1},
                                             {"list.csv:8", 1},
                                             {"list.csv:10", 1},
                                             {"list.csv:11", 1},
                                             {"list.csv:12", 2},
                                             {"list.csv:13", 1},
                                             {"list.csv:14", 1},
                                             {"list.csv:15", 1}});
  for (const Issue& issue : pods.error()) {
    CHECK_FALSE(issue.what.empty());
    CHECK_FALSE(issue.fix.empty());
  }
}

TEST_CASE("a heading that is missing or misspelt is told with the nearest one", "[place][unit]") {
  const auto pods = read_pods(list("name,cpu_mili,memory_mib,num_gpu\np,1,1,1\n"));
  REQUIRE_FALSE(pods.has_value());
  CHECK(pods.error()[0].where == "list.csv:1");
  CHECK(pods.error()[0].fix == "name it with --pod-columns cpu_milli=cpu_mili");
  const auto mapped = read_pods(list("name,cpu,memory_mib,num_gpu\np,1,1,1\n", "cpu=cpus,colour=red"));
  REQUIRE_FALSE(mapped.has_value());
  CHECK(mapped.error()[1].fix == "did you mean cpu?");
  CHECK(mapped.error()[0].what == "there is no field 'colour'");
  CHECK_FALSE(read_column_names("cpu", "--pod-columns").has_value());
  CHECK_FALSE(read_column_names("=cpu", "--pod-columns").has_value());
}

TEST_CASE("nodes in place of pods, and pods in place of nodes, are refused", "[place][unit]") {
  const std::string nodes = "name,cpu_milli,memory_mib,gpu,model\nn,64000,262144,2,P100\n";
  const std::string pods = kHeading + "p,1000,2048,1,460,\n";
  const auto wrong_pods = read_pods(list(nodes));
  REQUIRE_FALSE(wrong_pods.has_value());
  CHECK(wrong_pods.error()[0].where == "list.csv:1");
  CHECK(wrong_pods.error()[0].what == "this looks like a list of nodes: it has a column 'model'");
  const auto wrong_nodes = read_nodes(list(pods));
  REQUIRE_FALSE(wrong_nodes.has_value());
  CHECK(wrong_nodes.error()[0].what == "this looks like a list of pods: it has a column 'gpu_milli'");
  CHECK_FALSE(draw_pods(list(nodes), 2, 1).has_value());
  // Pods may have a model that they serve, and who names the columns knows what they are.
  CHECK(read_pods(list("name,cpu_milli,memory_mib,num_gpu,model\np,1000,2048,1,resnet\n")).has_value());
  CHECK(read_pods(list("name,cpu_milli,memory_mib,gpu,model\np,1000,2048,1,resnet\n", "num_gpu=gpu")).has_value());
  CHECK(read_nodes(list("sn,cpu_milli,memory_mib,gpu,gpu_milli\nn,64000,262144,2,2000\n")).has_value());
}

TEST_CASE("a field has one heading", "[place][unit]") {
  const auto twice = read_column_names("name=a,cpu=b,name=c", "--pod-columns");
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error()[0].what == "name is named twice");
}

TEST_CASE("a column that is there twice is refused where it is read", "[place][unit]") {
  const auto twice = read_pods(list("name,cpu_milli,memory_mib,num_gpu,cpu_milli\np,1000,2048,1,2000\n"));
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error()[0].what == "there are two columns 'cpu_milli'");
  CHECK(read_pods(list("name,cpu_milli,memory_mib,num_gpu,x,x\np,1000,2048,1,1,2\n")).has_value());
}

TEST_CASE("an empty file, a heading alone and binary data are refused", "[place][unit]") {
  CHECK_FALSE(read_pods(list("")).has_value());
  CHECK_FALSE(read_pods(list(kHeading)).has_value());
  CHECK_FALSE(read_nodes(list(std::string("sn\0,x\n", 6))).has_value());
}

TEST_CASE("pods are drawn in proportion to their weights, the same for a seed", "[place][unit]") {
  const auto kinds = list("weight,cpu_milli,memory_mib,num_gpu,gpu_milli\n3,1,1,1,500\n1,2,1,0,0\n0,3,1,0,0\n");
  const auto pods = draw_pods(kinds, 10000, 7);
  REQUIRE(pods.has_value());
  REQUIRE(pods->size() == 10000);
  std::map<std::int64_t, int> counts;
  for (const Pod& pod : *pods) ++counts[pod.request.cpu.raw()];
  CHECK(counts[1] == Approx(7500).margin(220));  // five standard deviations of 43
  CHECK(counts[1] + counts[2] == 10000);
  CHECK((*draw_pods(kinds, 10000, 7))[77].request == (*pods)[77].request);
  CHECK_FALSE(draw_pods(list("weight,cpu_milli,memory_mib,num_gpu\n0,1,1,1\n"), 5, 1).has_value());
  CHECK_FALSE(draw_pods(list("weight,cpu_milli,memory_mib,num_gpu\n-1,1,1,1\n"), 5, 1).has_value());
}
