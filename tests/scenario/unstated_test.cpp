#include <catch2/catch.hpp>

#include <string>

#include <nlohmann/json.hpp>

#include <libsched/scenario/simulate.hpp>
#include <libsched/scenario/unstated.hpp>

#include "scenario/read.hpp"

namespace libsched::scenario {
namespace {

const std::string kTwo = R"(version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: a, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 8}}
  - {name: b, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 2, cpu_ms: 1, bursts: 3}, memory_mib: 900}
run: {duration_s: 1}
)";

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

}  // namespace

TEST_CASE("what a file does not say is named with what is taken instead, memory first", "[scenario][unit]") {
  const auto lines = unstated(test::read(kTwo));
  REQUIRE(lines.size() == 4);
  CHECK_THAT(lines[0], StartsWith("no memory_mib (a): "));
  CHECK_THAT(lines[1], StartsWith("no framework (b): a bare CUDA context"));
  CHECK_THAT(lines[2], StartsWith("cpu_ms 0 or not given (a): "));
  CHECK_THAT(lines[3], StartsWith("no bursts (a): 1"));
  const std::vector<Override> all = {{"workloads[0].memory_mib", "500"},
                                     {"workloads[0].framework", "cuda"},
                                     {"workloads[1].framework", "pytorch"},
                                     {"workloads[0].request.cpu_ms", "1"},
                                     {"workloads[0].request.bursts", "1"}};
  CHECK(unstated(test::read(kTwo, all)).empty());
  CHECK(unstated_warnings(test::read(kTwo, all)).empty());
  CHECK(unstated_warnings(test::read(kTwo)).size() == 2);
}

TEST_CASE("a report says what the file leaves out, and right below the verdict that memory is not modelled",
          "[scenario][unit]") {
  const Report report = simulate(test::read(kTwo));
  CHECK_THAT(report.assumptions.at(0), StartsWith("no memory_mib (a)"));
  const std::string text = to_text(report);
  CHECK(text.find("\nwarning: a: memory is not modelled") == text.find('\n'));
  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json["assumptions"][0] == report.assumptions[0]);
  CHECK(json["notes"][0]["severity"] == "warning");
}

TEST_CASE("who tells what the file leaves out elsewhere has a report without it, and with all else",
          "[scenario][unit]") {
  const Report whole = simulate(test::read(kTwo));
  Hooks hooks;
  hooks.tell_unstated = false;
  const Report rest = simulate(test::read(kTwo), hooks);
  const auto lines = unstated(test::read(kTwo)).size();
  CHECK(rest.assumptions == std::vector(whole.assumptions.begin() + static_cast<long>(lines), whole.assumptions.end()));
  CHECK(rest.notes.size() + unstated_warnings(test::read(kTwo)).size() == whole.notes.size());
}

TEST_CASE("memory that can hardly be meant in MiB is noted at its line", "[scenario][unit]") {
  const auto notes = [](const char* mib) {
    std::string text;
    for (const Issue& note : test::read(kTwo, {{"workloads[1].memory_mib", mib}}).notes) {
      text += note.where + ": " + note.what + "; " + note.fix + "\n";
    }
    return text;
  };
  CHECK_THAT(notes("2.5"), Contains("b has a memory_mib of 2.5") && Contains("2560"));
  CHECK_THAT(notes("{from: 1, to: 3, at_s: 60}"), Contains("memory_mib of 3"));
  CHECK_THAT(notes("32"), !Contains("memory_mib"));
}

TEST_CASE("a thread percentage that the device plugin cannot give is a warning", "[scenario][unit]") {
  const auto warned = [](const char* pct, const char* replicas) {
    const std::string sharing = std::string{"{mode: mps, replicas: "} + replicas + ", active_thread_pct: " + pct + "}";
    for (const Issue& note : simulate(test::read(kTwo, {{"sharing", sharing}})).notes) {
      if (note.where == "sharing.active_thread_pct") return note.severity == Severity::kWarning;
    }
    return false;
  };
  CHECK(warned("100", "2"));
  CHECK(warned("34", "3"));  // floor(100 / 3) = 33
  CHECK_FALSE(warned("33", "3"));
  CHECK_FALSE(warned("20", "2"));
}

}  // namespace libsched::scenario
