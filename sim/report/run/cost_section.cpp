/// What the design costs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/cost/cost_range.hpp"
#include "sim/cost/cost_years.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/run/cost_json.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/showback.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostCostParts = 5;

void write_cost(const StudyResult& result, JsonValue& results) {
  if (result.first.cost) results.set("cost", cost_json(result));
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

/// What is paid in each year, with tax where there is any, and what the books say.
std::string year_table(const CostModel& cost, const Ledger& ledger) {
  const bool taxed = cost.spec().tax.has_value();
  std::vector<std::vector<std::string>> rows{{"", "capex", "opex", "paid"}};
  if (taxed) rows[0].insert(rows[0].end(), {"tax", "with tax"});
  rows[0].insert(rows[0].end(), {"written off", "book value"});
  for (const CostYear& year : cost_years(cost, ledger)) {
    rows.push_back({year.year == 0 ? "purchase" : fmt::format("year {}", year.year),
                    money_text(year.capex), money_text(year.opex), money_text(year.paid())});
    if (taxed)
      rows.back().insert(rows.back().end(),
                         {money_text(year.tax), money_text(year.paid_with_tax())});
    const bool begins = year.year == 0;
    rows.back().insert(rows.back().end(),
                       {begins ? "" : money_text(year.written_off), money_text(year.book_value)});
  }
  return labelled("by year", text_table(rows));
}

/// The largest shares by account, by user, or by stream where there are several.
std::string showback_lines(const StudyResult& result, Currency currency) {
  std::string all;
  for (const Showback& one : showback(result)) {
    if (one.rows.size() < 2) continue;
    std::vector<std::string> parts;
    for (const ShowbackRow& row : one.rows) {
      if (parts.size() == kMostCostParts) {
        parts.push_back(fmt::format("{} more in showback.csv", one.rows.size() - kMostCostParts));
        break;
      }
      parts.push_back(
          fmt::format("{} {}", excerpt(row.name, 30), human_text(Price{row.cost, currency})));
    }
    const std::string label = "by " + one.kind;
    all += line(label, joined(parts));
  }
  return all;
}

/// What moves the total, what is taken as certain, and what is left out.
std::string doubts(const StudyResult& result) {
  const CostModel& cost = *result.first.cost;
  std::string all;
  std::vector<std::string> parts;
  for (const CostSwing& swing : all_swings(result)) {
    if (parts.size() == kMostCostParts) break;
    parts.push_back(fmt::format("{} ({} – {})", swing.input.name, money_text(swing.at_low),
                                money_text(swing.at_high)));
  }
  if (!parts.empty()) all += line("decided by", joined(parts));
  for (const VariedCost& varied : result.varied) {
    parts.clear();
    for (std::size_t i = 0; i < varied.values.size(); ++i) {
      parts.push_back(fmt::format("{}: {}", varied.values[i], money_text(varied.totals[i].total)));
      if (i < varied.ranges.size() && !varied.ranges[i].is_one())
        parts.back() += fmt::format(" ({} – {})", money_text(varied.ranges[i].drawn_low),
                                    money_text(varied.ranges[i].drawn_high));
    }
    all += line(excerpt(varied.input, kLabelWidth), joined(parts));
  }
  parts.clear();
  for (const CostWeight& weight : cost.certain(result.usage)) {
    if (parts.size() == kMostCostParts) break;
    parts.push_back(
        fmt::format("{} ({:.0f} % of the total)", weight.input.name, 100.0 * weight.share));
  }
  if (!parts.empty()) all += line("no range for", joined(parts));
  parts.clear();
  for (const CostInput& price : cost.old_prices())
    parts.push_back(fmt::format("{} ({})", price.name, price.date));
  if (!parts.empty()) all += line("old prices", joined(parts));
  if (const std::vector<std::string> notes = cost.notes(); !notes.empty())
    all += line("cost notes", joined(notes));
  if (const std::vector<std::string> missing = cost.missing(); !missing.empty())
    all += line("not counted", joined(missing));
  return all;
}

std::string energy_line(const CostTotals& totals) {
  if (!(totals.energy_kwh > 0.0)) return "";
  constexpr double kSmall = 10e3;
  std::string text = totals.energy_kwh < kSmall
                         ? fmt::format("{} kWh", money_text(totals.energy_kwh))
                         : fmt::format("{} MWh", money_text(totals.energy_kwh / 1e3));
  if (std::isfinite(totals.carbon_kg))
    text += fmt::format("{}{} t CO2e", kSeparator, money_text(totals.carbon_kg / 1e3));
  return line("electricity", text);
}

/// What a unit of work costs, or why that is not known.
std::string unit_costs(const StudyResult& result, Currency currency) {
  const double gpu_hour = result.estimates["cost_per_useful_gpu_hour"].value;
  const double job = result.estimates["cost_per_job"].value;
  std::vector<std::string> parts;
  if (std::isfinite(gpu_hour))
    parts.push_back(human_text(Price{gpu_hour, currency}) + " per useful GPU-hour");
  else
    parts.emplace_back(
        "no cost per useful GPU-hour: no job held a GPU in the time that is averaged");
  if (std::isfinite(job))
    parts.push_back(human_text(Price{job, currency}) + " per job");
  else
    parts.emplace_back("no cost per job: no job ended in the time that is averaged");
  return joined(parts);
}

std::string cost_section(const StudyResult& result) {
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
  if (const double tax = tax_of(cost, ledger); tax > 0.0)
    all += line("", fmt::format("with tax {}", money(totals.total + tax)));
  if (const CostRange range = cost_range(cost, result.usage); !range.is_one())
    all += line("", fmt::format("{} – {} in nine of ten draws within the ranges; {} – {} with all "
                                "at their cheaper or dearer ends",
                                money(range.drawn_low), money(range.drawn_high), money(range.low),
                                money(range.high)));
  all += line("", unit_costs(result, currency));
  std::vector<std::string> parts;
  for (const auto& [name, item] : cost.items())
    if (const double amount = ledger.total_of_item(name); amount != 0.0)
      parts.push_back(fmt::format("{} {}", name, money(amount)));
  if (parts.size() > 1) all += line("of which", joined(parts));
  if (totals.total != 0.0) all += year_table(cost, ledger);
  all += energy_line(totals);
  if (totals.total != 0.0) all += showback_lines(result, currency);
  return all + doubts(result);
}

}  // namespace

extern const ResultSection kCostSection;
const ResultSection kCostSection{write_cost, cost_section, 20};

}  // namespace gpuscape
