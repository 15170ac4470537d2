#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/hw/detail/readers.hpp>

namespace libsched::hw::detail {
namespace {

constexpr int kMostGpus = 1024;  // what counts them one by one must end

/// Cells of one line. The file has no quoted cells: no value needs a comma.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> result;
  for (;;) {
    const auto comma = line.find(',');
    result.emplace_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return result;
    line.remove_prefix(comma + 1);
  }
}

const std::vector<std::string> kColumns = {"name",
                                           "gpu",
                                           "gpu_count",
                                           "gpu_fraction",
                                           "vcpus",
                                           "memory_gib",
                                           "gpu_memory_mib_each_ec2",
                                           "usd_per_hour",
                                           "price_date",
                                           "allocatable_cpu_milli",
                                           "allocatable_memory_mib",
                                           "spec_source",
                                           "price_source"};

/// One row, cell by cell in the order of kColumns.
class Row {
 public:
  Row(std::vector<std::string> cells, std::string where, Issues& issues)
      : cells_{std::move(cells)}, where_{std::move(where)}, issues_{issues} {}

  const std::string& next() { return cells_[column_++]; }

  std::optional<double> number() {
    const std::string& name = kColumns[column_];
    const std::string& cell = next();
    if (cell.empty()) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error == std::errc{} && end == cell.data() + cell.size() && std::isfinite(value) && value >= 0) return value;
    issues_.push_back(
        {where_, "'" + cell + "' is not a " + name, "give a number >= 0, or nothing where it is unknown"});
    return std::nullopt;
  }

  double required() {
    const std::string& name = kColumns[column_];
    if (cells_[column_].empty()) issues_.push_back({where_, name + " is empty", "give a number"});
    return number().value_or(0);
  }

 private:
  std::vector<std::string> cells_;
  std::string where_;
  Issues& issues_;
  std::size_t column_ = 0;
};

Instance instance(Row row) {
  Instance result;
  result.name = row.next();
  result.gpu = row.next();
  result.gpu_count = row.required();
  result.gpu_fraction = row.required();
  result.vcpus = static_cast<int>(std::min(row.required(), 1e6));
  result.memory_gib = row.required();
  result.gpu_memory_mib = row.number();
  result.usd_per_hour = row.number();
  result.price_date = row.next();
  result.allocatable_cpus = row.number();
  if (result.allocatable_cpus) *result.allocatable_cpus /= 1000;
  result.allocatable_memory_mib = row.number();
  result.source = row.next();
  if (const std::string& price = row.next(); !price.empty()) result.source += "; price: " + price;
  return result;
}

}  // namespace

std::vector<Instance> read_instances(std::string_view text, const std::string& origin,
                                     const std::vector<GpuModel>& gpus, Issues& issues) {
  std::vector<Instance> result;
  std::set<std::string> names;
  bool header = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = origin + ":" + std::to_string(number);
    std::vector<std::string> values = cells(line);
    if (!header) {
      header = true;
      if (values == kColumns) continue;
      std::string columns;
      for (const std::string& column : kColumns) columns += (columns.empty() ? "" : ",") + column;
      issues.push_back({where, "the first line does not name the columns", "write " + columns});
      return result;
    }
    if (values.size() != kColumns.size()) {
      issues.push_back(
          {where,
           "the row has " + std::to_string(values.size()) + " cells instead of " + std::to_string(kColumns.size()),
           "give one cell for each column"});
      continue;
    }
    Instance row = instance(Row{std::move(values), where, issues});
    const GpuModel* gpu = find_gpu_in(gpus, row.gpu);
    if (gpu != nullptr) row.gpu = gpu->name;
    if (gpu == nullptr) issues.push_back({where, "unknown GPU '" + row.gpu + "'", "add it to gpus.yaml"});
    if (row.name.empty()) issues.push_back({where, "the name is empty", "give the instance type's name"});
    if (!names.insert(row.name).second) issues.push_back({where, row.name + " is given twice", "remove one row"});
    if (row.gpu_count != std::floor(row.gpu_count) || row.gpu_fraction > 1 || row.gpu_fraction <= 0) {
      issues.push_back({where, "gpu_count must be whole and gpu_fraction in 0..1", "count only whole GPUs"});
    }
    if (row.gpu_count > kMostGpus) {
      issues.push_back({where, fmt::format("gpu_count is above {}", kMostGpus), "count the GPUs of one instance"});
    }
    result.push_back(std::move(row));
  }
  if (!header) issues.push_back({origin + ":1", "the file is empty", "write one row for each instance type"});
  return result;
}

}  // namespace libsched::hw::detail
