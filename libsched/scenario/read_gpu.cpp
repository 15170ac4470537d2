#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>
#include <libsched/share/time_slicing.hpp>

namespace libsched::scenario::detail {
namespace {

std::string did_you_mean(const std::string& near, const std::string& otherwise) {
  return near.empty() ? otherwise : "did you mean " + near + "?";
}

/// The instance and its card, where the file names one.
std::optional<hw::Instance> read_instance(const Cursor& cursor) {
  const auto name = cursor.text();
  if (!name) return std::nullopt;
  const hw::Instance* instance = hw::find_instance(*name);
  if (instance == nullptr) {
    cursor.error("is an instance type nobody listed: " + shown(*name),
                 did_you_mean(hw::nearest_instance(shown(*name)), "see slicewise catalog instances"));
    return std::nullopt;
  }
  if (instance->fractional()) {
    cursor.error(fmt::format("is {}, whose GPU is a fraction that the cloud already shares", instance->name),
                 "choose an instance with whole GPUs");
    return std::nullopt;
  }
  return *instance;
}

/// A card that the catalogue does not have: it must bring everything itself.
std::optional<hw::GpuModel> read_unlisted(const Fields& gpu, std::string name) {
  hw::GpuModel model;
  model.name = std::move(name);
  for (const char* key : {"profile", "sms", "memory_mib"}) {
    if (!gpu.has(key)) return std::nullopt;
  }
  return model;
}

std::optional<hw::GpuModel> read_model(const Fields& gpu, const std::optional<hw::Instance>& instance) {
  const auto given = gpu.find("model");
  if (!given) {
    if (instance) return *hw::find_gpu(instance->gpu);
    if (gpu.has("instance")) return std::nullopt;  // reported already
    if (auto unlisted = read_unlisted(gpu, "custom")) return unlisted;
    gpu.need("model", "add model: T4 or instance: g4dn.xlarge");
    return std::nullopt;
  }
  const auto name = given->text();
  if (!name) return std::nullopt;
  const hw::GpuModel* model = hw::find_gpu(*name);
  if (model == nullptr) {
    if (!gpu.has("instance")) {
      if (auto unlisted = read_unlisted(gpu, *name)) return unlisted;
    }
    given->error("is a card nobody listed: " + shown(*name),
                 did_you_mean(hw::nearest_gpu(shown(*name)), "see slicewise catalog gpus") +
                     (gpu.has("instance") ? "" : " Or describe the card by profile, sms and memory_mib"));
    return std::nullopt;
  }
  if (instance && instance->gpu != model->name) {
    given->error(fmt::format("is {}, but {} has {}", model->name, instance->name, instance->gpu),
                 "leave out model, or choose another instance");
    return std::nullopt;
  }
  return *model;
}

void read_facts(const Fields& gpu, hw::GpuModel& model) {
  constexpr Range kSms{1.0, 10'000.0};
  if (const auto sms = gpu.find("sms")) model.sms = {sms->number(kSms), "scenario file"};
  if (const auto memory = gpu.find("memory_mib")) model.memory_mib = {memory->number(kMemoryMib), "scenario file"};
}

/// Lays the profile file, if there is one, over the card's own. False where it cannot be read.
bool read_profile_file(const Fields& gpu, hw::GpuModel& card, DataFiles& files) {
  const auto file = gpu.find("profile");
  if (!file) return true;
  const auto text = files.text(*file);
  if (!text) return false;
  auto read = hw::read_profile(text->first, text->second, card.profile);
  if (read) {
    const bool listed = hw::find_gpu(card.name) != nullptr;  // an unlisted one is called what its user likes
    if (!read->gpu.empty() && listed && !hw::same_card(read->gpu, card.name)) {
      file->log().note(file->where(), fmt::format("gpu.profile is of {}, not of {}", shown(read->gpu), card.name),
                       "give a profile of this card: of another one it is an assumption");
    }
    card.profile = std::move(read->profile);
    return true;
  }
  for (const Issue& issue : read.error()) file->log().error(issue);
  return false;
}

/// Beyond ten times its mean hardly a switch takes any time, and one in many thousands takes all of it: whether a run
/// sees that one is luck. Shorter switches than the longest vary ten times their mean at most.
void check_jitter(const Fields& gpu, const hw::GpuProfile& profile) {
  const double longest = std::max({profile.preempt_us.nominal, profile.voluntary_us.nominal, profile.idle_us.nominal});
  const double jitter = profile.switch_jitter_us.nominal;
  if (longest <= 0 || jitter <= share::kMostSwitchVariation * longest) return;
  const auto given = gpu.find("switch_jitter_us");
  (given ? *given : gpu.map())
      .error(
          fmt::format("is a standard deviation of {:g} us for switches of at most {:g} us: no run is long enough to "
                      "see their mean",
                      jitter, longest),
          fmt::format("give a switch_jitter_us of at most {:g} times the longest switch", share::kMostSwitchVariation));
}

/// What a run relies on, whatever mixture of catalogue, profile file and overrides the profile is now.
void check_profile(const Fields& gpu, const hw::GpuProfile& profile) {
  const hw::GpuProfile& p = profile;
  for (const Estimate* estimate : {&p.slice_us, &p.preempt_us, &p.voluntary_us, &p.idle_us, &p.refill_us,
                                   &p.switch_jitter_us, &p.idle_gap_us, &p.host_contention}) {
    if (!(estimate->high <= kSwitchUs.high)) {
      gpu.map().error("has a profile with a parameter over 1e9", "mend the profile");
      return;
    }
  }
  if (!(p.slice_us.nominal > 0.0 && p.slice_us.low >= kSliceUs.low)) {
    gpu.map().error("has no slice of at least 1 ns", "add slice_us, or a profile with slice_us");
  } else if (from_us(p.refill_us.nominal) >= from_us(p.slice_us.low)) {  // as runs take them: whole nanoseconds
    // A tenant whose slice is all refill would never get on.
    const auto given = gpu.find("refill_us") ? gpu.find("refill_us") : gpu.find("slice_us");
    (given ? *given : gpu.map())
        .error(fmt::format("leaves no work in a slice: refill {:g} us, slice {:g} us", p.refill_us.nominal,
                           p.slice_us.low),
               "give a refill_us below slice_us");
  }
  check_jitter(gpu, p);
}

}  // namespace

std::optional<GpuChoice> read_gpu(const Cursor& cursor, DataFiles& files) {
  const Fields gpu{cursor};
  if (!gpu) return std::nullopt;
  gpu.only(keys_of("gpu"));
  GpuChoice choice;
  if (const auto instance = gpu.find("instance")) choice.instance = read_instance(*instance);
  if (choice.instance) choice.count = static_cast<int>(std::lround(choice.instance->gpu_count));
  if (const auto count = gpu.find("count")) choice.count = count->whole(1, kMostGpus).value_or(1);
  constexpr Range kCuda{9.0, 99.0};
  if (const auto cuda = gpu.find("cuda")) choice.cuda = cuda->number(kCuda);
  std::optional<hw::GpuModel> model = read_model(gpu, choice.instance);
  const bool known = model.has_value();
  if (known) choice.model = *std::move(model);
  read_facts(gpu, choice.model);
  const bool whole = read_profile_file(gpu, choice.model, files);
  const bool sound = read_profile_overrides(gpu, choice.model.profile);
  if (!known) return std::nullopt;
  if (whole && sound) check_profile(gpu, choice.model.profile);
  return choice;
}

}  // namespace libsched::scenario::detail
