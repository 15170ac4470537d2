#include "spinning.hpp"

#include <algorithm>
#include <string>

#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {

Spinning spin_together(int processes, double seconds, const Facts& facts) {
  const double round_s = std::min(kRoundS, seconds);
  const int rounds = std::max(1, static_cast<int>(seconds / (round_s + 0.05)));
  const auto prefix = [](int round) { return "r" + std::to_string(round) + "/"; };
  Spinning spinning;
  spinning.outcome = run_team(processes, team_limit_s(seconds, facts.start_s, processes), [&](Member& member) {
    Session session;
    member.barrier();  // no context is made while somebody measures: its start-up work would show as one more process
    session.warm(0.2);
    for (int round = 0; round < rounds; ++round) {
      member.barrier();
      session.start_spin(session.one_wave(), round_s);
      put_timeline(member.columns, prefix(round), session.finish());
    }
  });
  spinning.rounds.resize(static_cast<std::size_t>(processes));
  for (int round = 0; round < rounds; ++round) {
    std::vector<Timeline> of_all;
    for (const Columns& columns : spinning.outcome.columns) {
      if (columns.count(prefix(round) + "whole") != 0) of_all.push_back(timeline_of(columns, prefix(round)));
    }
    if (of_all.size() < spinning.rounds.size()) continue;  // interrupted in this round
    keep_common(of_all);
    for (std::size_t process = 0; process < of_all.size(); ++process)
      spinning.rounds[process].push_back(std::move(of_all[process]));
  }
  return spinning;
}

}  // namespace slicewise::bench::cuda
