#include <algorithm>
#include <map>
#include <string_view>

#include <libsched/hw/detail/fields.hpp>
#include <libsched/hw/detail/gpu_names.hpp>
#include <libsched/hw/detail/profile_fields.hpp>
#include <libsched/hw/detail/readers.hpp>

namespace libsched::hw::detail {
namespace {

/// What a framework adds to a bare context.
struct Framework {
  std::string name;
  double add_mib = 0;
  std::string source;
};

/// The parts of gpus.yaml that its models refer to.
struct Shared {
  std::map<std::string, std::string> sources;
  std::map<std::string, GpuProfile> profiles;
  std::vector<Framework> frameworks;
  double spread = 0;

  /// The text behind a key of `sources`; anything else is a source itself.
  std::string source(const std::string& key) const {
    const auto found = sources.find(key);
    return found == sources.end() ? key : found->second;
  }
};

/// True for "8.6", "12.0": what decides how many MPS clients a card takes must be readable.
bool is_capability(std::string_view text) {
  const auto number = [](std::string_view part) {
    return !part.empty() && part.size() <= 3 && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t point = text.find('.');
  return point != std::string_view::npos && number(text.substr(0, point)) && number(text.substr(point + 1));
}

class Reader {
 public:
  Reader(std::string origin, Issues& issues) : origin_{std::move(origin)}, issues_{issues} {}

  std::vector<GpuModel> read(std::string_view text) {
    const YAML::Node root = parse_mapping(text, origin_, issues_);
    if (!root.IsDefined()) return {};
    Fields fields = of(root, "the catalogue");
    if (const auto version = fields.text("version", true); version && *version != "1") {
      fields.problem(fields.node("version"), "unknown version '" + *version + "'", "this version reads 1");
    }
    sources(fields.node("sources"));
    profiles(fields.node("profiles", true));
    contexts(fields.node("contexts", true));
    std::vector<GpuModel> models;
    const YAML::Node list = fields.node("gpus", true);
    fields.finish();
    if (list.IsDefined() && (!list.IsSequence() || list.size() == 0)) {
      fields.problem(list, "'gpus' is not a list of models", "write '- name: ...' entries");
    } else if (list.IsDefined()) {
      for (const auto& entry : list) models.push_back(model(entry));
    }
    return models;
  }

 private:
  Fields of(const YAML::Node& node, std::string what) { return Fields{node, std::move(what), origin_, issues_}; }

  void sources(const YAML::Node& node) {
    if (!node.IsDefined()) return;
    Fields fields = of(node, "'sources'");
    for (const auto& entry : keys(fields, node)) {
      if (auto text = fields.text(entry)) shared_.sources[entry] = *std::move(text);
    }
    fields.finish();
  }

  void profiles(const YAML::Node& node) {
    if (!node.IsDefined()) return;
    Fields fields = of(node, "'profiles'");
    for (const auto& name : keys(fields, node)) {
      Fields one = of(fields.node(name), "profile " + name);
      GpuProfile profile;
      read_profile_fields(one, profile, true);
      one.finish();
      for (Estimate* e :
           {&profile.slice_us, &profile.preempt_us, &profile.voluntary_us, &profile.idle_us, &profile.refill_us,
            &profile.switch_jitter_us, &profile.idle_gap_us, &profile.host_contention}) {
        e->source = shared_.source(e->source);
      }
      shared_.profiles[name] = profile;
    }
    fields.finish();
  }

  void contexts(const YAML::Node& node) {
    if (!node.IsDefined()) return;
    Fields fields = of(node, "'contexts'");
    shared_.spread = fields.number("spread", Allowed::kNonNegative, true).value_or(0);
    const YAML::Node list = fields.node("frameworks", true);
    fields.finish();
    if (shared_.spread > 1) fields.problem(node, "'spread' is above 1", "give a fraction from 0 to 1");
    if (!list.IsDefined()) return;
    Fields frameworks = of(list, "'frameworks'");
    for (const auto& name : keys(frameworks, list)) {
      Fields one = of(frameworks.node(name), "framework " + name);
      const auto add = one.number("add_mib", Allowed::kNonNegative, true);
      const auto source = one.text("source", true);
      one.finish();
      shared_.frameworks.push_back({name, add.value_or(0), shared_.source(source.value_or(""))});
    }
    frameworks.finish();
  }

  GpuModel model(const YAML::Node& node) {
    GpuModel gpu;
    Fields fields = of(node, "a model");
    if (auto name = fields.text("name", true)) gpu.name = *std::move(name);
    const YAML::Node aliases = fields.node("aliases");
    if (aliases.IsDefined() && !aliases.IsSequence())
      fields.problem(aliases, "'aliases' is not a list", "write [a, b]");
    if (aliases.IsDefined() && aliases.IsSequence()) {
      for (const auto& alias : aliases) gpu.aliases.push_back(alias.IsScalar() ? alias.Scalar() : "");
    }
    if (auto text = fields.text("compute_capability", true)) {
      if (!is_capability(*text)) {
        fields.problem(fields.node("compute_capability"), "'compute_capability' of a model is '" + *text + "'",
                       "write two numbers as in \"8.6\"");
      }
      gpu.compute_capability = *std::move(text);
    }
    gpu.sms = fact(fields, "sms");
    gpu.boost_mhz = fact(fields, "boost_mhz");
    gpu.memory_mib = fact(fields, "memory_mib");
    gpu.bandwidth_gb_per_s = fact(fields, "bandwidth_gb_per_s");
    gpu.fp32_tflops = fact(fields, "fp32_tflops");
    gpu.fp16_tflops = fact(fields, "fp16_tflops");
    gpu.l2_mib = fact(fields, "l2_mib");
    gpu.tdp_w = fact(fields, "tdp_w");
    gpu.mig_slices = fact(fields, "mig_slices", Allowed::kNonNegative);
    gpu.driver_reserve_mib = fact(fields, "driver_reserve_mib", Allowed::kNonNegative);
    const Fact bare = fact(fields, "bare_context_mib");
    if (bare.value) gpu.contexts = contexts_of(*bare.value, bare.source);
    if (const auto name = fields.text("profile", true)) {
      const auto found = shared_.profiles.find(*name);
      if (found != shared_.profiles.end()) {
        gpu.profile = found->second;
      } else {
        fields.problem(fields.node("profile"), "there is no profile '" + *name + "'", "add it to 'profiles'");
      }
    }
    fields.finish();
    unique(fields, node, gpu);
    return gpu;
  }

  Fact fact(Fields& model, const std::string& key, Allowed allowed = Allowed::kPositive) {
    const YAML::Node node = model.node(key);
    if (!node.IsDefined()) return {};
    Fields fields = of(node, "'" + key + "'");
    const auto value = fields.number("value", allowed, true);
    const auto source = fields.text("source", true);
    fields.finish();
    return {value, shared_.source(source.value_or(""))};
  }

  std::vector<ContextMemory> contexts_of(double bare_mib, const std::string& bare_source) const {
    std::vector<ContextMemory> result;
    for (const Framework& framework : shared_.frameworks) {
      const double mib = bare_mib + framework.add_mib;
      const std::string source = framework.add_mib > 0 ? bare_source + "; plus " + framework.source : bare_source;
      result.push_back({framework.name, {mib * (1 - shared_.spread), mib, mib * (1 + shared_.spread), source}});
    }
    return result;
  }

  /// Two models that answer to one spelling would make `find_gpu` depend on their order.
  void unique(Fields& fields, const YAML::Node& node, const GpuModel& gpu) {
    std::vector<std::string> own;
    own.reserve(gpu.aliases.size() + 1);
    for (const std::string& name : gpu.aliases) own.push_back(gpu_key(name));
    own.push_back(gpu_key(gpu.name));
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const std::string& key : own) {
      if (key.empty()) {
        fields.problem(node, "model '" + gpu.name + "' has an empty name or alias", "give it a name");
      } else if (const auto [known, fresh] = names_.emplace(key, gpu.name); !fresh) {
        fields.problem(node, "'" + key + "' names both " + known->second + " and " + gpu.name, "rename one of the two");
      }
    }
  }

  static std::vector<std::string> keys(const Fields& fields, const YAML::Node& node) {
    std::vector<std::string> result;
    if (!fields.is_mapping()) return result;
    for (const auto& entry : node) {
      if (entry.first.IsScalar()) result.push_back(entry.first.Scalar());
    }
    return result;
  }

  std::string origin_;
  Issues& issues_;
  Shared shared_;
  std::map<std::string, std::string> names_;
};

}  // namespace

std::vector<GpuModel> read_gpus(std::string_view text, const std::string& origin, Issues& issues) {
  return Reader{origin, issues}.read(text);
}

}  // namespace libsched::hw::detail
