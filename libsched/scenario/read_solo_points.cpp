#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

using Point = std::pair<std::string, double>;  ///< MIG profile, ms

/// Whether any listed card has this profile: the file may be read for one card after another.
bool known_mig_profile(const std::string& name) {
  return std::any_of(hw::gpus().begin(), hw::gpus().end(),
                     [&](const hw::GpuModel& card) { return hw::find_mig_profile(card, name) != nullptr; });
}

/// What one time on a part of the card must be beside the time on all of it.
class Judge {
 public:
  Judge(const Setting& setting, std::optional<double> whole_ms)
      : card_{hw::find_gpu(setting.card)}, name_{setting.card}, whole_ms_{whole_ms} {}

  void look_at(const Cursor& ms, const Point& point) const {
    if (name_.empty()) return;
    const hw::MigProfile* profile = card_ == nullptr ? nullptr : hw::find_mig_profile(*card_, point.first);
    if (profile == nullptr) {
      ms.log().note(ms.where(),
                    fmt::format("`{}` is not used: {} has no profile {}", ms.path(), shown(name_), point.first),
                    card_ == nullptr || card_->mig_profiles.empty() ? "leave it out, or choose a card with MIG"
                                                                    : "give the time on a profile of this card");
      return;
    }
    const bool whole_card = profile->slowdown.nominal <= 1;
    if (whole_card) {
      ms.log().note(ms.where(),
                    fmt::format("`{}` counts on {} only: that is the whole card, which tells nothing about its parts",
                                ms.path(), point.first),
                    "give the time on a small profile, for which the others are computed");
    }
    if (whole_ms_) compare(ms, point, whole_card);
  }

 private:
  void compare(const Cursor& ms, const Point& point, bool whole_card) const {
    // Published solo runs of host-bound models are up to 8 % faster on a part of the card than on all of it.
    constexpr double kScatter = 0.8;
    const std::string both =
        fmt::format("{:g} ms on {}, and the whole card takes {:g} ms", point.second, point.first, *whole_ms_);
    if (point.second < kScatter * *whole_ms_) {
      ms.error(fmt::format("is {}: no part of a card is faster than the card", both),
               "check the unit, and which time belongs to which");
    } else if (whole_card && point.second * kScatter > *whole_ms_) {
      ms.error(fmt::format("is {}: that profile is the whole card", both), "check which time belongs to which");
    } else if (point.second < *whole_ms_) {
      ms.log().note(ms.where(),
                    fmt::format("`{}` is {}: taken as measured, though a part is not faster", ms.path(), both),
                    "measure both again where this is more than scatter");
    }
  }

  const hw::GpuModel* card_;
  std::string name_;
  std::optional<double> whole_ms_;
};

std::optional<Point> read_point(const Cursor& small, const Judge& judge) {
  const Fields fields{small};
  fields.only({"profile", "ms"});
  if (!fields) return std::nullopt;
  const auto profile = fields.need("profile", "add profile: 1g.5gb");
  const auto ms = fields.need("ms", "add ms: the milliseconds measured on it");
  auto name = profile ? profile->text() : std::nullopt;
  const auto time = ms ? ms->number(kWorkMs) : std::nullopt;
  if (!name || !time) return std::nullopt;
  if (name->starts_with("mig-")) name = name->substr(4);
  if (!known_mig_profile(*name)) {
    profile->error("is a MIG profile of no card: " + shown(*name), "write it as nvidia-smi does, e.g. 1g.5gb");
    return std::nullopt;
  }
  Point point{*std::move(name), *time};
  judge.look_at(*ms, point);
  return point;
}

}  // namespace

std::vector<Point> read_solo_points(const Cursor& small, const Setting& setting, std::optional<double> whole_ms) {
  constexpr std::size_t kMostPoints = 16;
  const Judge judge{setting, whole_ms};
  std::vector<Point> points;
  if (!small.is_list()) {
    if (auto point = read_point(small, judge)) points.push_back(*std::move(point));
    return points;
  }
  const auto entries = small.list(1, kMostPoints);
  if (!entries) return points;
  for (const Cursor& entry : *entries) {
    auto point = read_point(entry, judge);
    if (!point) continue;
    const bool again =
        std::any_of(points.begin(), points.end(), [&](const Point& one) { return one.first == point->first; });
    if (again) {
      entry.error("gives " + point->first + " a second time", "keep one of them");
    } else {
      points.push_back(*std::move(point));
    }
  }
  return points;
}

}  // namespace libsched::scenario::detail
