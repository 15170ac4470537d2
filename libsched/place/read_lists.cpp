#include <libsched/place/read_lists.hpp>

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/base/random.hpp>
#include <libsched/place/detail/columns.hpp>

namespace libsched::place {
namespace {

/// Headings that only one of the lists has. A model may also be what a pod serves.
constexpr const char* kOfNodes[] = {"interconnect", "sn", "model"};
constexpr const char* kOfPods[] = {"gpu_milli", "gpu_share", "gpu_spec", "gpu_memory_split"};
constexpr const char* kOfPodsOrKinds[] = {"gpu_milli",        "gpu_share", "gpu_spec",
                                          "gpu_memory_split", "num_gpu",   "weight"};

using detail::Columns;
using detail::CsvRow;

/// Tells of a name that an earlier row has.
class UniqueNames {
 public:
  void check(Columns& columns, const CsvRow& row, const std::string& name) {
    const auto [first, is_new] = first_line_.try_emplace(name, row.line);
    if (is_new || name.empty()) return;
    columns.add(row, {"", fmt::format("the name '{}' is used in line {} already", name, first->second),
                      "give each row a name of its own"});
  }

 private:
  std::unordered_map<std::string, std::size_t> first_line_;
};

template <class Thing>
void add_problems(Columns& columns, const CsvRow& row, const Thing& thing) {
  for (Issue& issue : problems(thing)) columns.add(row, std::move(issue));
}

int small(std::int64_t count) {
  return static_cast<int>(std::clamp<std::int64_t>(count, -1, 1'000'000));  // further out it is refused all the same
}

struct PodRows {
  std::vector<Pod> pods;
  std::vector<double> weights;
};

/// Rows as pods or, with weights, as kinds of pods, whose names do not matter.
Result<PodRows> read_pod_rows(const ListText& list, bool weighted) {
  Columns columns{list,
                  {"name", "cpu_milli", "cpu", "memory_mib", "memory_gib", "num_gpu", "gpu", "gpu_milli", "gpu_share",
                   "gpu_spec", "gpu_memory_mib", "gpu_memory_gib", "gpu_memory_split", "weight"}};
  columns.refuse_list_of("nodes", kOfNodes, kOfPodsOrKinds);
  const auto name = columns.find({{"name"}}, !weighted);
  const auto cpu = columns.find({{"cpu_milli"}, {"cpu", 1000}}, true);
  const auto memory = columns.find({{"memory_mib"}, {"memory_gib", 1024}}, true);
  const auto gpus = columns.find({{"num_gpu"}, {"gpu"}}, true);
  const auto share = columns.find({{"gpu_milli"}, {"gpu_share", 1000}}, false);
  const auto models = columns.find({{"gpu_spec"}}, false);
  const auto gpu_memory = columns.find({{"gpu_memory_mib"}, {"gpu_memory_gib", 1024}}, false);
  const auto split = columns.find({{"gpu_memory_split"}}, false);
  const auto weight = columns.find({{"weight"}}, false);
  UniqueNames names;
  PodRows rows;
  for (const CsvRow& row : columns.table().rows) {
    Pod pod;
    pod.name = weighted ? "kind" : columns.text(row, name);
    if (!weighted) names.check(columns, row, pod.name);
    const auto cpu_milli = columns.amount(row, cpu, 0);
    const auto memory_mib = columns.amount(row, memory, 0);
    const auto gpu_count = columns.amount(row, gpus, 0);
    const auto gpu_milli = columns.amount(row, share, kWholeGpu.raw());
    const auto gpu_memory_mib = columns.amount(row, gpu_memory, 0);
    const std::string& how = columns.text(row, split);
    if (!how.empty() && how != "equal" && how != "uneven") {
      columns.add(row, {"", fmt::format("gpu_memory_split is '{}'", how), "write equal or uneven"});
    }
    double frequency = 1;
    if (weighted && weight.index) {
      const auto given = detail::decimal(columns.text(row, weight));
      if (!given || *given < 0) columns.add(row, {"", "the weight is no number >= 0", "mend or remove the row"});
      frequency = given.value_or(0);
    }
    if (!cpu_milli || !memory_mib || !gpu_count || !gpu_milli || !gpu_memory_mib) continue;
    pod.request = {MilliCpu{*cpu_milli},
                   Mebibytes{*memory_mib},
                   small(*gpu_count),
                   MilliGpu{*gpu_milli},
                   columns.text(row, models),
                   Mebibytes{*gpu_memory_mib},
                   how == "uneven" ? MemorySplit::kUneven : MemorySplit::kEqual};
    add_problems(columns, row, pod);
    rows.pods.push_back(std::move(pod));
    rows.weights.push_back(frequency);
  }
  if (columns.good() && rows.pods.empty()) {
    return Issue{list.name + ":1", "the file has no pods", "give one row a pod"};
  }
  if (!columns.good()) return std::move(columns).issues_by_line();
  return rows;
}

}  // namespace

Result<ColumnNames> read_column_names(const std::string& text, const std::string& option) {
  ColumnNames names;
  const auto pairs = detail::split_csv_line(text);
  for (const std::string& pair : pairs.value_or(std::vector<std::string>{text})) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size()) {
      return Issue{option, fmt::format("'{}' is not FIELD=HEADING", pair), "write e.g. name=id,cpu=cores"};
    }
    const std::string field = pair.substr(0, equals);
    if (std::any_of(names.begin(), names.end(), [&](const auto& one) { return one.first == field; })) {
      return Issue{option, fmt::format("{} is named twice", field), "give each field one heading"};
    }
    names.emplace_back(field, pair.substr(equals + 1));
  }
  return names;
}

