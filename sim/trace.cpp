#include "trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/simulate.hpp>

#include "output_file.hpp"

namespace slicewise {
namespace {

using libsched::Duration;
using libsched::Issue;
using libsched::Time;
using libsched::share::Span;
using libsched::share::Turns;

const char* word(Span::Kind kind) {
  switch (kind) {
    case Span::Kind::kRun:
      return "run";
    case Span::Kind::kSwitch:
      return "switch";
    case Span::Kind::kHold:
      return "hold";
  }
  return "";
}

/// Microseconds with three digits: whole nanoseconds, exactly.
std::string microseconds(std::int64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

/// The spans of one device within the window.
class Trace::Gpu : public libsched::share::SpanObserver {
 public:
  Gpu(std::string name, Duration window) : name_{std::move(name)}, end_{Time{} + window} {}

  void on_span(const Span& span) override {
    if (span.begin >= end_ || span.end <= span.begin) return;
    spans_.push_back(span);
    spans_.back().end = std::min(span.end, end_);
  }
  /// As many of the turns as begin within the window; the others cost nothing.
  void on_turns(const Turns& turns) override {
    if (turns.begin >= end_) return;
    Turns seen = turns;
    seen.count = std::min(turns.count, (end_ - turns.begin) / turns.length() + 1);
    SpanObserver::on_turns(seen);
  }
  void add_tenant(std::string tenant) { tenants_.push_back(std::move(tenant)); }

  void append(std::size_t process, std::string& text) const {
    const auto meta = [&](const char* what, std::size_t thread, const std::string& name) {
      text += fmt::format("{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":{}}}}},\n", what,
                          process, thread, quoted(name));
    };
    meta("process_name", 0, name_);
    for (std::size_t slot = 0; slot < tenants_.size(); ++slot) meta("thread_name", slot, tenants_[slot]);
    for (const Span& span : spans_) {
      text += fmt::format("{{\"ph\":\"X\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{}}},\n",
                          word(span.kind), process, span.slot, microseconds(span.begin.time_since_epoch().count()),
                          microseconds((span.end - span.begin).count()));
    }
  }

 private:
  std::string name_;
  Time end_;
  std::vector<std::string> tenants_;
  std::vector<Span> spans_;
};

Trace::Trace(const libsched::scenario::Scenario& scenario, Duration window) {
  for (const libsched::scenario::Device& device : libsched::scenario::devices(scenario)) {
    const std::string part = device.profile != nullptr ? fmt::format("{} number {}", device.profile->name, gpus_.size())
                                                       : scenario.gpu.model.name;
    gpus_.push_back(std::make_unique<Gpu>(fmt::format("GPU {} ({})", device.gpu, part), window));
  }
  const auto names = libsched::scenario::tenant_names(scenario);
  for (std::size_t device = 0; device < names.size(); ++device) {
    for (const std::string& name : names[device]) gpus_[device]->add_tenant(name);
  }
}

Trace::~Trace() = default;

libsched::share::SpanObserver* Trace::observer(std::uint32_t gpu) {
  return gpus_[gpu].get();
}

std::optional<Issue> Trace::write(const std::string& path) const {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  for (std::size_t g = 0; g < gpus_.size(); ++g) gpus_[g]->append(g, text);
  // The last event has no comma after it.
  if (text.ends_with(",\n")) text.erase(text.size() - 2);
  text += "\n]}\n";
  return write_output("--trace", path, text);
}

}  // namespace slicewise
