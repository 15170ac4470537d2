#include <libsched/hw/catalog.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <set>

using namespace libsched;

TEST_CASE("every instance names a GPU of the catalogue and says where its figures come from", "[hw][unit]") {
  REQUIRE(hw::instances().size() == 62);
  std::set<std::string> families;
  for (const hw::Instance& instance : hw::instances()) {
    INFO(instance.name);
    families.insert(instance.name.substr(0, instance.name.find('.')));
    CHECK(hw::find_instance(instance.name) == &instance);
    const hw::GpuModel* gpu = hw::find_gpu(instance.gpu);
    REQUIRE(gpu != nullptr);
    CHECK(gpu->name == instance.gpu);
    CHECK(instance.vcpus > 0);
    CHECK(instance.memory_gib > 0);
    CHECK(instance.allocatable_cpus.value_or(0) < instance.vcpus);
    CHECK_FALSE(instance.source.empty());
    CHECK(instance.usd_per_hour.has_value() != instance.price_date.empty());  // a price has a date
    CHECK(instance.fractional() == (instance.gpu_fraction < 1));
    if (!instance.fractional()) {
      // EC2's and NVML's figures differ by a few percent, never by a card's size.
      CHECK(*instance.gpu_memory_mib == Approx(*gpu->memory_mib.value).epsilon(0.08));
    }
  }
  CHECK(families == std::set<std::string>{"g4dn", "g5", "g6", "g6e", "gr6", "g6f", "gr6f", "g7", "g7e", "p3", "p3dn",
                                          "p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300"});
}

TEST_CASE("an instance has the GPUs, vCPUs, memory and price that its row states", "[hw][unit]") {
  const hw::Instance* g4dn = hw::find_instance("g4dn.12xlarge");
  REQUIRE(g4dn != nullptr);
  CHECK(g4dn->gpu == "T4");
  CHECK(g4dn->gpu_count == 4);
  CHECK(g4dn->vcpus == 48);
  CHECK(g4dn->memory_gib == 192);
  CHECK(g4dn->usd_per_hour == 3.912);
  CHECK(g4dn->price_date == "2026-07-20");
  CHECK(g4dn->allocatable_cpus == 47.81);
}

TEST_CASE("a price that nobody published is empty, and parts of a GPU are listed as such", "[hw][unit]") {
  CHECK_FALSE(hw::find_instance("p5e.48xlarge")->usd_per_hour.has_value());
  CHECK(hw::find_instance("g6f.xlarge")->fractional());
  CHECK(hw::find_instance("gr6f.4xlarge")->gpu_fraction == 0.5);
  CHECK(hw::find_instance("G4DN.XLARGE") == nullptr);
  CHECK(hw::find_instance("") == nullptr);
}
