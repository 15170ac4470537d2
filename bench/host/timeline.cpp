#include "timeline.hpp"

#include <algorithm>

namespace slicewise::bench::host {

void spin(SpanLog& log, int process, const Shift& shift) {
  Span span{now_ns(), now_ns()};
  while (true) {
    const std::int64_t now = now_ns();
    if (now - span.end > kShortestBreak) {
      log.add(process, span);
      span.start = now_ns();  // the log's own time belongs to the break: shorter than what is noted
      span.end = span.start;
    } else {
      span.end = now;
    }
    if (now >= shift.end || shift.stop->load(std::memory_order_relaxed)) break;
  }
  log.add(process, span);
}

Timeline join(const std::vector<std::vector<Span>>& spans) {
  struct Part {
    Span span;
    int process;
  };
  std::vector<Part> parts;
  for (std::size_t process = 0; process < spans.size(); ++process) {
    for (const Span& span : spans[process]) parts.push_back({span, static_cast<int>(process)});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.span.start < b.span.start; });
  Timeline line;
  for (const auto& [span, process] : parts) {
    if (!line.turns.empty() && line.turns.back().process == process) {
      line.breaks.push_back({line.turns.back().end, span.start});
      line.turns.back().end = span.end;
    } else {
      line.turns.push_back({process, span.start, span.end});
    }
  }
  return line;
}

Timeline watch(const Seat& seat, int count, double seconds, std::int64_t& lost, Shift& shift) {
  SpanLog log(count, static_cast<std::size_t>(20'000 * std::max(1.0, seconds)));
  shift = run_crew(seat, count, seconds, [&](int process, const Shift& now) {
    queue_for_device(seat);
    spin(log, process, now);
  });
  std::vector<std::vector<Span>> spans;
  lost = 0;
  for (int process = 0; process < count; ++process) {
    spans.push_back(log.of(process));
    lost += log.lost(process);
  }
  return join(spans);
}

}  // namespace slicewise::bench::host
