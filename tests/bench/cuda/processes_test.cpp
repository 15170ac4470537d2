#include "bench/cuda/processes.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "bench/cuda/column_text.hpp"

using namespace slicewise::bench::cuda;

TEST_CASE("columns survive the way through bytes", "[bench][cuda][unit]") {
  const Columns columns = {{"a", {1, -2, 1'700'000'000'000'000'001}}, {"", {}}, {"long name/with slashes", {0}}};
  CHECK(columns_from_text(columns_to_text(columns)) == columns);
  CHECK(columns_from_text("").empty());
}

TEST_CASE("every process of a team hands back what it found", "[bench][cuda][unit]") {
  const Outcome outcome = run_team(3, 30, [](Member& member) {
    member.cell(member.rank()) = 10 * (member.rank() + 1);
    member.barrier();
    member.columns["sum"] = {member.cell(0) + member.cell(1) + member.cell(2)};
    member.barrier();
    member.columns["rank"] = {member.rank(), member.size()};
  });
  CHECK(outcome.problem.empty());
  REQUIRE(outcome.columns.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(outcome.columns[i].at("sum") == std::vector<std::int64_t>{60});
    CHECK(outcome.columns[i].at("rank") == std::vector<std::int64_t>{static_cast<std::int64_t>(i), 3});
  }
}

TEST_CASE("processes can act in the order of their rank", "[bench][cuda][unit]") {
  const Outcome outcome = run_team(
      4, 30, [](Member& member) { member.in_turn([&] { member.columns["place"] = {member.cell(0).fetch_add(1)}; }); });
  for (std::size_t i = 0; i < 4; ++i) CHECK(outcome.columns[i].at("place").at(0) == static_cast<std::int64_t>(i));
}

TEST_CASE("each process can have a moment for itself", "[bench][cuda][unit]") {
  const Outcome outcome = run_team(3, 30, [](Member& member) {
    member.each_alone([&] {
      member.columns["others"] = {member.cell(0).fetch_add(1)};
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
      member.cell(0) -= 1;
    });
  });
  for (const Columns& columns : outcome.columns) CHECK(columns.at("others").at(0) == 0);
}

TEST_CASE("what goes wrong in one process stops the others and is told", "[bench][cuda][unit]") {
  const Outcome outcome = run_team(2, 60, [](Member& member) {
    member.columns["before"] = {1};
    if (member.rank() == 1) throw std::runtime_error{"no memory for the log"};
    member.barrier();  // would wait for ever
  });
  CHECK(outcome.problem == "process 1: no memory for the log");
  CHECK(outcome.columns[0].at("before").at(0) == 1);  // what there was is kept
}

TEST_CASE("a process that dies is told by its signal", "[bench][cuda][unit]") {
  const Outcome outcome = run_team(1, 60, [](Member&) { std::raise(SIGKILL); });
  CHECK(outcome.problem == "process 0: a process ended by signal 9");
}

TEST_CASE("time ends a team: who waits is stopped without complaint, who does not obey is killed",
          "[bench][cuda][unit]") {
  SECTION("waiting") {
    const Outcome outcome = run_team(2, 0.1, [](Member& member) {
      member.columns["before"] = {1};
      member.wait_for(0, 1);
    });
    CHECK(outcome.problem.empty());
    CHECK(outcome.columns[1].at("before").at(0) == 1);
  }
  SECTION("not obeying") {
    const Outcome outcome = run_team(
        1, 0.05, [](Member&) { std::this_thread::sleep_for(std::chrono::seconds{60}); }, 0.1);
    CHECK(outcome.problem == "a process did not stop in time and was killed");
    CHECK(outcome.columns[0].empty());
  }
}

TEST_CASE("waiting until a time does not end before it", "[bench][cuda][unit]") {
  const std::int64_t at = host_ns() + 1'000'000;
  wait_until(at);
  CHECK(host_ns() >= at);
  wait_until(at - 5'000'000);  // the past: no wait
}
