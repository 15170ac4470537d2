#include <cmath>
#include <nlohmann/json.hpp>

#include <libsched/base/severity.hpp>
#include <libsched/plan/detail/wording.hpp>
#include <libsched/plan/plan.hpp>

namespace libsched::plan {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

/// `high` is null where nothing bounds it.
Json interval(const std::optional<scenario::Interval>& of) {
  if (!of) return nullptr;
  return Json{{"value", number(of->value)}, {"low", number(of->low)}, {"high", number(of->high)}};
}

Json workload(const CandidateWorkload& one) {
  Json json{{"name", one.name},
            {"pods", one.pods},
            {"p99_ms", interval(one.p99_ms)},
            {"slo_p99_ms", number(one.slo_p99_ms)},
            {"met", one.met},
            {"throughput_per_s", interval(one.throughput_per_s)}};
  if (!one.mix.empty()) {
    json["mix"] = Json::array();
    for (const auto& [name, pods] : one.mix) json["mix"].push_back({{"name", name}, {"pods", pods}});
    json["simulate_set"] = Json::array();
    for (const scenario::Override& change : one.changes) {
      json["simulate_set"].push_back({{"path", change.path}, {"value", change.value}});
    }
    if (!one.why_no_changes.empty()) json["no_simulate_set"] = one.why_no_changes;
  }
  if (one.proportional_p99_ms) json["proportional_p99_ms"] = interval(one.proportional_p99_ms);
  return json;
}

Json candidate(const Candidate& one) {
  Json json{{"gpu", one.gpu},
            {"instance", one.instance.empty() ? Json(nullptr) : Json(one.instance)},
            {"mode", scenario::name(one.mode)},
            {"replicas", one.replicas},
            {"mig_profile", one.mig_profile.empty() ? Json(nullptr) : Json(one.mig_profile)},
            {"pods", one.pods},
            {"gpus", one.gpus},
            {"instances", one.instances},
            {"usd_per_hour", number(one.usd_per_hour)},
            {"p99_ms", interval(one.p99_ms)},
            {"workloads", Json::array()},
            {"meets_slo", one.meets_slo},
            {"robust", one.robust},
            {"stable", one.stable},
            {"estimated", one.estimated},
            {"binding", name(one.binding)},
            {"reason", one.reason},
            {"caveats", Json::array()},
            {"oom_probability_per_day", number(one.oom_probability_per_day)},
            {"busy_fraction", number(one.busy_fraction)},
            {"memory_mib", nullptr}};
  for (const CandidateWorkload& work : one.workloads) json["workloads"].push_back(workload(work));
  for (const std::string& caveat : detail::caveats(one)) json["caveats"].push_back(caveat);
  if (one.memory_used_mib) {
    json["memory_mib"] = {{"used", number(one.memory_used_mib)}, {"total", number(one.memory_total_mib)}};
  }
  return json;
}

/// What to buy and how to share it, without how it was judged.
Json layout(const Candidate& one) {
  return {{"instance", one.instance.empty() ? Json(nullptr) : Json(one.instance)},
          {"mode", scenario::name(one.mode)},
          {"replicas", one.replicas},
          {"mig_profile", one.mig_profile.empty() ? Json(nullptr) : Json(one.mig_profile)},
          {"pods", one.pods},
          {"gpus", one.gpus},
          {"usd_per_hour", number(one.usd_per_hour)}};
}

Json ranking(const Plan& plan, const Ranking& one) {
  Json json{{"metric", one.metric}, {"value", number(one.value)}, {"unit", one.unit}, {"why", one.why}};
  json.update(layout(plan.candidates[one.candidate]));
  return json;
}

Json harm(const Harm& one) {
  return {{"workload", one.workload},
          {"neighbour", one.neighbour},
          {"alone_p99_ms", number(one.alone_p99_ms)},
          {"together_p99_ms", number(one.together_p99_ms)},
          {"added_p99_ms", number(one.added_p99_ms())}};
}

Json sensitivity(const Sensitivity& one) {
  Json json{{"parameter", name(one.parameter)}, {"factor", one.factor}, {"recommended", nullptr}};
  if (one.recommended) json["recommended"] = layout(*one.recommended);
  json["still_meets"] = one.still_meets;
  return json;
}

Json pooled(const Pooled& one) {
  Json json{{"usd_per_hour", number(one.usd_per_hour)},
            {"gpus", one.gpus},
            {"pools", Json::array()},
            {"meets_slo", one.meets_slo},
            {"recommended", one.recommended},
            {"reason", one.reason},
            {"cheapest_robust", nullptr}};
  if (!one.robust.empty()) {
    Json robust{{"usd_per_hour", number(one.robust_usd_per_hour)}, {"gpus", one.robust_gpus}, {"pools", Json::array()}};
    for (const Pool& pool : one.robust) {
      Json part{{"workloads", pool.workloads}};
      part.update(layout(pool.layout));
      robust["pools"].push_back(std::move(part));
    }
    json["cheapest_robust"] = std::move(robust);
  }
  for (const Pool& pool : one.pools) {
    Json part{{"workloads", pool.workloads}};
    part.update(layout(pool.layout));
    part["p99_ms"] = interval(pool.layout.p99_ms);
    part["robust"] = pool.layout.robust;
    part["candidate"] = candidate(pool.layout);
    part["sensitivity"] = Json::array();
    for (const Sensitivity& change : pool.sensitivity) part["sensitivity"].push_back(sensitivity(change));
    json["pools"].push_back(std::move(part));
  }
  return json;
}

}  // namespace

std::string to_json(const Plan& plan) {
  const auto chosen = [&](const std::optional<std::size_t>& index) {
    return index ? candidate(plan.candidates[*index]) : Json(nullptr);
  };
  Json json{{"schema", "slicewise.plan/1"},
            {"verdict", verdict(plan)},
            {"recommended", chosen(plan.recommended)},
            {"cheapest_robust", chosen(plan.cheapest_robust)},
            {"nearest_miss", chosen(plan.nearest_miss)},
            {"candidates", Json::array()},
            {"pooled", plan.pooled ? pooled(*plan.pooled) : Json(nullptr)},
            {"harms", Json::array()},
            {"rankings", Json::array()},
            {"sensitivity", Json::array()},
            {"files", Json::array()},
            {"assumptions", plan.assumptions},
            {"notes", Json::array()},
            {"seed", plan.seed},
            {"interrupted", plan.interrupted}};
  for (const Candidate& one : plan.candidates) json["candidates"].push_back(candidate(one));
  for (const Ranking& one : plan.rankings) json["rankings"].push_back(ranking(plan, one));
  for (const Harm& one : plan.harms) json["harms"].push_back(harm(one));
  for (const Sensitivity& one : plan.sensitivity) json["sensitivity"].push_back(sensitivity(one));
  for (const PlanFile& file : plan.files) json["files"].push_back({{"path", file.path}, {"text", file.text}});
  for (const Issue& note : plan.notes) {
    json["notes"].push_back(
        {{"severity", name(note.severity)}, {"where", note.where}, {"what", note.what}, {"fix", note.fix}});
  }
  // Names come from the user's file and may be any bytes: what is no UTF-8 is replaced, never thrown on.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace libsched::plan
