#include <fmt/format.h>

#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {

std::optional<workload::Memory> read_memory(const Cursor& memory) {
  if (memory.is_list()) {
    memory.wrong_type("a number, {from, to, at_s} or {from, to, per: request}");
    return std::nullopt;
  }
  if (!memory.is_map()) {
    const auto peak = memory.number(kMemoryMib);
    if (!peak) return std::nullopt;
    return workload::Memory{*peak, *peak, 0.0, false};
  }
  constexpr Range kStart{0.0, kMemoryMib.high};
  constexpr Range kWhen{0.0, kSeconds.high};
  const Fields fields{memory};
  fields.only({"from", "to", "at_s", "per"});
  const auto from = fields.need("from", "add from: the MiB at the start");
  const auto to = fields.need("to", "add to: the MiB at the peak");
  const auto per = fields.find("per");
  const auto at = per ? fields.find("at_s") : fields.need("at_s", "add at_s: when the peak is reached");
  if (per && !per->choice({"request"})) return std::nullopt;
  if (per && at) {
    at->error("is given beside per: request", "keep one: growth over time, or a peak while a request is served");
    return std::nullopt;
  }
  const auto start = from ? from->number(kStart) : std::nullopt;
  const auto peak = to ? to->number(kMemoryMib) : std::nullopt;
  const auto when = at ? at->number(kWhen) : std::nullopt;
  if (!start || !peak) return std::nullopt;
  if (!per && !when) return std::nullopt;
  if (*peak < *start) {
    to->error(fmt::format("is {:g}, less than from: {:g}", *peak, *start), "give the larger number as to");
    return std::nullopt;
  }
  return workload::Memory{*start, *peak, when.value_or(0.0), per.has_value()};
}

}  // namespace libsched::scenario::detail
