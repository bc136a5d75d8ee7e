#include "gui/view/money_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/money.hpp"
#include "sim/report/compare/cost_comparison.hpp"
#include "sim/report/format/metric_text.hpp"

namespace gpuscape::gui {

namespace {

std::string_view origin_text(CostOrigin origin) {
  switch (origin) {
    case CostOrigin::user:
      return "the scenario's";
    case CostOrigin::sourced:
      return "with a source";
    case CostOrigin::guess:
      return "the catalogue's guess";
    case CostOrigin::assumption:
      return "assumed";
  }
  return "";
}

/// What one design costs.
class DesignMaker {
 public:
  DesignMaker(const LiveAnswer& answer, std::size_t column)
      : result_(answer.outcome->result),
        cost_(*result_.first.cost),
        ledger_(cost_.ledger(result_.usage)) {
    money_.design = answer.asked.name;
    money_.column = column;
    money_.currency = cost_.spec().currency.code();
    money_.total = ledger_.total();
  }

  DesignMoney make() {
    add_totals();
    add_items();
    for (std::size_t year = 0; year < year_count(); ++year) add_year(year);
    for (const CostSwing& swing : cost_.swings(result_.usage)) add_bar(swing);
    money_.notes = cost_.notes();
    for (const CostInput& price : cost_.old_prices())
      money_.notes.push_back(fmt::format("old price: {} ({})", price.name, price.date));
    money_.missing = cost_.missing();
    return std::move(money_);
  }

 private:
  [[nodiscard]] std::string text(double amount) const {
    return human_text(Price{amount, cost_.spec().currency});
  }

  void add_total(std::string key, std::string label, double value) {
    if (std::isfinite(value))
      money_.totals.push_back({std::move(key), std::move(label), value, text(value)});
  }

  void add_totals() {
    const CostTotals totals = cost_.totals(result_.usage);
    add_total("total_cost", "total", totals.total);
    add_total("capex", "capex", totals.capex);
    add_total("opex", "opex", totals.opex);
    for (const char* key : {"cost_per_useful_gpu_hour", "cost_per_job"})
      add_total(key, metric_label(metrics()[metric_index(key)].label, result_.first),
                result_.estimates[key].value);
  }

  void add_items() {
    for (const auto& [name, item] : cost_.items())
      if (const double amount = ledger_.total_of_item(name); amount != 0.0)
        money_.items.push_back({name, amount, text(amount)});
  }

  [[nodiscard]] std::size_t year_count() const {
    std::size_t count = 0;
    for (const CostLine& line : ledger_.lines())
      count = std::max(count, static_cast<std::size_t>(line.year) + 1);
    return count;
  }

  void add_year(std::size_t year) {
    MoneyYear made{.label = year == 0 ? "purchase" : fmt::format("year {}", year)};
    made.amounts.assign(money_.items.size(), 0.0);
    for (const CostLine& line : ledger_.lines()) {
      if (static_cast<std::size_t>(line.year) != year) continue;
      const auto item = std::ranges::find(money_.items, line.item, &MoneyItem::name);
      if (item != money_.items.end())
        made.amounts[static_cast<std::size_t>(item - money_.items.begin())] += line.amount;
    }
    const int number = static_cast<int>(year);
    made.total = ledger_.total_of_year(number, CostKind::capex) +
                 ledger_.total_of_year(number, CostKind::opex);
    made.text = text(made.total);
    money_.years.push_back(std::move(made));
  }

  void add_bar(const CostSwing& swing) {
    TornadoBar bar{.input = swing.input.name,
                   .at_low = swing.at_low,
                   .at_high = swing.at_high,
                   .low_text = money_text(swing.input.low),
                   .high_text = money_text(swing.input.high),
                   .origin = swing.input.origin};
    bar.text = fmt::format("{}, {} to {} (now {}): total {} to {}; {}", bar.input, bar.low_text,
                           bar.high_text, money_text(swing.input.value), money_text(bar.at_low),
                           money_text(bar.at_high), origin_text(bar.origin));
    if (!swing.input.source.empty()) bar.text += fmt::format(": {}", swing.input.source);
    money_.tornado.push_back(std::move(bar));
  }

  const StudyResult& result_;
  const CostModel& cost_;
  Ledger ledger_;
  DesignMoney money_;
};

/// The end of a number line on which the band and what is now have room.
double axis_end(const BreakEvenBand& band, double least) {
  double end = least;
  for (const double value : {band.low, band.value, band.high, band.current})
    if (std::isfinite(value)) end = std::max(end, 1.1 * value);
  return end;
}

void add_bands(const OwnOrRent& even, Currency currency, MoneyComparison& made) {
  constexpr double kTwoYears = 24.0;
  const auto add = [&](std::string label, const CostBand& of, double current, double least) {
    BreakEvenBand band{.label = std::move(label),
                       .low = of.low,
                       .value = of.value,
                       .high = of.high,
                       .current = current};
    band.axis_end = axis_end(band, least);
    band.text = made.break_even;
    made.bands.push_back(std::move(band));
  };
  if (even.use) add("share of the time that nodes are up", *even.use, even.use_now, 1.0);
  add(fmt::format("rent of a node, {}/h", currency.code()), even.rent, even.rent_now, 0.0);
  add("months after which owning costs less", even.months, 0.0, kTwoYears);
  if (even.jobs) add("jobs a month above which owning costs less", *even.jobs, even.jobs_now, 0.0);
}

MoneyComparison compared(const LiveState& state, std::size_t column, const Comparison& beside) {
  const LiveAnswer& first = state.designs.front();
  const LiveAnswer& other = state.designs[column];
  const CostTexts texts = cost_texts(
      {first.asked.name, first.outcome->result, other.asked.name, other.outcome->result}, beside);
  MoneyComparison made{.design = other.asked.name,
                       .column = column,
                       .cheaper = texts.cheaper,
                       .break_even = texts.break_even,
                       .own_part = texts.own_part};
  if (!beside.cost) return made;
  made.low = beside.cost->difference.low;
  made.value = beside.cost->difference.value;
  made.high = beside.cost->difference.high;
  if (says_break_even(beside))
    add_bands(*beside.cost->own_or_rent, first.outcome->result.first.cost->spec().currency, made);
  return made;
}

bool has_cost(const LiveAnswer& answer) {
  return answer.outcome != nullptr && answer.outcome->result.first.cost != nullptr;
}

}  // namespace

MoneyView money_view(const LiveState& state) {
  MoneyView view;
  for (std::size_t i = 0; i < state.designs.size(); ++i) {
    if (!has_cost(state.designs[i])) continue;
    view.designs.push_back(DesignMaker(state.designs[i], i).make());
    for (const MoneyYear& year : view.designs.back().years) {
      double up = 0.0;
      double down = 0.0;
      for (const double amount : year.amounts) (amount > 0.0 ? up : down) += amount;
      view.most = std::max(view.most, up);
      view.least = std::min(view.least, down);
    }
  }
  for (std::size_t i = 1; i < state.designs.size() && i <= state.comparisons.size(); ++i) {
    const Comparison* beside = state.comparisons[i - 1].get();
    const bool is_there = beside != nullptr && beside->cost_verdict &&
                          state.designs[i].outcome != nullptr &&
                          state.designs.front().outcome != nullptr;
    if (is_there) view.comparisons.push_back(compared(state, i, *beside));
  }
  return view;
}

}  // namespace gpuscape::gui
