#include <limits>

#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {

RunOptions read_run(const Cursor& run) {
  constexpr std::uint64_t kMostEvents = 1'000'000'000'000;
  constexpr Range kPrecision{1e-4, 1.0};
  RunOptions options;
  const Fields fields{run};
  if (!fields) return options;
  fields.only(keys_of("run"));
  if (const auto seed = fields.find("seed")) {
    options.seed = seed->whole64(0, std::numeric_limits<std::uint64_t>::max()).value_or(options.seed);
  }
  if (const auto duration = fields.find("duration_s"); duration && !duration->is_word("auto")) {
    options.duration_s = duration->number(kSeconds);
  }
  if (const auto precision = fields.find("precision")) {
    options.precision = precision->number(kPrecision).value_or(options.precision);
  }
  if (const auto engine = fields.find("engine")) {
    constexpr Engine kEngines[] = {Engine::kAuto, Engine::kStepping, Engine::kSkipping};
    if (const auto chosen = engine->choice({"auto", "stepping", "skipping"})) options.engine = kEngines[*chosen];
  }
  if (const auto events = fields.find("max_events")) {
    options.max_events = events->whole64(1, kMostEvents).value_or(options.max_events);
  }
  return options;
}

}  // namespace libsched::scenario::detail
