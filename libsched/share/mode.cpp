#include <libsched/share/mode.hpp>

namespace libsched::share {

void SpanObserver::on_turns(const Turns& turns) {
  Time begin = turns.begin;
  std::size_t who = 0;
  for (std::int64_t turn = 0; turn < turns.count; ++turn) {
    const Time runs = begin + turns.cost;
    if (begin < runs) on_span({Span::Kind::kSwitch, turns.order[who], begin, runs});
    begin = runs + turns.slice;
    on_span({Span::Kind::kRun, turns.order[who], runs, begin});
    who = who + 1 == turns.order.size() ? 0 : who + 1;
  }
}

}  // namespace libsched::share
