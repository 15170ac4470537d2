#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <libsched/scenario/detail/key_homes.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {

using test::issues;
using test::with;

namespace {

using Json = nlohmann::json;

/// Every form that the schema allows in the place of `node`.
std::vector<Json> forms(const Json& schema, const Json& node) {
  if (node.contains("$ref")) {
    return forms(schema, schema.at(Json::json_pointer(node["$ref"].get<std::string>().substr(1))));
  }
  std::vector<Json> result{node};
  for (const char* choice : {"oneOf", "anyOf"}) {
    if (!node.contains(choice)) continue;
    for (const Json& one : node[choice]) {
      for (Json& form : forms(schema, one)) result.push_back(std::move(form));
    }
  }
  return result;
}

/// What may stand at `path` below one of `places`.
std::vector<Json> at(const Json& schema, std::string path) {
  std::vector<Json> places = forms(schema, schema);
  while (!path.empty()) {
    std::string step = path.substr(0, path.find('.'));
    path = path.size() > step.size() ? path.substr(step.size() + 1) : "";
    const bool list = step.ends_with("[]");
    if (list) step.resize(step.size() - 2);
    std::vector<Json> next;
    for (const Json& place : places) {
      if (!place.contains("properties") || !place["properties"].contains(step)) continue;
      for (Json& form : forms(schema, place["properties"][step])) {
        if (!list) {
          next.push_back(std::move(form));
        } else if (form.contains("items")) {
          for (Json& item : forms(schema, form["items"])) next.push_back(std::move(item));
        }
      }
    }
    places = std::move(next);
  }
  return places;
}

}  // namespace

TEST_CASE("an unknown key that another section has is sent there", "[scenario][unit]") {
  struct Case {
    std::string path;
    std::string words;
  };
  const std::vector<Case> cases = {
      {"workloads[0].route", "`workloads[0].route`; it is a key of `workloads[0].arrivals`: write it there. Keys here"},
      {"workloads[0].rate_per_s", "it is a key of `workloads[0].arrivals`: "},
      {"workloads[0].gpu_ms", "it is a key of `workloads[0].request`: "},
      {"workloads[0].p99_ms", "it is a key of `workloads[0].slo`: "},
      {"workloads[0].request.memory_mib", "it is a key of `workloads[0]`: "},  // gpu has one too, which is another's
      {"workloads[0].arrivals.seed", "it is a key of `run`: "},
      {"run.memory_mib", "it is a key of `gpu` and of `workloads[]`: "},
      {"gpu.replicas", "it is a key of `sharing`: "},
      {"gpu.gpu", "it is a key of the file itself: "},
      {"model", "it is a key of `gpu`: "},
  };
  for (const Case& one : cases) {
    CAPTURE(one.path);
    CHECK_THAT(issues(with(one.path, "1")), Catch::Contains(one.words));
  }
}

TEST_CASE("a key that has no other home gets the nearest spelling or the keys of its place", "[scenario][unit]") {
  CHECK_THAT(issues(with("workloads[0].slos", "1")), Catch::Contains("did you mean `slo`?"));
  // Poisson arrivals have no size, and no other section has one for them.
  CHECK_THAT(issues(with("workloads[0].arrivals.size", "4")), Catch::Contains("size`; keys here: kind"));
  // `seed` within a law of times: no section, so nothing is known about its keys.
  CHECK_THAT(issues(with("workloads[0].request.gpu_ms", "{dist: exponential, mean: 8, seed: 1}")),
             Catch::Contains("seed`; keys here: dist"));
}

TEST_CASE("the sections that know where keys belong have the keys of the schema", "[scenario][unit]") {
  const Json schema = Json::parse(std::ifstream{SLICEWISE_SOURCE_DIR "/data/schema/scenario-1.schema.json"});
  for (const detail::Section& section : detail::sections()) {
    CAPTURE(section.path);
    std::set<std::string> published;
    for (const Json& place : at(schema, std::string{section.path})) {
      if (!place.contains("properties")) continue;
      for (const auto& property : place["properties"].items()) published.insert(property.key());
    }
    CHECK(published == std::set<std::string>(section.keys.begin(), section.keys.end()));
  }
}

}  // namespace libsched::scenario
