#include "sim/report/compare/compare_json.hpp"

#include "sim/base/error.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/report/bill/bill_json.hpp"
#include "sim/report/compare/cost_comparison.hpp"
#include "sim/report/compare/guess_trial_text.hpp"
#include "sim/report/compare/unmapped_text.hpp"
#include "sim/report/compare/verdict_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/cost_json.hpp"

namespace gpuscape {

namespace {

JsonValue difference_json(const Difference& difference, std::string_view better_when) {
  JsonValue value = JsonValue::make_object();
  value.set("baseline", json::estimate(difference.baseline));
  value.set("variant", json::estimate(difference.variant));
  value.set("difference", json::estimate(difference.difference));
  if (!better_when.empty()) value.set("better_when", json::text(std::string(better_when)));
  value.set("verdict", json::text(std::string(verdict_name(difference.verdict))));
  if (difference.by_sign_test) value.set("by_sign_test", json::boolean(true));
  if (!difference.ranks_agree) value.set("ranks_agree", json::boolean(false));
  if (difference.ratio) value.set("ratio", json::estimate(*difference.ratio));
  return value;
}

/// How large a difference must be to count.
JsonValue negligible_json(const NegligibleSpec& least) {
  JsonValue value = JsonValue::make_object();
  value.set("relative", json::number(least.relative));
  value.set("time_s", json::number(least.time.value()));
  value.set("share", json::number(least.share));
  value.set("number", json::number(least.number));
  for (const auto& [metric, own] : least.by_metric) value.set(metric, json::number(own));
  return value;
}

std::string_view goal_name(Goal goal) {
  if (goal == Goal::neither) return "neither";
  return goal == Goal::low ? "lower" : "higher";
}

JsonValue groups_json(const LaterJobs& later) {
  JsonValue value = JsonValue::make_object();
  value.set("groups_are", json::text(later.kind));
  JsonValue groups = JsonValue::make_array();
  for (std::size_t i = 0; i < later.groups.size(); ++i) {
    const GroupChange& group = later.groups[i];
    JsonValue entry = JsonValue::make_object();
    entry.set("name", json::text(group.name));
    entry.set("jobs", json::integer(group.jobs));
    entry.set("later", json::integer(group.later));
    entry.set("sooner", json::integer(group.sooner));
    entry.set("loses", json::boolean(i < later.losing));
    entry.set("gains", json::boolean(group.gains()));
    groups.items().push_back(std::move(entry));
  }
  value.set("groups", std::move(groups));
  return value;
}

JsonValue later_json(const std::vector<LaterJobs>& all) {
  JsonValue value = JsonValue::make_array();
  for (const LaterJobs& later : all) value.items().push_back(groups_json(later));
  return value;
}

JsonValue slo_json(const std::vector<SloDifference>& differences) {
  JsonValue all = JsonValue::make_object();
  for (const SloDifference& slo : differences) {
    JsonValue value = difference_json(slo, goal_name(slo.goal));
    value.set("met_at_baseline", json::boolean(slo.met_at_baseline));
    value.set("met", json::boolean(slo.met));
    all.set(slo.name, std::move(value));
  }
  return all;
}

JsonValue comparison_json(const CompareResult& result, const Comparison& comparison) {
  JsonValue value = JsonValue::make_object();
  value.set("variant", json::text(result.variants[comparison.variant].name));
  value.set("paired", json::boolean(comparison.paired));
  value.set("pairing", json::text(comparison.pairing));
  JsonValue metrics = JsonValue::make_object();
  for (const MetricDifference& metric : comparison.metrics) {
    metrics.set(std::string(metric.metric->key),
                difference_json(metric, goal_name(metric.metric->goal)));
  }
  value.set("metrics", std::move(metrics));
  value.set("slo", slo_json(comparison.slo));
  if (!comparison.later.empty()) value.set("later_jobs", later_json(comparison.later));
  if (JsonValue cost = cost_comparison_json(result, comparison); !cost.is_null())
    value.set("cost", std::move(cost));
  return value;
}

JsonValue variant_json(const VariantResult& variant, const std::string& folder) {
  const StudyResult& study = variant.outcome.result;
  JsonValue value = JsonValue::make_object();
  value.set("name", json::text(variant.name));
  value.set("folder", json::text(folder));
  value.set("title", json::text(title_of(study.scenario)));
  value.set("variant", json::text(variant_of(study.scenario)));
  value.set("finished", json::boolean(variant.finished));
  value.set("gpus_total", json::integer(study.first.gpus_total));
  value.set("jobs", json::integer(study.jobs));
  value.set("unfinished", json::integer(study.unfinished));
  value.set("never_fit", json::integer(study.never_fit));
  value.set("nothing_started", json::boolean(study.nothing_started()));
  value.set("replications", json::integer(study.replications));
  value.set("precision_reached", json::boolean(study.precision_reached));
  value.set("warm_up_s", json::number(study.warm_up.value()));
  value.set("offered_load", json::estimate(study.estimates["offered_load"]));
  json::set_asked_load(value, study.scenario);
  value.set("overloaded", json::boolean(study.overloaded()));
  if (study.first.traffic) value.set("routing", traffic_routing_json(study));
  value.set("waited_for_s", json::waits(study.waited_for));
  if (study.first.cost != nullptr) {
    value.set("cost_not_counted",
              json::list(study.first.cost->missing(),
                         [](const std::string& part) { return json::text(part); }));
    value.set("old_prices", json::list(study.first.cost->old_prices(), [](const CostInput& price) {
                return json::text(price.name);
              }));
  }
  if (!study.varied.empty()) value.set("cost_varied", varied_json(study.varied));
  return value;
}

/// What each design is made of, by its name.
JsonValue bills_json(const CompareResult& result) {
  JsonValue all = JsonValue::make_array();
  for (const VariantResult& variant : result.variants) {
    if (variant.outcome.result.bill == nullptr) continue;
    JsonValue one = JsonValue::make_object();
    one.set("design", json::text(variant.name));
    JsonValue bill = bill_json(*variant.outcome.result.bill);
    for (JsonMember& member : bill.members()) one.members().push_back(std::move(member));
    all.items().push_back(std::move(one));
  }
  return all;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::better:
      return "better";
    case Verdict::worse:
      return "worse";
    case Verdict::higher:
      return "higher";
    case Verdict::lower:
      return "lower";
    case Verdict::negligible:
      return "negligible";
    case Verdict::no_difference_shown:
      return "no_difference_shown";
    case Verdict::no_interval:
      return "no_interval";
  }
  throw InternalError("a comparison has a verdict that no report knows");
}

std::string compare_json(const CompareResult& result, const std::vector<std::string>& folders,
                         const Provenance& provenance) {
  JsonValue document = JsonValue::make_object();
  document.set("schema", json::integer(kCompareSchema));
  document.set("partial", json::boolean(result.partial));
  document.set("baseline", json::text(result.variants.front().name));
  document.set("confidence",
               json::number(result.variants.front().outcome.result.scenario.run.confidence));
  document.set("negligible",
               negligible_json(result.variants.front().outcome.result.scenario.run.negligible));
  JsonValue variants = JsonValue::make_array();
  for (std::size_t i = 0; i < result.variants.size(); ++i)
    variants.items().push_back(variant_json(result.variants[i], folders[i]));
  document.set("variants", std::move(variants));
  if (!result.left_out.empty())
    document.set("left_out", json::list(result.left_out,
                                        [](const std::string& name) { return json::text(name); }));
  JsonValue comparisons = JsonValue::make_array();
  for (const Comparison& comparison : result.comparisons)
    comparisons.items().push_back(comparison_json(result, comparison));
  document.set("comparisons", std::move(comparisons));
  if (JsonValue verdict = verdict_json(result); !verdict.is_null())
    document.set("verdict", std::move(verdict));
  if (JsonValue unmapped = unmapped_json(result); !unmapped.is_null())
    document.set("unmapped", std::move(unmapped));
  document.set("bill", bills_json(result));
  if (!result.guesses.empty()) document.set("guesses_tried", guess_trials_json(result));
  if (!result.mixed_bases.empty()) {
    JsonValue mixed = JsonValue::make_array();
    for (const std::string& text : result.mixed_bases) mixed.items().push_back(json::text(text));
    document.set("not_one_basis", std::move(mixed));
  }
  document.set("provenance", json::provenance(provenance));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
