#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

using workload::Distribution;
using workload::Request;
using ByCard = std::vector<std::pair<std::string, Distribution>>;

/// The short name that `key` stands for: a listed card by any of its names, or the file's own unlisted card.
std::optional<std::string> card_name(const std::string& key, const Cursor& value, const Setting& setting) {
  if (key == setting.card) return key;
  if (const hw::GpuModel* model = hw::find_gpu(key)) return model->name;
  const std::string near = hw::nearest_gpu(shown(key));
  value.log().error({value.where(), fmt::format("`{}` names no card", value.path()),
                     near.empty() ? "see slicewise catalog gpus" : "did you mean " + near + "?"});
  return std::nullopt;
}

ByCard read_by_card(const Fields& fields, const Setting& setting, DataFiles& files) {
  ByCard result;
  std::vector<std::string> names;
  for (const auto& [key, value] : fields.all()) {
    const auto card = card_name(key, value, setting);
    auto law = read_distribution(value, kWorkMs, files);
    if (!card) continue;
    if (std::find(names.begin(), names.end(), *card) != names.end()) {
      value.error("gives " + *card + " a second number", "keep one of them");
      continue;
    }
    names.push_back(*card);
    if (law) result.emplace_back(*card, *std::move(law));
  }
  if (!setting.card.empty() && std::find(names.begin(), names.end(), setting.card) == names.end()) {
    fields.map().error(
        fmt::format("has no number for {} (there: {})", setting.card, names.empty() ? "none" : listed(names)),
        fmt::format("add {}: the milliseconds measured on it", setting.card));
  }
  return result;
}

ByCard read_gpu_ms(const Cursor& gpu_ms, const Setting& setting, DataFiles& files) {
  if (gpu_ms.is_map()) {
    const Fields fields{gpu_ms};
    if (!fields.has("dist")) return read_by_card(fields, setting, files);
  }
  auto law = read_distribution(gpu_ms, kWorkMs, files);
  if (!law) return {};
  return {{setting.card, *std::move(law)}};
}

/// Every burst needs a nanosecond of work, or it would end before it starts.
void check_bursts(const Request& request, const Cursor& bursts) {
  constexpr double kMsPerNanosecond = 1e-6;
  for (const auto& [card, law] : request.gpu_ms) {
    if (law.mean() < kMsPerNanosecond * request.bursts) {
      bursts.error(fmt::format("is {}: bursts of {} would be shorter than 1 ns", request.bursts,
                               card.empty() ? "this card" : card),
                   "give fewer bursts");
    }
  }
}

}  // namespace

std::optional<Request> read_request(const Cursor& cursor, const Setting& setting, DataFiles& files) {
  const Fields fields{cursor};
  if (!fields) return std::nullopt;
  fields.only(keys_of("workloads[].request"));
  Request request;
  if (const auto gpu_ms = fields.need("gpu_ms", "add gpu_ms: the GPU milliseconds of one request alone")) {
    request.gpu_ms = read_gpu_ms(*gpu_ms, setting, files);
  }
  if (const auto cpu_ms = fields.find("cpu_ms")) {
    request.cpu_ms = read_distribution(*cpu_ms, kTimeMs, files).value_or(Distribution{});
  }
  if (const auto copy_ms = fields.find("copy_ms")) {
    request.copy_ms = read_distribution(*copy_ms, kTimeMs, files).value_or(Distribution{});
  }
  if (const auto bursts = fields.find("bursts")) {
    request.bursts = bursts->whole(1, kMostBursts).value_or(1);
    request.bursts_given = true;
    check_bursts(request, *bursts);
  }
  if (const auto launch = fields.find("launch")) {
    if (launch->choice({"sync", "async"}) == std::size_t{1}) request.launch = workload::Launch::kAsync;
  }
  if (const auto small = fields.find("gpu_ms_small")) {
    const Distribution* whole = request.gpu_ms_on(setting.card);
    request.gpu_ms_small = read_solo_points(*small, setting, whole ? std::optional{whole->mean()} : std::nullopt);
  }
  return request;
}

}  // namespace libsched::scenario::detail
