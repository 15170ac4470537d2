#include <libsched/hw/mig.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string>
#include <vector>

#include <libsched/hw/catalog.hpp>

using namespace libsched;
using Layout = std::vector<const hw::MigProfile*>;

namespace {

Layout layout(const hw::GpuModel& card, const std::vector<std::string>& names) {
  Layout result;
  for (const std::string& name : names) {
    const hw::MigProfile* profile = hw::find_mig_profile(card, name);
    INFO(name);
    REQUIRE(profile != nullptr);
    result.push_back(profile);
  }
  return result;
}

}  // namespace

TEST_CASE("the layouts that NVIDIA's guide draws fit, by legal starts without overlap", "[hw][unit]") {
  const hw::GpuModel& a100 = *hw::find_gpu("A100-40GB");
  for (const auto& names : std::vector<std::vector<std::string>>{{"7g.40gb"},
                                                                 {"4g.20gb", "3g.20gb"},
                                                                 {"3g.20gb", "3g.20gb"},
                                                                 {"2g.10gb", "2g.10gb", "3g.20gb"},
                                                                 {"1g.5gb", "1g.5gb", "2g.10gb", "3g.20gb"},
                                                                 {"2g.10gb", "2g.10gb", "2g.10gb", "1g.5gb"},
                                                                 {"1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb"},
                                                                 std::vector<std::string>(7, "1g.5gb"),
                                                                 {"1g.5gb+me", "1g.5gb", "1g.5gb", "4g.20gb"}}) {
    const Layout asked = layout(a100, names);
    const auto placed = hw::place_mig(a100, asked);
    INFO(hw::layout_text(asked));
    REQUIRE(placed);
    std::set<int> taken;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto& starts = asked[i]->starts;
      CHECK(std::find(starts.begin(), starts.end(), placed->starts[i]) != starts.end());
      for (int slice = 0; slice < asked[i]->memory; ++slice) CHECK(taken.insert(placed->starts[i] + slice).second);
    }
  }
}

TEST_CASE("an impossible layout has a reason and a legal one beside it", "[hw][unit]") {
  const hw::GpuModel& a100 = *hw::find_gpu("A100-40GB");
  struct Row {
    std::vector<std::string> names;
    std::string reason;
    std::string closest;
  };
  for (const Row& row : std::vector<Row>{{{"4g.20gb", "4g.20gb"}, "8 compute slices of the 7", "4g.20gb, 3g.20gb"},
                                         {std::vector<std::string>(8, "1g.5gb"), "8 compute slices",
                                          "1g.5gb, 1g.5gb, 1g.5gb, 1g.5gb, 1g.5gb, 1g.5gb, 1g.5gb"},
                                         {{"3g.20gb", "3g.20gb", "1g.5gb"}, "legal starts", "3g.20gb, 3g.20gb"},
                                         {{"1g.5gb+me", "1g.5gb+me"}, "more than 1 of 1g.5gb+me", "1g.5gb+me"},
                                         {{"2g.10gb", "2g.10gb", "2g.10gb", "1g.10gb"}, "", ""}}) {
    const Layout asked = layout(a100, row.names);
    INFO(hw::layout_text(asked));
    const bool possible = row.reason.empty();
    CHECK(hw::place_mig(a100, asked).has_value() == possible);
    if (possible) continue;
    CHECK(hw::why_impossible(a100, asked).find(row.reason) != std::string::npos);
    const Layout closest = hw::closest_layout(a100, asked);
    CHECK(hw::layout_text(closest) == row.closest);
    CHECK(hw::place_mig(a100, closest));
  }
}

TEST_CASE("every card that says it has MIG slices has profiles, and every profile fits on its card alone",
          "[hw][unit]") {
  for (const hw::GpuModel& card : hw::gpus()) {
    INFO(card.name);
    const double slices = card.mig_slices.value.value_or(0);
    if (slices == 0) CHECK(card.mig_profiles.empty());
    for (const hw::MigProfile& profile : card.mig_profiles) {
      INFO(profile.name);
      CHECK(hw::place_mig(card, {&profile}));
      CHECK(profile.slowdown.nominal >= 1);
      CHECK(profile.slowdown.low <= profile.slowdown.nominal);
      CHECK(profile.memory_mib > 0);
      CHECK(profile.memory_mib <= *card.memory_mib.value);
      const Layout full(static_cast<std::size_t>(profile.most), &profile);
      CHECK(hw::place_mig(card, full));
      CHECK_FALSE(hw::place_mig(card, Layout(static_cast<std::size_t>(profile.most) + 1, &profile)));
    }
  }
}
