#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/place/node.hpp>
#include <libsched/place/pod.hpp>

namespace libsched::place {

/// (field, heading) pairs for files whose headings are not our field names; the heading `none` leaves the field out.
using ColumnNames = std::vector<std::pair<std::string, std::string>>;

/// A CSV file with a heading.
struct ListText {
  std::string text;
  std::string name;  ///< for messages: `name:line`
  ColumnNames columns;
  std::string option;  ///< what `columns` came from, for messages
};

/// "cpu_milli=CPU,name=id" as pairs, or what is wrong with it (`option` as the place).
Result<ColumnNames> read_column_names(const std::string& text, const std::string& option);

/// Nodes. Fields: name (or sn), cpu_milli or cpu (cores), memory_mib or memory_gib, gpu (count); if there: model,
/// gpu_memory_mib or gpu_memory_gib, interconnect. All that is wrong is told at once.
Result<std::vector<Node>> read_nodes(const ListText& list);

/// Pods. Fields: name, cpu_milli or cpu, memory_mib or memory_gib, num_gpu; if there: gpu_milli or gpu_share (a
/// fraction; else whole GPUs), gpu_spec (models, `|` between them), gpu_memory_mib or gpu_memory_gib (of each GPU),
/// gpu_memory_split (equal, uneven).
Result<std::vector<Pod>> read_pods(const ListText& list);

/// The same file as kinds of pods, from which `count` pods are drawn with the field `weight` (1 where there is none) as
/// relative frequency. Their names are pod-1, pod-2, ... in the order of the draws.
Result<std::vector<Pod>> draw_pods(const ListText& list, std::size_t count, std::uint64_t seed);

}  // namespace libsched::place
