#include <catch2/catch.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <libsched/scenario/scenario.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {

using test::issues;
using test::read;
using test::with;

namespace {

/// A value that must be refused, and words that its issue must hold.
struct Bad {
  std::string path;
  std::string value;
  std::string words;
};

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace

TEST_CASE("a wrong value is an issue at its place that says how to mend it", "[scenario][unit]") {
  const std::vector<Bad> cases = {
      {"version", "2", "this release reads version: 1"},
      {"version", "one", "whole number"},
      {"gpu", "T4", "give a map"},
      {"gpu", "{}", "add model: T4 or instance"},
      {"gpu", "{model: T44}", "did you mean T4?"},
      {"gpu", "{model: [T4]}", "is a list; give text"},
      {"gpu", "{instance: g4dn.xlarg}", "did you mean g4dn.xlarge?"},
      {"gpu", "{instance: g6f.large}", "fraction"},
      {"gpu", "{instance: g4dn.xlarge, model: A10G}", "g4dn.xlarge has T4"},
      {"gpu", "{model: mine, profile: p.yaml, sms: 10}", "nobody listed"},
      {"gpu.count", "0", "from 1 to 10000"},
      {"gpu.count", "1000000000", "from 1 to 10000"},
      {"gpu.slice_us", "0", "from 0.001"},
      {"gpu.slice_us", "-1", "from 0.001"},
      {"gpu.slice_us", ".inf", "is .inf"},
      {"gpu.slice_us", ".nan", "is .nan"},
      {"gpu.slice_us", "1e999", "is 1e999"},
      {"gpu.slice_us", "5", "leaves no work in a slice"},
      {"gpu.refill_us", "1e6", "give a refill_us below slice_us"},
      {"gpu.refill_us", "2097.1516", "leaves no work in a slice"},  // of whole nanoseconds
      {"gpu.switch_us", "[1]", "a number or {preempt"},
      {"gpu.switch_us", "{prempt: 1}", "did you mean `preempt`?"},
      {"gpu.switch_us", "-1", "from 0 to"},
      {"gpu.ring", "create", "creation, arrival"},
      {"gpu.sms", "0", "from 1"},
      {"gpu.memory_mib", "0", "more than 0"},
      {"gpu.profile", "/nonexistent/p.yaml", "there is no such file"},
      {"gpu.profile", "/", "this is a folder"},
      {"sharing", "time-slicing", "give a map"},
      {"sharing", "{replicas: 4}", "`sharing.mode` is missing"},
      {"sharing", "{mode: timeslicing, replicas: 4}", "did you mean time-slicing?"},
      {"sharing", "{mode: time-slicing}", "`sharing.replicas` is missing"},
      {"sharing", "{mode: time-slicing, replicas: 1}", "from 2 to 1024"},
      {"sharing", "{mode: time-slicing, replicas: 1000000000}", "from 2 to 1024"},
      {"sharing", "{mode: time-slicing, replicas: 4, layout: []}", "unknown key `sharing.layout`"},
      {"sharing", "{mode: exclusive, replicas: 2}", "one slot"},
      {"sharing", "{mode: mps}", "`sharing.replicas` is missing"},
      {"sharing", "{mode: mps, replicas: 4, active_thread_pct: 101}", "active_thread_pct"},
      {"sharing", "{mode: mps, replicas: 4, memory_limit: 1}", "did you mean `memory_limit_mib`?"},
      {"sharing", "{mode: mig, layout: [3g.20gb, {profile: 2g.10gb, sharing: {mode: time-slicing, replicas: 2}}]}",
       "has no MIG"},
      {"sharing", "{mode: mig, layout: [3g20gb]}", "has no MIG"},
      {"sharing", "{mode: mig, layout: [{profile: 1g.5gb, sharing: {mode: mig, layout: []}}]}", "layout inside"},
      {"workloads", "{}", "give a list"},
      {"workloads", "[]", "has 0 entries"},
      {"workloads", "[4]", "give a map"},
      {"workloads[0].name", "''", "text of 1 to 253 bytes"},
      {"workloads[0].name", "7", "put it into quotes"},
      {"workloads[0].name", "\"a\\nb\"", "control characters"},
      {"workloads[0].pods", "0", "from 1 to 100000"},
      {"workloads[0].pods", "-3", "is -3"},
      {"workloads[0].pods", "1.5", "is 1.5; give a whole number"},
      {"workloads[0].pods", "\"4\"", "is the text \"4\""},
      {"workloads[0].pods", "true", "is true"},
      {"workloads[0].pods", "~", "is empty"},
      {"workloads[0].pods", "0x10", "is 0x10"},
      {"workloads[0].pods", "99999999999999999999", "from 1 to 100000"},
      {"workloads[0].processes", "2000", "from 1 to 1024"},
      {"workloads[0].streams", "0", "from 1 to 1024"},
      {"workloads[0].arrivals", "poisson", "give a map"},
      {"workloads[0].arrivals", "{rate_per_s: 3}", "add kind: one of poisson"},
      {"workloads[0].arrivals", "{kind: poison, rate_per_s: 3}", "did you mean poisson?"},
      {"workloads[0].arrivals", "{kind: poisson}", "`workloads[0].arrivals.rate_per_s` is missing"},
      {"workloads[0].arrivals", "{kind: poisson, rate_per_s: 0}", "rate_per_s` is 0"},
      {"workloads[0].arrivals", "{kind: poisson, rate_per_s: 2e9}", "at most|to 1e+09"},
      {"workloads[0].arrivals", "{kind: poisson, rate_per_s: 2, total_rate_per_s: 3}", "keep one of them"},
      {"workloads[0].arrivals", "{kind: poisson, rate_per_s: 2, route: random}", "needs `total_rate_per_s`"},
      {"workloads[0].arrivals", "{kind: poisson, total_rate_per_s: 2, route: rand}",
       "random, round-robin, shared-queue"},
      {"workloads[0].arrivals", "{kind: poisson, rate_per_s: 2, size: 3}", "unknown key"},
      {"workloads[0].arrivals", "{kind: batch, rate_per_s: 2}", "size` is missing"},
      {"workloads[0].arrivals", "{kind: batch, rate_per_s: 2, size: 0}", "from 1 to 1000000"},
      {"workloads[0].arrivals", "{kind: batch, rate_per_s: 2, size: {dist: erlang, mean: 2}}", "give geometric"},
      {"workloads[0].arrivals", "{kind: mmpp, rates_per_s: [1, 2], mean_s: [1]}", "give 2 to"},
      {"workloads[0].arrivals", "{kind: mmpp, rates_per_s: [1, 2], mean_s: [1, 2, 3]}", "3 entries for 2 rates"},
      {"workloads[0].arrivals", "{kind: mmpp, rates_per_s: [0, 0], mean_s: [1, 2]}", "no regime with arrivals"},
      {"workloads[0].arrivals", "{kind: trace}", "add file: arrivals.csv"},
      {"workloads[0].arrivals", "{kind: trace, file: /nonexistent}", "there is no such file"},
      {"workloads[0].arrivals", "{kind: trace, file: /dev/zero}", "not a regular file"},
      {"workloads[0].arrivals", "{kind: closed, concurrency: 0}", "from 1 to 10000"},
      {"workloads[0].arrivals", "{kind: closed, think_ms: -1}", "think_ms` is -1"},
      {"workloads[0].arrivals", "{kind: closed, rate_per_s: 1}", "unknown key"},
      {"workloads[0].request", "8.0", "give a map"},
      {"workloads[0].request", "{cpu_ms: 1}", "gpu_ms` is missing"},
      {"workloads[0].request.gpu_ms", "0", "gpu_ms` is 0"},
      {"workloads[0].request.gpu_ms", "-8", "gpu_ms` is -8"},
      {"workloads[0].request.gpu_ms", "[8]", "a number or {dist: ...}"},
      {"workloads[0].request.gpu_ms", "{A10G: 3.4, L4: 5}", "has no number for T4 (there: A10G, L4)"},
      {"workloads[0].request.gpu_ms", "{T4: 3.4, Tesla-T4: 5}", "a second number"},
      {"workloads[0].request.gpu_ms", "{T4: 3.4, A1OG: 5}", "did you mean A10G?"},
      {"workloads[0].request.gpu_ms", "{dist: normal, mean: 3}", "did you mean lognormal?|one of constant"},
      {"workloads[0].request.gpu_ms", "{dist: exponential}", "mean` is missing"},
      {"workloads[0].request.gpu_ms", "{dist: exponential, mean: 0}", "mean` is 0"},
      {"workloads[0].request.gpu_ms", "{dist: exponential, mean: 1, cv: 1}", "unknown key"},
      {"workloads[0].request.gpu_ms", "{dist: erlang, mean: 1, k: 0}", "k` is 0"},
      {"workloads[0].request.gpu_ms", "{dist: gamma, mean: 1, cv: 101}", "from 0 to 100"},
      {"workloads[0].request.gpu_ms", "{dist: uniform, low: 3, high: 3}", "give low below high"},
      {"workloads[0].request.gpu_ms", "{dist: constant, value: 3, mean: 3}", "keep one of them"},
      {"workloads[0].request.gpu_ms", "{dist: hyperexponential, p: [0.5, 0.4], means: [1, 2]}", "sums to 0.9"},
      {"workloads[0].request.gpu_ms", "{dist: hyperexponential, p: 1.5, means: [1, 2]}", "from 0 to 1"},
      {"workloads[0].request.gpu_ms", "{dist: hyperexponential, p: 0.5, means: [1, 2, 3]}", "3 means for 2"},
      {"workloads[0].request.gpu_ms", "{dist: geometric, mean: 3}", "one of constant"},
      {"workloads[0].request.cpu_ms", "-1", "cpu_ms` is -1"},
      {"workloads[0].request.bursts", "0", "from 1 to 1000000"},
      {"workloads[0].request", "{gpu_ms: 0.001, bursts: 1001}", "shorter than 1 ns"},
      {"workloads[0].request.launch", "asynch", "did you mean async?"},
      {"workloads[0].request.gpu_ms_small", "40", "give a map"},
      {"workloads[0].request.gpu_ms_small", "[{profile: 1g.5gb, ms: 4}, {profile: mig-1g.5gb, ms: 5}]",
       "gives 1g.5gb a second time"},
      {"workloads[0].request.gpu_ms_small", "{profile: 1g.5gb}", "ms` is missing"},
      {"workloads[0].request.gpu_sm", "40", "unknown key `workloads[0].request.gpu_sm`; did you mean `gpu_ms`?"},
      {"workloads[0].width", "1.1", "from 0 to 1"},
      {"workloads[0].memory_mib", "-1", "more than 0"},
      {"workloads[0].memory_mib", "{from: 5, to: 2, at_s: 1}", "less than from"},
      {"workloads[0].memory_mib", "{from: 5}", "to` is missing"},
      {"workloads[0].framework", "torch", "one of"},
      {"workloads[0].reserve_fraction", "0", "more than 0"},
      {"workloads[0].slo", "60", "give a map"},
      {"workloads[0].slo", "{}", "add p99_ms: 60"},
      {"workloads[0].slo", "{p99_ms: 0}", "p99_ms` is 0"},
      {"run", "[]", "give a map"},
      {"run.seed", "-1", "seed` is -1"},
      {"run.seed", "1.5", "seed` is 1.5"},
      {"run.seed", "18446744073709551616", "seed` is 18446744073709551616"},
      {"run.duration_s", "forever", "duration_s` is forever"},
      {"run.duration_s", "0", "duration_s` is 0"},
      {"run.precision", "0", "precision` is 0"},
      {"run.engine", "fast", "auto, stepping, skipping"},
      {"run.max_events", "0", "max_events` is 0"},
      {"runs", "{}", "did you mean `run`?"},
  };
  for (const Bad& bad : cases) {
    CAPTURE(bad.path, bad.value);
    const std::string found = issues(with(bad.path, bad.value));
    CHECK_THAT(found, Catch::StartsWith("--set " + bad.path + ":"));
    const auto bar = bad.words.find('|');  // either of two
    const bool holds = found.find(bad.words.substr(0, bar)) != std::string::npos ||
                       (bar != std::string::npos && found.find(bad.words.substr(bar + 1)) != std::string::npos);
    CAPTURE(found, bad.words);
    CHECK(holds);
  }
}

TEST_CASE("missing keys are all named at the map that lacks them", "[scenario][unit]") {
  const std::string found = issues(read("version: 1\nworkloads:\n  - pods: 2\n"));
  CHECK_THAT(found, Catch::Contains("t.yaml:1: `gpu` is missing"));
  CHECK_THAT(found, Catch::Contains("t.yaml:3: `workloads[0].name` is missing"));
  CHECK_THAT(found, Catch::Contains("t.yaml:3: `workloads[0].arrivals` is missing"));
  CHECK_THAT(found, Catch::Contains("t.yaml:3: `workloads[0].request` is missing"));
}

TEST_CASE("repeated keys and names are issues with their lines", "[scenario][unit]") {
  CHECK_THAT(issues(read(test::kSmallest + "gpu: {model: L4}\n")),
             Catch::StartsWith("t.yaml:7: the key `gpu` is given twice"));
  CHECK_THAT(
      issues(read(test::kSmallest + "  - name: detector\n    arrivals: {kind: closed}\n    request: {gpu_ms: 1}\n")),
      Catch::StartsWith("t.yaml:7: `workloads[1]` has the name detector, taken at t.yaml:4"));
}

TEST_CASE("text that is no scenario is one issue at its line", "[scenario][unit]") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "t.yaml:1: the text is empty"},
      {"# only a comment\n", "t.yaml:1: the text is empty"},
      {"~", "t.yaml:1: the scenario is empty"},
      {"- a\n- b", "t.yaml:1: the scenario is a list"},
      {"hello", "t.yaml:1: the scenario is hello"},
      {std::string("a: \0b", 5), "control byte 0x00"},
      {"version: 1\n\x04", "t.yaml:2: the text has the control byte 0x04"},
      {"a: \xff", "not UTF-8"},
      {"\xff\xfe"
       "a",
       "UTF-16"},
      {"version: 1\n\tgpu: {}", "t.yaml:2: this is not YAML"},
      {"version: 1\n\tgpu: {}", "YAML allows no tabs"},
      {"gpu: {model: T4", "this is not YAML"},
      {"a: *nowhere", "this is not YAML"},
      {"a: &a [*a]", "t.yaml:1: this alias stands inside the value that it names"},
      {"a: &a {b: {c: *a}}", "this alias stands inside"},
      {"version: 1\n---\nversion: 1", "t.yaml:2: a second document starts here"},
      {"? [a, b]\n: c", "a key is not a word"},
      {"<<: {version: 1}", "merge keys are not read"},
      {std::string(std::size_t{5} << 20, ' '), "longer than 4 MiB"},
  };
  for (const auto& [text, words] : cases) {
    CAPTURE(text.substr(0, 100));
    CHECK_THAT(issues(read(text)), Catch::Contains(words));
  }
}

TEST_CASE("hostile text is refused in bounded time", "[scenario][unit]") {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(last + ", ", 9) + last + "]\n";
  }
  const int deep = 100'000;
  const std::vector<std::string> texts = {laughs,
                                          repeated("[", deep),
                                          repeated("{a: ", deep),
                                          repeated("- ", deep),
                                          "gpu: " + repeated("[", deep) + repeated("]", deep),
                                          repeated("&a ", deep),
                                          repeated("a:\n", deep),
                                          repeated("? ", deep),
                                          repeated("%YAML 1.2\n", deep),
                                          repeated("- x\n", 200'000),
                                          repeated("unknown_key_1: 1\n", 40'000),
                                          "a: \"" + repeated("x", 1'000'000),
                                          repeated("x", 1'000'000) + ": 1"};
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 40));
    const auto start = std::chrono::steady_clock::now();
    const std::string found = issues(read(text));
    CHECK(found != "");
    CHECK(found.size() < 400'000);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{20});  // under sanitizers, on a busy machine
  }
}

}  // namespace libsched::scenario
