#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <libsched/base/random.hpp>
#include <libsched/des/engine.hpp>

using namespace libsched;
using namespace std::chrono_literals;

TEST_CASE("events run by time, then kind, then entity, then in the order they were scheduled", "[des][unit]") {
  des::Engine engine;
  std::string log;
  const auto say = [&](char c) {
    auto* to = &log;
    return [to, c] { to->push_back(c); };
  };
  engine.at(Time{2ns}, {0, 0}, say('f'));
  engine.at(Time{1ns}, {1, 0}, say('d'));
  engine.at(Time{1ns}, {0, 7}, say('b'));
  engine.at(Time{1ns}, {0, 7}, say('c'));
  engine.at(Time{1ns}, {0, 3}, say('a'));
  engine.at(Time{1ns}, {2, 0}, say('e'));
  engine.run_until(Time{5ns});
  CHECK(log == "abcdef");
  CHECK(engine.now() == Time{5ns});
  CHECK(engine.executed() == 6);
}

TEST_CASE("a cancelled event does not run, once, and its handle means nothing afterwards", "[des][unit]") {
  des::Engine engine;
  int runs = 0;
  const auto handle = engine.at(Time{1ns}, {}, [&runs] { ++runs; });
  CHECK(engine.cancel(handle));
  CHECK_FALSE(engine.cancel(handle));
  const auto reused = engine.at(Time{1ns}, {}, [&runs] { ++runs; });
  CHECK_FALSE(engine.cancel(handle));  // the slot belongs to another event now
  engine.run_until(Time{2ns});
  CHECK(runs == 1);
  CHECK_FALSE(engine.cancel(reused));
  CHECK_FALSE(engine.cancel(des::Handle{}));
}

TEST_CASE("an event that is moved runs at its new time, after its equals", "[des][unit]") {
  des::Engine engine;
  std::string log;
  const auto say = [&](char c) {
    auto* to = &log;
    return [to, c] { to->push_back(c); };
  };
  const auto later = engine.at(Time{1ns}, {0, 0}, say('d'));
  const auto sooner = engine.at(Time{9ns}, {0, 0}, say('a'));
  const auto same = engine.at(Time{5ns}, {0, 0}, say('c'));
  engine.at(Time{5ns}, {0, 0}, say('b'));
  CHECK(engine.move(later, Time{7ns}));
  CHECK(engine.move(sooner, Time{2ns}));
  CHECK(engine.move(same, Time{5ns}));
  engine.run_until(Time{20ns});
  CHECK(log == "abcd");
  CHECK_FALSE(engine.move(later, Time{30ns}));
  CHECK(engine.pending() == 0);
}

TEST_CASE("an event sees what is pending beside itself", "[des][unit]") {
  des::Engine engine;
  engine.at(Time{1ns}, {3, 0}, [&] {
    CHECK(engine.next_time() == kNever);
    CHECK(engine.pending() == 0);
    for (int i = 0; i < 5; ++i) engine.at(Time{Duration{9 - i}}, {0, 0}, [] {});
    CHECK(engine.next_time() == Time{5ns});
    const auto now = engine.at(Time{1ns}, {0, 0}, [] {});  // of a lower kind than the event that runs
    CHECK(engine.next_time() == Time{1ns});
    CHECK(engine.cancel(now));
    CHECK(engine.next_time() == Time{5ns});
    CHECK(engine.pending() == 5);
  });
  engine.run_until(Time{6ns});
  CHECK(engine.pending() == 3);
  CHECK(engine.next_time() == Time{7ns});
}

