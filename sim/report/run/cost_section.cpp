/// What the design costs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>
#include <vector>

#include "sim/cost/cost_model.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::number;
using json::text;

constexpr std::size_t kMostNamed = 5;

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
  JsonValue years = JsonValue::make_array();
  const int last = static_cast<int>(std::ceil(cost.spec().horizon / Seconds(365.0 * 86400.0)));
  for (int year = 0; year <= last; ++year) {
    JsonValue value = JsonValue::make_object();
    value.set("year", json::integer(year));
    value.set("capex", number(ledger.total_of_year(year, CostKind::capex)));
    value.set("opex", number(ledger.total_of_year(year, CostKind::opex)));
    years.items().push_back(std::move(value));
  }
  return years;
}

void write(const StudyResult& result, JsonValue& results) {
  if (!result.first.cost) return;
  const CostModel& cost = *result.first.cost;
  const Ledger ledger = cost.ledger(result.usage);
  const CostTotals totals = cost.totals(result.usage);
  JsonValue value = JsonValue::make_object();
  value.set("currency", text(std::string(cost.spec().currency.code())));
  value.set("prices_as_of", text(cost.spec().prices_as_of));
  value.set("horizon_s", number(cost.spec().horizon.value()));
  value.set("build_s", number(cost.spec().build.value()));
  value.set("capex", number(totals.capex));
  value.set("opex", number(totals.opex));
  value.set("total", number(totals.total));
  value.set("held_gpu_hours", number(totals.held_gpu_hours));
  value.set("useful_gpu_hours", number(totals.useful_gpu_hours));
  value.set("jobs", number(totals.jobs));
  JsonValue items = JsonValue::make_object();
  for (const auto& [name, item] : cost.items()) items.set(name, number(ledger.total_of_item(name)));
  value.set("items", std::move(items));
  value.set("years", years_json(cost, ledger));
  JsonValue inputs = JsonValue::make_array();
  for (const CostInput& input : cost.inputs().all()) inputs.items().push_back(input_json(input));
  value.set("inputs", std::move(inputs));
  JsonValue swings = JsonValue::make_array();
  for (const CostSwing& swing : cost.swings(result.usage)) {
    JsonValue one = JsonValue::make_object();
    one.set("input", text(swing.input.name));
    one.set("total_at_low", number(swing.at_low));
    one.set("total_at_high", number(swing.at_high));
    swings.items().push_back(std::move(one));
  }
  value.set("swings", std::move(swings));
  JsonValue missing = JsonValue::make_array();
  for (std::string& phrase : cost.missing()) missing.items().push_back(text(std::move(phrase)));
  value.set("not_counted", std::move(missing));
  JsonValue old = JsonValue::make_array();
  for (const CostInput& price : cost.old_prices()) old.items().push_back(text(price.name));
  value.set("old_prices", std::move(old));
  results.set("cost", std::move(value));
}

/// Capex and opex of each year, from the purchase on.
std::string by_year(const CostModel& cost, const Ledger& ledger) {
  const int last = static_cast<int>(std::ceil(cost.spec().horizon / Seconds(365.0 * 86400.0)));
  std::vector<std::string> years;
  for (int year = 0; year <= last; ++year) {
    std::vector<std::string> parts;
    for (const auto& [kind, name] :
         {std::pair{CostKind::capex, "capex"}, std::pair{CostKind::opex, "opex"}})
      if (const double amount = ledger.total_of_year(year, kind); amount != 0.0)
        parts.push_back(fmt::format("{} {}", money_text(amount), name));
    if (!parts.empty())
      years.push_back(fmt::format("{} {}", year == 0 ? "purchase" : fmt::format("year {}", year),
                                  fmt::join(parts, ", ")));
  }
  return fmt::format("{}", fmt::join(years, kSeparator));
}

std::string lines(const StudyResult& result) {
  if (!result.first.cost) return "";
  const CostModel& cost = *result.first.cost;
  const Ledger ledger = cost.ledger(result.usage);
  const CostTotals totals = cost.totals(result.usage);
  const Currency currency = cost.spec().currency;
  const auto money = [&](double amount) { return human_text(Price{amount, currency}); };
  const Seconds build = cost.spec().build;
  std::string all =
      line("cost",
           fmt::format(
               "{} over {}: {} capex, {} opex{}", money(totals.total),
               exact_text(cost.spec().horizon), money(totals.capex), money(totals.opex),
               build > Seconds(0.0) ? fmt::format("; first job after {}", exact_text(build)) : ""));
  const double gpu_hour = result.estimates["cost_per_useful_gpu_hour"].value;
  if (std::isfinite(gpu_hour))
    all += line("", fmt::format("{} per useful GPU-hour{}{} per job", money(gpu_hour), kSeparator,
                                money(result.estimates["cost_per_job"].value)));
  std::vector<std::string> parts;
  for (const auto& [name, item] : cost.items())
    if (const double amount = ledger.total_of_item(name); amount != 0.0)
      parts.push_back(fmt::format("{} {}", name, money(amount)));
  if (parts.size() > 1) all += line("of which", fmt::format("{}", fmt::join(parts, kSeparator)));
  if (totals.total != 0.0) all += line("by year", by_year(cost, ledger));
  parts.clear();
  for (const CostSwing& swing : cost.swings(result.usage)) {
    if (parts.size() == kMostNamed) break;
    parts.push_back(fmt::format("{} ({} – {})", swing.input.name, money_text(swing.at_low),
                                money_text(swing.at_high)));
  }
  if (!parts.empty()) all += line("decided by", fmt::format("{}", fmt::join(parts, kSeparator)));
  parts.clear();
  for (const CostInput& price : cost.old_prices())
    parts.push_back(fmt::format("{} ({})", price.name, price.date));
  if (!parts.empty()) all += line("old prices", fmt::format("{}", fmt::join(parts, kSeparator)));
  if (const std::vector<std::string> notes = cost.notes(); !notes.empty())
    all += line("cost notes", fmt::format("{}", fmt::join(notes, kSeparator)));
  const std::vector<std::string> missing = cost.missing();
  if (!missing.empty())
    all += line("not counted", fmt::format("{}", fmt::join(missing, kSeparator)));
  return all;
}

}  // namespace

extern const ResultSection kCostSection;
const ResultSection kCostSection{write, lines, 20};

}  // namespace gpuscape
