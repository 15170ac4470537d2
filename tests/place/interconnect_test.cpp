#include <libsched/place/interconnect.hpp>

#include <bit>

#include <catch2/catch.hpp>

using namespace libsched::place;

TEST_CASE("two GPUs of a cube mesh are taken where two links join them", "[place][unit]") {
  // GPU 0 has double links to 3 and 4.
  const Group group = best_group(Interconnect::kCubeMesh, 8, 0b00001011, 2);
  CHECK(group.gpus == 0b00001001);
  CHECK(group.tier == 2);
}

TEST_CASE("four GPUs of which only quads are linked come from one quad", "[place][unit]") {
  const Group one = best_group(Interconnect::kNvlinkQuads, 8, 0b11110111, 4);
  CHECK(one.gpus == 0b11110000);
  CHECK(one.tier == 1);
  CHECK(one.stranded == 0);
  const Group across = best_group(Interconnect::kNvlinkQuads, 8, 0b01110111, 4);
  CHECK(across.tier == 0);
}

TEST_CASE("a group is cut from the smallest linked one that has enough", "[place][unit]") {
  const Group group = best_group(Interconnect::kNvlinkQuads, 8, 0b00111111, 2);
  CHECK(group.gpus == 0b00110000);
  CHECK(group.stranded == 0);
}

TEST_CASE("every group has as many GPUs as asked for, all of them free", "[place][invariant]") {
  const GroupMemo memo;
  for (const Interconnect kind : {Interconnect::kPcie, Interconnect::kNvlinkPairs, Interconnect::kNvlinkQuads,
                                  Interconnect::kCubeMesh, Interconnect::kNvswitch}) {
    for (GpuSet free = 1; free < 256; ++free) {
      for (int count = 1; count <= std::popcount(free); ++count) {
        const Group group = best_group(kind, 8, free, count);
        REQUIRE(std::popcount(group.gpus) == count);
        REQUIRE((group.gpus & ~free) == 0);
        REQUIRE(memo.best(kind, 8, free, count).gpus == group.gpus);
      }
    }
  }
}

TEST_CASE("an interconnect is known by its name", "[place][unit]") {
  CHECK(interconnect_of("nvswitch") == Interconnect::kNvswitch);
  CHECK(interconnect_of("cube-mesh") == Interconnect::kCubeMesh);
  CHECK_FALSE(interconnect_of("NVLINK").has_value());
}