Result<std::vector<Node>> read_nodes(const ListText& list) {
  Columns columns{list,
                  {"name", "sn", "cpu_milli", "cpu", "memory_mib", "memory_gib", "gpu", "num_gpu", "model",
                   "gpu_memory_mib", "gpu_memory_gib", "interconnect"}};
  columns.refuse_list_of("pods", kOfPods, kOfNodes);
  const auto name = columns.find({{"name"}, {"sn"}}, true);
  const auto cpu = columns.find({{"cpu_milli"}, {"cpu", 1000}}, true);
  const auto memory = columns.find({{"memory_mib"}, {"memory_gib", 1024}}, true);
  const auto gpus = columns.find({{"gpu"}, {"num_gpu"}}, true);
  const auto model = columns.find({{"model"}}, false);
  const auto gpu_memory = columns.find({{"gpu_memory_mib"}, {"gpu_memory_gib", 1024}}, false);
  const auto links = columns.find({{"interconnect"}}, false);
  UniqueNames names;
  std::vector<Node> nodes;
  for (const CsvRow& row : columns.table().rows) {
    Node node;
    node.name = columns.text(row, name);
    names.check(columns, row, node.name);
    const auto cpu_milli = columns.amount(row, cpu, 0);
    const auto memory_mib = columns.amount(row, memory, 0);
    const auto gpu_count = columns.amount(row, gpus, 0);
    const auto gpu_memory_mib = columns.amount(row, gpu_memory, 0);
    if (const std::string& word = columns.text(row, links); !word.empty()) {
      if (const auto kind = interconnect_of(word)) {
        node.interconnect = *kind;
      } else {
        columns.add(row, {"", fmt::format("the interconnect is '{}'", word),
                          fmt::format("choose among {}", fmt::join(interconnect_names(), ", "))});
      }
    }
    if (!cpu_milli || !memory_mib || !gpu_count || !gpu_memory_mib) continue;
    node.cpu = MilliCpu{*cpu_milli};
    node.memory = Mebibytes{*memory_mib};
    node.gpu_count = small(*gpu_count);
    node.gpu_model = columns.text(row, model);
    node.gpu_memory = Mebibytes{*gpu_memory_mib};
    add_problems(columns, row, node);
    nodes.push_back(std::move(node));
  }
  if (columns.good() && nodes.empty()) {
    return Issue{list.name + ":1", "the file has no nodes", "give one row a node"};
  }
  if (!columns.good()) return std::move(columns).issues_by_line();
  return nodes;
}

Result<std::vector<Pod>> read_pods(const ListText& list) {
  auto rows = read_pod_rows(list, false);
  if (!rows) return rows.error();
  return std::move(rows->pods);
}

Result<std::vector<Pod>> draw_pods(const ListText& list, std::size_t count, std::uint64_t seed) {
  const auto rows = read_pod_rows(list, true);
  if (!rows) return rows.error();
  std::vector<double> up_to;
  double total = 0;
  for (const double weight : rows->weights) up_to.push_back(total += weight);
  if (!(total > 0 && total < 1e300)) {
    return Issue{list.name + ":1", "the weights do not sum to more than 0", "give at least one kind a weight"};
  }
  std::vector<Pod> pods;
  for (std::size_t n = 0; n < count; ++n) {
    const double drawn = Draw{RandomKey{seed, 0}, Purpose::kPodKind, n}.uniform() * total;
    const auto kind = std::upper_bound(up_to.begin(), up_to.end() - 1, drawn) - up_to.begin();
    pods.push_back({fmt::format("pod-{}", n + 1), rows->pods[static_cast<std::size_t>(kind)].request});
  }
  return pods;
}

}  // namespace libsched::place
