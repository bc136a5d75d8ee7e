#include "sim/report/run/cost_json.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/cost/cost_range.hpp"
#include "sim/cost/cost_years.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/showback.hpp"

namespace gpuscape {

namespace {

using json::number;
using json::text;

std::string_view origin_name(CostOrigin origin) {
  switch (origin) {
    case CostOrigin::user:
      return "scenario";
    case CostOrigin::sourced:
      return "source";
    case CostOrigin::guess:
      return "guess";
    case CostOrigin::assumption:
      return "assumption";
  }
  return "";
}

JsonValue input_json(const CostInput& input) {
  JsonValue value = JsonValue::make_object();
  value.set("name", text(input.name));
  value.set("value", number(input.value));
  value.set("low", number(input.low));
  value.set("high", number(input.high));
  value.set("origin", text(std::string(origin_name(input.origin))));
  value.set("source", text(input.source));
  if (!input.date.empty()) value.set("date", text(input.date));
  return value;
}

JsonValue years_json(const CostModel& cost, const Ledger& ledger) {
  return json::list(cost_years(cost, ledger), [](const CostYear& year) {
    JsonValue value = JsonValue::make_object();
    value.set("year", json::integer(year.year));
    value.set("capex", number(year.capex));
    value.set("opex", number(year.opex));
    value.set("tax", number(year.tax));
    value.set("written_off", number(year.written_off));
    value.set("book_value", number(year.book_value));
    return value;
  });
}

JsonValue swing_json(const CostSwing& swing) {
  JsonValue one = JsonValue::make_object();
  one.set("input", text(swing.input.name));
  one.set("total_at_low", number(swing.at_low));
  one.set("total_at_high", number(swing.at_high));
  return one;
}

JsonValue weight_json(const CostWeight& weight) {
  JsonValue one = JsonValue::make_object();
  one.set("input", text(weight.input.name));
  one.set("share_of_total", number(weight.share));
  return one;
}

JsonValue range_json(const CostRange& range) {
  JsonValue one = JsonValue::make_object();
  one.set("low", number(range.low));
  one.set("high", number(range.high));
  one.set("drawn_p5", number(range.drawn_low));
  one.set("drawn_p50", number(range.drawn_middle));
  one.set("drawn_p95", number(range.drawn_high));
  one.set("draws", json::integer(CostRange::kDraws));
  return one;
}

/// With its date, and whether it is old.
JsonValue price_date_json(const CostInput& price, const std::vector<CostInput>& old) {
  JsonValue one = JsonValue::make_object();
  one.set("price", text(price.name));
  one.set("date", text(price.date));
  one.set("old", json::boolean(std::ranges::find(old, price.id, &CostInput::id) != old.end()));
  return one;
}

JsonValue showback_row_json(const ShowbackRow& row) {
  JsonValue one = JsonValue::make_object();
  one.set("name", text(row.name));
  one.set("jobs", json::integer(row.jobs));
  one.set("held_gpu_hours", number(row.held_gpu_hours));
  one.set("useful_gpu_hours", number(row.useful_gpu_hours));
  one.set("cost", number(row.cost));
  one.set("idle_cost", number(row.idle_cost));
  return one;
}

/// Who causes the cost, the largest first.
JsonValue showback_json(const StudyResult& result) {
  constexpr std::size_t kMostShowbackRows = 100;
  JsonValue all = JsonValue::make_object();
  for (Showback& one : showback(result)) {
    if (one.rows.size() > kMostShowbackRows) one.rows.resize(kMostShowbackRows);
    all.set("by_" + one.kind, json::list(one.rows, showback_row_json));
  }
  return all;
}

/// Totals, and where they are from.
void set_totals(const CostModel& cost, const Ledger& ledger, const CostTotals& totals,
                JsonValue& value) {
  value.set("currency", text(std::string(cost.spec().currency.code())));
  value.set("prices_as_of", text(cost.spec().prices_as_of));
  value.set("horizon_s", number(cost.spec().horizon.value()));
  value.set("build_s", number(cost.spec().build.value()));
  value.set("capex", number(totals.capex));
  value.set("opex", number(totals.opex));
  value.set("total", number(totals.total));
  value.set("tax", number(tax_of(cost, ledger)));
  value.set("held_gpu_hours", number(totals.held_gpu_hours));
  value.set("useful_gpu_hours", number(totals.useful_gpu_hours));
  value.set("jobs", number(totals.jobs));
  value.set("energy_kwh", number(totals.energy_kwh));
  value.set("carbon_kg", number(totals.carbon_kg));
}

}  // namespace

JsonValue varied_json(const std::vector<VariedCost>& all) {
  JsonValue result = JsonValue::make_object();
  for (const VariedCost& varied : all) {
    JsonValue values = JsonValue::make_array();
    for (std::size_t i = 0; i < varied.values.size(); ++i) {
      JsonValue one = JsonValue::make_object();
      one.set("value", text(varied.values[i]));
      one.set("total", number(varied.totals[i].total));
      one.set("per_useful_gpu_hour", number(varied.totals[i].per_useful_gpu_hour()));
      if (i < varied.ranges.size()) one.set("total_range", range_json(varied.ranges[i]));
      values.items().push_back(std::move(one));
    }
    result.set(varied.input, std::move(values));
  }
  return result;
}

JsonValue cost_json(const StudyResult& result) {
  const CostModel& cost = *result.first.cost;
  const Ledger ledger = cost.ledger(result.usage);
  JsonValue value = JsonValue::make_object();
  set_totals(cost, ledger, cost.totals(result.usage), value);
  JsonValue items = JsonValue::make_object();
  for (const auto& [name, item] : cost.items()) items.set(name, number(ledger.total_of_item(name)));
  value.set("items", std::move(items));
  value.set("total_range", range_json(cost_range(cost, result.usage)));
  value.set("years", years_json(cost, ledger));
  value.set("inputs", json::list(cost.inputs().all(), input_json));
  value.set("swings", json::list(all_swings(result), swing_json));
  if (!result.varied.empty()) value.set("varied", varied_json(result.varied));
  value.set("taken_as_certain", json::list(cost.certain(result.usage), weight_json));
  value.set("showback", showback_json(result));
  value.set("not_counted",
            json::list(cost.missing(), [](const std::string& phrase) { return text(phrase); }));
  value.set("parts_not_counted", json::list(cost.not_counted(), [](const Uncounted& part) {
              JsonValue one = JsonValue::make_object();
              one.set("part", text(part.part));
              one.set("lacks", text(std::string(part.what())));
              return one;
            }));
  std::vector<CostInput> dated = cost.inputs().all();
  std::erase_if(dated, [](const CostInput& input) { return input.date.empty(); });
  value.set("price_dates", json::list(dated, [old = cost.old_prices()](const CostInput& price) {
              return price_date_json(price, old);
            }));
  value.set("old_prices",
            json::list(cost.old_prices(), [](const CostInput& price) { return text(price.name); }));
  return value;
}

}  // namespace gpuscape
