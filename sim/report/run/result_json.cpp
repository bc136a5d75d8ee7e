#include "sim/report/run/result_json.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "sim/base/json/json.hpp"
#include "sim/report/bill/bill_json.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/assumption_text.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/report/trust/result_trust.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

using json::boolean;
using json::integer;
using json::number;
using json::text;

JsonValue estimates_json(const StudyResult& result) {
  JsonValue value = JsonValue::make_object();
  for (const Metric& metric : metrics()) {
    if (!metric.estimated || !has(result.first, metric)) continue;
    value.set(metric_name(result.first, metric), json::estimate(result.estimates[metric.key]));
  }
  return value;
}

JsonValue metrics_json(const StudyResult& result) {
  JsonValue value = JsonValue::make_object();
  for (const Metric& metric : metrics()) {
    if (!has(result.first, metric)) continue;
    value.set(metric_name(result.first, metric), number(result.metrics[metric.key]));
  }
  return value;
}

JsonValue reads_json(const std::vector<ReadReport>& reads) {
  JsonValue all = JsonValue::make_array();
  for (const ReadReport& report : reads) {
    JsonValue value = JsonValue::make_object();
    value.set("file", text(report.file));
    value.set("rows", integer(report.rows));
    value.set("jobs", integer(report.jobs));
    value.set("steps", integer(report.steps));
    value.set("without_time_limit", integer(report.without_time_limit));
    if (!report.left_out.empty()) {
      JsonValue left_out = JsonValue::make_object();
      for (const LeftOut& left : report.left_out) left_out.set(left.by, integer(left.rows));
      value.set("left_out", std::move(left_out));
    }
    if (report.carried_running + report.carried_queued > 0) {
      value.set("carried_over_running", integer(report.carried_running));
      value.set("carried_over_queued", integer(report.carried_queued));
    }
    JsonValue reasons = JsonValue::make_array();
    for (const RowReason& reason : report.reasons) {
      JsonValue entry = JsonValue::make_object();
      entry.set("reason", text(reason.reason));
      entry.set("rows", integer(reason.rows));
      entry.set("dropped", boolean(reason.dropped));
      entry.set("first_line", integer(reason.first_line));
      entry.set("example", text(reason.example));
      reasons.items().push_back(std::move(entry));
    }
    value.set("reasons", std::move(reasons));
    all.items().push_back(std::move(value));
  }
  return all;
}

JsonValue results_json(const StudyResult& result) {
  JsonValue value = JsonValue::make_object();
  value.set("kind", text(result.synthetic ? "simulated" : "replayed"));
  value.set("jobs", integer(result.jobs));
  value.set("submissions_span_s", number(result.span.value()));
  value.set("gpus_total", integer(result.first.gpus_total));
  if (result.first.counts_cores) value.set("cores_total", integer(result.first.cores_total));
  json::set_asked_load(value, result.scenario);
  value.set("unix_origin_s", result.first.unix_origin ? number(result.first.unix_origin->value())
                                                      : JsonValue::make_null());
  value.set("unfinished", integer(result.unfinished));
  value.set("never_fit", integer(result.never_fit));
  value.set("nothing_started", boolean(result.nothing_started()));
  value.set("timed_out", integer(result.timed_out));
  if (result.over_budget > 0) value.set("over_budget", integer(result.over_budget));
  if (result.dependency_failed > 0)
    value.set("dependency_failed", integer(result.dependency_failed));
  if (result.failed > 0) value.set("failed", integer(result.failed));
  if (result.first.jobs.preemptions() > 0)
    value.set("preemptions", integer(result.first.jobs.preemptions()));
  value.set("not_submitted", integer(result.first.not_submitted));
  value.set("replications", integer(result.replications));
  value.set("precision_reached", boolean(result.precision_reached));
  value.set("warm_up_s", number(result.warm_up.value()));
  value.set("warm_up_method", text(result.warm_up_method));
  value.set("averaged_from_s", number(result.averaged_from.value()));
  value.set("averaged_to_s", number(result.averaged_to.value()));
  value.set("overloaded", boolean(result.overloaded()));
  value.set("estimates", estimates_json(result));
  value.set("replication_0", metrics_json(result));
  for (const ResultSection& section : result_sections())
    if (section.write != nullptr) section.write(result, value);
  if (result.bill) value.set("bill", bill_json(*result.bill));
  value.set("trust", trust_json(trust_of(result)));
  value.set("slo", slo_json(result.slo));
  value.set("reads", reads_json(result.first.reads));
  JsonValue assumptions = JsonValue::make_array();
  for (const Assumption& assumption : result.first.assumptions)
    assumptions.items().push_back(text(assumption_text(assumption)));
  value.set("assumptions", std::move(assumptions));
  JsonValue warnings = JsonValue::make_array();
  for (const ReadReport& read : result.first.reads)
    for (const std::string& warning : read.warnings) warnings.items().push_back(text(warning));
  for (const SharingResult& of : result.first.sharing)
    for (const std::string& by : of.outside)
      warnings.items().push_back(
          text(of.group + ": beyond what was measured of jobs on one GPU: " + by));
  value.set("warnings", std::move(warnings));
  return value;
}

JsonValue scenario_json(const ScenarioSpec& scenario) {
  JsonValue value = JsonValue::make_object();
  value.set("title", text(title_of(scenario)));
  value.set("variant", text(variant_of(scenario)));
  value.set("resolved", scenario.resolved);
  return value;
}

}  // namespace

JsonValue slo_json(const std::vector<SloVerdict>& verdicts) {
  JsonValue all = JsonValue::make_object();
  for (const SloVerdict& slo : verdicts) {
    JsonValue value = JsonValue::make_object();
    const std::string unit = slo.is_time ? "_s" : "";
    value.set("metric", text(slo.metric));
    if (slo.of_jobs) value.set("quantile", number(slo.quantile));
    value.set((slo.at_least ? "at_least" : "at_most") + unit, number(slo.limit));
    // The name of a metric has its unit in it.
    value.set(slo.of_jobs ? slo.metric + unit : slo.metric, json::estimate(slo.value));
    value.set("met", boolean(slo.met));
    if (slo.value.low && slo.value.high) value.set("certain", boolean(slo.is_certain()));
    if (std::isfinite(slo.value.value))
      value.set((slo.met ? "kept_by" : "missed_by") + unit, number(std::abs(slo.margin())));
    all.set(slo.name, std::move(value));
  }
  return all;
}

std::string result_json(const StudyResult& result, const Provenance& provenance,
                        const std::vector<CatalogGuess>& guesses) {
  JsonValue document = JsonValue::make_object();
  document.set("schema", integer(kResultSchema));
  document.set("partial", boolean(result.partial));
  document.set("scenario", scenario_json(result.scenario));
  document.set("results", results_json(result));
  document.set("guesses", guesses_json(guesses));
  document.set("provenance", json::provenance(provenance));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