TEST_CASE("the queue agrees with a sorted list over random insertions, moves and cancellations", "[des][twin]") {
  des::Engine engine;
  struct Planned {
    std::int64_t time;
    std::uint8_t kind;
    std::uint32_t entity;
    int id;
    int sequence;
  };
  int sequence = 0;
  std::vector<Planned> expected;
  std::vector<std::pair<int, des::Handle>> handles;
  std::vector<int> ran;
  for (int id = 0; id < 5000; ++id) {
    Draw draw{RandomKey{7, 1}, Purpose::kArrival, static_cast<std::uint64_t>(id)};
    const Planned p{static_cast<std::int64_t>(draw.uniform() * 300), static_cast<std::uint8_t>(draw.uniform() * 3),
                    static_cast<std::uint32_t>(draw.uniform() * 4), id, sequence++};
    handles.emplace_back(id, engine.at(Time{Duration{p.time}}, {p.kind, p.entity}, [&ran, id] { ran.push_back(id); }));
    expected.push_back(p);
    if (draw.uniform() < 0.3) {
      const auto& [moved, handle] =
          handles[static_cast<std::size_t>(draw.uniform() * static_cast<double>(handles.size()))];
      const auto time = static_cast<std::int64_t>(draw.uniform() * 300);
      REQUIRE(engine.move(handle, Time{Duration{time}}));
      const auto at = std::find_if(expected.begin(), expected.end(), [&](const Planned& e) { return e.id == moved; });
      Planned p_moved = *at;
      p_moved.time = time;
      p_moved.sequence = sequence++;
      *at = p_moved;
    }
    if (draw.uniform() < 0.3) {
      const auto victim = static_cast<std::size_t>(draw.uniform() * static_cast<double>(handles.size()));
      REQUIRE(engine.cancel(handles[victim].second));
      std::erase_if(expected, [&](const Planned& e) { return e.id == handles[victim].first; });
      handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(victim));
    }
  }
  engine.run_until(kNever);
  std::sort(expected.begin(), expected.end(), [](const Planned& a, const Planned& b) {
    return std::tie(a.time, a.kind, a.entity, a.sequence) < std::tie(b.time, b.kind, b.entity, b.sequence);
  });
  REQUIRE(ran.size() == expected.size());
  for (std::size_t i = 0; i < ran.size(); ++i) REQUIRE(ran[i] == expected[i].id);
  CHECK(engine.pending() == 0);
}

TEST_CASE("a run stops where it is told to and goes on from there", "[des][unit]") {
  des::Engine engine;
  std::vector<int> ran;
  for (int i = 1; i <= 5; ++i) {
    engine.at(Time{Duration{i}}, {}, [&engine, &ran, i] {
      ran.push_back(i);
      if (i == 2) engine.stop();
    });
  }
  engine.run_until(kNever);
  CHECK(ran == std::vector{1, 2});
  CHECK(engine.now() == Time{2ns});
  engine.run_until(Time{10ns}, engine.executed() + 1);
  CHECK(ran == std::vector{1, 2, 3});
  CHECK(engine.now() == Time{3ns});
  engine.run_until(Time{10ns});
  CHECK(ran.size() == 5);
  CHECK(engine.now() == Time{10ns});
}

TEST_CASE("a thing to do soon waits for what is due at the same instant", "[des][unit]") {
  des::Engine engine;
  std::string log;
  engine.at(Time{1ns}, {0, 0}, [&] {
    engine.soon({2, 0}, [&] { log += 'c'; });  // one more event is due now, of a lower kind
    log += 'a';
  });
  engine.at(Time{1ns}, {1, 0}, [&] { log += 'b'; });
  engine.at(Time{2ns}, {0, 0}, [&] {
    engine.soon({2, 0}, [&] { log += 'e'; });  // nothing else is due, yet not before this event is over
    log += 'd';
  });
  engine.run_until(Time{3ns});
  CHECK(log == "abcde");
}

TEST_CASE("things to do soon keep the order of events, whoever asks first", "[des][unit]") {
  des::Engine engine;
  std::string log;
  engine.at(Time{1ns}, {0, 0}, [&] {
    engine.soon({3, 7}, [&] { log += 'c'; });
    engine.soon({3, 5}, [&] { log += 'b'; });
    log += 'a';
  });
  engine.at(Time{2ns}, {0, 0}, [&] {
    engine.soon({3, 7}, [&] { log += 'f'; });
    engine.at(Time{2ns}, {1, 0}, [&] { log += 'e'; });
    log += 'd';
  });
  engine.at(Time{3ns}, {0, 0}, [&] {
    engine.soon({3, 7}, [&] { log += 'h'; });
    engine.stop();
    log += 'g';
  });
  engine.run_until(Time{4ns});
  CHECK(log == "abcdefg");
  engine.run_until(Time{4ns});
  CHECK(log == "abcdefgh");
}

TEST_CASE("an actor may run ahead up to the next event and the end of the run, and no further", "[des][unit]") {
  des::Engine engine;
  engine.at(Time{1ns}, {}, [&] {
    CHECK(engine.horizon() == Time{5ns});
    engine.advanced(Time{4ns}, 3);
    CHECK(engine.now() == Time{4ns});
  });
  engine.at(Time{5ns}, {}, [&] {
    CHECK(engine.horizon() == Time{21ns});
    engine.stop();
    CHECK(engine.horizon() == Time::min());
  });
  engine.run_until(Time{20ns});
  CHECK(engine.executed() == 5);
}
