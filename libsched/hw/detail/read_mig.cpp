#include <algorithm>
#include <map>

#include <libsched/hw/detail/fields.hpp>
#include <libsched/hw/detail/readers.hpp>

namespace libsched::hw::detail {
namespace {

constexpr int kMostSlices = 16;

/// Work that is bound by the SMs would take as much longer as there are fewer of them. On the A100, where it was
/// measured, it takes 0.77 to 0.86 of that.
constexpr double kMeasuredOverSmRatio = 0.75;

class Reader {
 public:
  Reader(std::string origin, std::vector<GpuModel>& gpus, bool all_known, Issues& issues)
      : origin_{std::move(origin)}, gpus_{gpus}, all_known_{all_known}, issues_{issues} {}

  void read(std::string_view text) {
    const YAML::Node root = parse_mapping(text, origin_, issues_);
    if (!root.IsDefined()) return;
    Fields fields = of(root, "the catalogue");
    if (const auto version = fields.text("version", true); version && *version != "1") {
      fields.problem(fields.node("version"), "unknown version '" + *version + "'", "this version reads 1");
    }
    if (const YAML::Node node = fields.node("sources"); node.IsDefined()) read_sources(node);
    const YAML::Node cards = fields.node("cards", true);
    fields.finish();
    if (!cards.IsDefined()) return;
    if (!cards.IsSequence()) {
      fields.problem(cards, "'cards' is not a list", "write '- gpu: ...' entries");
      return;
    }
    for (const auto& entry : cards) read_card(entry);
  }

 private:
  Fields of(const YAML::Node& node, std::string what) { return Fields{node, std::move(what), origin_, issues_}; }

  std::string source(const std::string& key) const {
    const auto found = sources_.find(key);
    return found == sources_.end() ? key : found->second;
  }

  void read_sources(const YAML::Node& node) {
    Fields fields = of(node, "'sources'");
    if (!fields.is_mapping()) return;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) continue;
      if (auto text = fields.text(entry.first.Scalar())) sources_[entry.first.Scalar()] = *std::move(text);
    }
    fields.finish();
  }

  void read_card(const YAML::Node& node) {
    Fields fields = of(node, "a card");
    const auto name = fields.text("gpu", true);
    const auto slices = whole(fields, "memory_slices");
    const auto card_source = source(fields.text("source", true).value_or(""));
    const YAML::Node list = fields.node("profiles", true);
    fields.finish();
    if (!list.IsDefined() || !name || !slices) return;
    if (!list.IsSequence() || list.size() == 0) {
      fields.problem(list, "'profiles' is not a list of profiles", "write '- {name: 1g.5gb, ...}' entries");
      return;
    }
    const auto card = std::find_if(gpus_.begin(), gpus_.end(), [&](const GpuModel& one) { return one.name == *name; });
    if (card == gpus_.end()) {
      if (all_known_) fields.problem(node, "gpus.yaml has no '" + *name + "'", "name a card of gpus.yaml");
      return;
    }
    card->mig_profiles.clear();
    if (card->mig_slices.value == 0.0) {
      if (all_known_) {
        fields.problem(node, "gpus.yaml says that " + card->name + " has no MIG: its 'mig_slices' is 0",
                       "remove the card here or give its slices there");
      }
      return;
    }
    for (const auto& entry : list) read_profile(entry, *slices, card_source, *card);
  }

  void read_profile(const YAML::Node& node, int slices, const std::string& card_source, GpuModel& card) {
    MigProfile profile;
    Fields fields = of(node, "a profile of " + card.name);
    profile.name = fields.text("name", true).value_or("");
    profile.compute = whole(fields, "compute").value_or(1);
    profile.memory = whole(fields, "memory").value_or(1);
    profile.most = whole(fields, "most").value_or(1);
    const auto sms = fields.number("sms", Allowed::kPositive);
    const auto memory = fields.number("memory_mib", Allowed::kPositive);
    const auto slowdown = fields.estimate("slowdown", Allowed::kPositive);
    const YAML::Node starts = fields.node("starts", true);
    fields.finish();
    if (starts.IsDefined()) read_starts(starts, slices, fields, profile);
    for (const MigProfile& other : card.mig_profiles) {
      if (other.name == profile.name) fields.problem(node, "'" + profile.name + "' is given twice", "remove one");
    }
    const double share = static_cast<double>(profile.memory) / slices;
    profile.memory_mib =
        memory.value_or((card.memory_mib.value.value_or(0) - card.driver_reserve_mib.value.value_or(0)) * share);
    if (slowdown) {
      profile.slowdown = *slowdown;
      profile.slowdown.source = source(profile.slowdown.source);
    } else {
      profile.slowdown = by_sms(profile, sms, card, card_source);
    }
    card.mig_profiles.push_back(std::move(profile));
  }

  static Estimate by_sms(const MigProfile& profile, std::optional<double> sms, const GpuModel& card,
                         const std::string& card_source) {
    const double slices = card.mig_slices.value.value_or(profile.compute);
    if (profile.compute >= slices) return Estimate::exact(1, "the whole card");
    const double all = card.sms.value.value_or(0);
    const double ratio = sms && all > 0 ? std::max(1.0, all / *sms) : slices / profile.compute;
    return {std::max(1.0, ratio * kMeasuredOverSmRatio), ratio, ratio,
            "assumed: the ratio of SMs; the A100's measured values are 0.77 to 0.86 of it (" + card_source + ")"};
  }

  void read_starts(const YAML::Node& starts, int slices, Fields& fields, MigProfile& profile) {
    if (!starts.IsSequence()) {
      fields.problem(starts, "'starts' is not a list", "write [0, 4]");
      return;
    }
    for (const auto& entry : starts) {
      int start = -1;
      if (!entry.IsScalar() || !YAML::convert<int>::decode(entry, start) || start < 0 ||
          start > slices - profile.memory) {
        fields.problem(entry, "a start leaves no room for the profile", "give a slice from 0 that leaves room");
        return;
      }
      profile.starts.push_back(start);
    }
  }

  std::optional<int> whole(Fields& fields, const std::string& key) {
    const auto value = fields.number(key, Allowed::kPositive, true);
    if (!value) return std::nullopt;
    if (*value == static_cast<double>(static_cast<int>(std::min(*value, 1e6))) && *value <= kMostSlices) {
      return static_cast<int>(*value);
    }
    fields.problem(fields.node(key), "'" + key + "' is not a whole number from 1 to 16", "count slices or instances");
    return std::nullopt;
  }

  std::string origin_;
  std::vector<GpuModel>& gpus_;
  bool all_known_;
  Issues& issues_;
  std::map<std::string, std::string> sources_;
};

}  // namespace

void read_mig(std::string_view text, const std::string& origin, bool all_known, std::vector<GpuModel>& gpus,
              Issues& issues) {
  Reader{origin, gpus, all_known, issues}.read(text);
}

}  // namespace libsched::hw::detail
