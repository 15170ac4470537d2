#include <libsched/plan/catalog_report.hpp>

#include <libsched/hw/catalog.hpp>
#include <libsched/place/policies.hpp>
#include <libsched/share/modes.hpp>

#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace libsched;
using nlohmann::json;

TEST_CASE("every kind of the catalogue is one JSON document with a schema and named entries", "[plan][unit]") {
  for (const std::string& what : plan::catalog_kinds()) {
    INFO(what);
    const std::string text = plan::catalog_json(what);
    CHECK(text.back() == '\n');
    const json document = json::parse(text);
    CHECK(document.at("schema") == "slicewise.catalog/1");
    REQUIRE(document.at(what).is_array());
    for (const json& entry : document.at(what)) CHECK_FALSE(entry.at("name").get<std::string>().empty());
    CHECK(plan::catalog_text(what).back() == '\n');
  }
}

TEST_CASE("the listed GPUs carry facts with sources and their profile's ranges", "[plan][unit]") {
  const json gpus = json::parse(plan::catalog_json("gpus")).at("gpus");
  REQUIRE(gpus.size() == hw::gpus().size());
  const json& t4 = gpus.at(0);
  CHECK(t4.at("name") == "T4");
  CHECK(t4.at("aliases").at(0) == "Tesla T4");
  CHECK(t4.at("sms").at("value") == 40);
  CHECK(t4.at("sms").at("value").is_number_integer());
  CHECK_FALSE(t4.at("sms").at("source").get<std::string>().empty());
  CHECK(t4.at("profile").at("assumed") == true);
  CHECK(t4.at("profile").at("slice_us").at("nominal") == 2097.152);
  CHECK(t4.at("context_mib").at("pytorch").at("nominal") == 410);
  for (const json& gpu : gpus) {
    if (gpu.at("name") == "B300") CHECK(gpu.at("sms").at("value").is_null());  // nobody published it
  }
}

TEST_CASE("parts of a GPU are listed as not plannable and an unknown price as null", "[plan][unit]") {
  const json document = json::parse(plan::catalog_json("instances"));
  for (const json& instance : document.at("instances")) {
    const std::string name = instance.at("name");
    INFO(name);
    const bool fraction = name.rfind("g6f.", 0) == 0 || name.rfind("gr6f.", 0) == 0;
    CHECK(instance.at("plannable") == !fraction);
    CHECK(instance.at("usd_per_hour").is_null() == (name == "p5e.48xlarge"));
    CHECK(instance.at("price_date").is_null() == instance.at("usd_per_hour").is_null());
  }
}

TEST_CASE("a mode is listed as supported exactly where it can be simulated", "[plan][unit]") {
  const json modes = json::parse(plan::catalog_json("modes")).at("modes");
  REQUIRE(modes.size() == share::modes().size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    CHECK(modes[i].at("name") == std::string{share::modes()[i].name});
    CHECK((modes[i].at("status") == "supported") ==
          (share::modes()[i].make != nullptr || share::modes()[i].partitions));
  }
}

TEST_CASE("every placement policy is listed with what it prefers and where it comes from", "[plan][unit]") {
  const json policies = json::parse(plan::catalog_json("policies")).at("policies");
  REQUIRE(policies.size() == place::policies().size());
  for (const char* name : {"fgd", "best-fit", "dot-prod", "gpu-packing", "gpu-clustering", "random", "worst-fit",
                           "least-allocated", "most-allocated", "pwr"}) {
    CHECK(std::any_of(policies.begin(), policies.end(), [&](const json& one) { return one.at("name") == name; }));
  }
  for (const json& one : policies) CHECK_FALSE(one.at("source").get<std::string>().empty());
}

TEST_CASE("the first line of a listing for people sums it up", "[plan][unit]") {
  CHECK(plan::catalog_text("gpus").rfind("23 GPU models; the time-slicing parameters of 10 rest on measurements", 0) ==
        0);
  CHECK(plan::catalog_text("instances").rfind("62 instance types, 61 with an on-demand price", 0) == 0);
}
