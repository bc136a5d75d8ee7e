#include "sim/report/format/json_values.hpp"
#include "sim/report/plan/next_text.hpp"

namespace gpuscape {

namespace {

/// By objective; `is_step`: with what it changes by.
JsonValue effects_json(const NextAnswer& answer, const std::vector<NextEffect>& effects,
                       double spent, bool is_step) {
  JsonValue slo = JsonValue::make_object();
  for (std::size_t i = 0; i < effects.size(); ++i) {
    JsonValue one = json::estimate(effects[i].value);
    one.set("met", json::boolean(effects[i].met));
    if (is_step) one.set("change", json::estimate(effects[i].change));
    if (is_step) one.set("told", json::boolean(effects[i].is_told()));
    if (is_step && spent > 0.0)
      one.set("change_per_10k", json::number(effects[i].change.value / spent * 1e4));
    slo.set(answer.objectives[i].name, std::move(one));
  }
  return slo;
}

JsonValue row_json(const NextAnswer& answer, const NextRow& row) {
  JsonValue value = JsonValue::make_object();
  value.set("step", json::text(row.what));
  value.set("from", json::text(row.from));
  value.set("to", json::text(row.to));
  value.set("setting", json::boolean(row.is_setting));
  value.set("steps", json::integer(row.steps));
  value.set("at_once", json::number(row.at_once));
  value.set("capex", json::number(row.capex));
  value.set("total_cost", json::number(row.total));
  value.set("spent", json::number(row.spent));
  if (!row.limit.empty()) value.set("limit", json::text(row.limit));
  value.set("spent_is_at_least", json::boolean(row.is_at_least));
  value.set("has_price", json::boolean(!row.has_no_price()));
  if (!row.why_not.empty()) value.set("why_not", json::text(row.why_not));
  if (row.effects.empty()) return value;
  value.set("overloaded", json::boolean(row.overloaded));
  value.set("jobs_never_fit", json::integer(row.never_fit));
  value.set("slo", effects_json(answer, row.effects, row.spent, true));
  return value;
}

}  // namespace

std::string next_json(const NextAnswer& answer) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(answer.title));
  document.set("partial", json::boolean(answer.partial));
  document.set("money", json::text(exact_text(answer.asked.money)));
  document.set("replications", json::integer(answer.replications));
  document.set("sorted_by", json::text(answer.objectives[answer.sorted_by].name));
  document.set("now", effects_json(answer, answer.now, 0.0, false));
  document.set("not_counted", json::list(answer.not_counted, json::text));
  document.set("steps",
               json::list(answer.rows, [&](const NextRow& row) { return row_json(answer, row); }));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
