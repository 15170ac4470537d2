#include <fmt/format.h>

#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>

namespace libsched::scenario::detail {

std::optional<workload::Memory> read_memory(const Cursor& memory) {
  if (memory.is_list()) {
    memory.wrong_type("a number or {from, to, at_s}");
    return std::nullopt;
  }
  if (!memory.is_map()) {
    const auto peak = memory.number(kMemoryMib);
    if (!peak) return std::nullopt;
    return workload::Memory{*peak, *peak, 0.0};
  }
  constexpr Range kStart{0.0, kMemoryMib.high};
  constexpr Range kWhen{0.0, kSeconds.high};
  const Fields fields{memory};
  fields.only({"from", "to", "at_s"});
  const auto from = fields.need("from", "add from: the MiB at the start");
  const auto to = fields.need("to", "add to: the MiB at the peak");
  const auto at = fields.need("at_s", "add at_s: when the peak is reached");
  const auto start = from ? from->number(kStart) : std::nullopt;
  const auto peak = to ? to->number(kMemoryMib) : std::nullopt;
  const auto when = at ? at->number(kWhen) : std::nullopt;
  if (!start || !peak || !when) return std::nullopt;
  if (*peak < *start) {
    to->error(fmt::format("is {:g}, less than from: {:g}", *peak, *start), "give the larger number as to");
    return std::nullopt;
  }
  return workload::Memory{*start, *peak, *when};
}

}  // namespace libsched::scenario::detail
