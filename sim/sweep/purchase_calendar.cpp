#include "sim/sweep/purchase_calendar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape {

namespace {

constexpr double kYear = 365.0 * 86400.0;
constexpr double kDay = 86400.0;
/// Delivery times that stand for all of them.
constexpr int kDeliveries = 200;

/// What a price of today is at that date.
double price_then(const CalendarSpec& terms, Seconds date) {
  return std::pow(1.0 + terms.price_path, date.value() / kYear);
}

/// What money of that date is today.
double today(const CalendarSpec& terms, Seconds date) {
  return std::pow(1.0 + terms.discount, -date.value() / kYear);
}

/// Of a payment of 1 in a second between two dates, today.
double paid_between(const CalendarSpec& terms, Seconds from, Seconds to) {
  if (!(to > from)) return 0.0;
  if (!(terms.discount > 0.0)) return (to - from).value();
  return (today(terms, from) - today(terms, to)) * kYear / std::log1p(terms.discount);
}

/// Share of its price that it is worth at that age.
double worth(const CalendarSpec& terms, Seconds age) {
  if (!terms.lasts) return 0.0;
  return 1.0 - (1.0 - terms.residual) * std::min(1.0, age / *terms.lasts);
}

OrderCost cost_when_delivered(const CalendarSpec& terms, const GrowthStep& step, Seconds date,
                              Seconds delivered) {
  OrderCost cost;
  const Seconds end = terms.ends;
  Seconds bought_at = date;
  Seconds works_from = delivered;
  cost.bought = step.capex * price_then(terms, date) * today(terms, date);
  while (terms.lasts && works_from + *terms.lasts < end) {
    works_from = works_from + *terms.lasts;
    const double price = step.capex * price_then(terms, std::exchange(bought_at, works_from));
    cost.left += price * terms.residual * today(terms, bought_at);
    cost.bought += step.capex * price_then(terms, bought_at) * today(terms, bought_at);
  }
  if (works_from < end)
    cost.left += step.capex * price_then(terms, bought_at) * worth(terms, end - works_from) *
                 today(terms, end);
  cost.running = step.running_per_s * paid_between(terms, delivered, end);
  cost.late = std::max(Seconds(0.0), std::min(delivered, end) - step.needed);
  if (terms.rent)
    cost.rented = step.gpus * terms.rent->value.of(1.0) *
                  paid_between(terms, step.needed, std::min(delivered, end));
  return cost;
}

std::string without_axis(const FoundDesign& found) {
  RunRecord named{.axes = found.best->axes};
  std::erase_if(named.axes, [&](const auto& axis) {
    return std::ranges::find(found.of, axis) != found.of.end();
  });
  return named.design_name();
}

double figure_of(const RunRecord& record, std::string_view name) {
  const Figure* figure = record.figure(name);
  return figure == nullptr ? std::numeric_limits<double>::quiet_NaN() : figure->value;
}

/// More than the step before; what is less counts as nothing.
double more(double now, double& before, bool& is_smaller) {
  const double difference = now - before;
  is_smaller = is_smaller || difference < 0.0;
  before = std::max(before, now);
  return std::max(0.0, difference);
}

std::string steps_of(const CalendarSpec& terms, std::span<const FoundDesign> answers,
                     PurchaseCalendar& calendar) {
  double capex = 0.0;
  double running = 0.0;
  double gpus = 0.0;
  for (const auto& [value, date] : terms.reached) {
    const auto found = std::ranges::find_if(
        answers, [&](const FoundDesign& one) { return one.of.front().second == value; });
    if (found == answers.end() || found->best == nullptr)
      return fmt::format("no design meets at {}", excerpt(value));
    const RunRecord& best = *found->best;
    const double all = figure_of(best, "total_cost");
    const double once = figure_of(best, "capex");
    if (!std::isfinite(all) || !std::isfinite(once))
      return fmt::format("the answer at {} has no cost", excerpt(value));
    GrowthStep step{.value = value, .design = without_axis(*found), .needed = date};
    step.capex = more(once, capex, step.is_smaller);
    step.running_per_s = more((all - once) / best.cost_over.value(), running, step.is_smaller);
    step.gpus = more(static_cast<double>(best.gpus), gpus, step.is_smaller);
    calendar.currency = best.currency;
    calendar.is_at_least = calendar.is_at_least || best.cost_is_at_least;
    calendar.orders.push_back({.step = std::move(step)});
  }
  return "";
}

/// What all steps cost where each is ordered at a date of its own.
template <class Date>
CalendarPlan plan_by(const CalendarSpec& terms, const PurchaseCalendar& calendar, std::string name,
                     const Date& date) {
  CalendarPlan plan{.name = std::move(name)};
  for (const PlannedOrder& order : calendar.orders)
    plan.cost += cost_of_order(terms, order.step, date(order)).total();
  return plan;
}

/// The first step is bought, what grows is rented.
CalendarPlan plan_by_renting(const CalendarSpec& terms, const PurchaseCalendar& calendar) {
  CalendarPlan plan{.name = "growth rented to the end"};
  const double rent = terms.rent ? terms.rent->value.of(1.0) : 0.0;
  for (const PlannedOrder& order : calendar.orders)
    plan.cost += &order == calendar.orders.data()
                     ? order.cost.total()
                     : order.step.gpus * rent * paid_between(terms, order.step.needed, terms.ends);
  return plan;
}

[[noreturn]] void refuse(const ScenarioSpec& first, const CalendarSpec& calendar,
                         std::string_view key, std::string message, std::string hint) {
  throw ScenarioError({{.file = first.file,
                        .line = calendar.place.line,
                        .column = calendar.place.column,
                        .pointer = fmt::format("/find/calendar/{}", key),
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

}  // namespace

double PurchaseCalendar::cost() const {
  double sum = 0.0;
  for (const PlannedOrder& order : orders) sum += order.cost.total();
  return sum;
}

OrderCost cost_of_order(const CalendarSpec& terms, const GrowthStep& step, Seconds date) {
  const Seconds spread = terms.delivery_most - terms.delivery_least;
  const int times = spread > Seconds(0.0) ? kDeliveries : 1;
  OrderCost mean;
  for (int i = 0; i < times; ++i) {
    const Seconds takes = terms.delivery_least + spread * ((i + 0.5) / times);
    const OrderCost one = cost_when_delivered(terms, step, date, date + takes);
    mean.bought += one.bought / times;
    mean.running += one.running / times;
    mean.rented += one.rented / times;
    mean.left += one.left / times;
    mean.late += one.late / times;
  }
  return mean;
}

Seconds best_date(const CalendarSpec& terms, const GrowthStep& step) {
  const Seconds latest =
      terms.rent ? step.needed : std::max(Seconds(0.0), step.needed - terms.delivery_most);
  Seconds best = latest;
  double least = cost_of_order(terms, step, latest).total();
  for (double day = 0.0; day < latest.value(); day += kDay) {
    const double cost = cost_of_order(terms, step, Seconds(day)).total();
    if (cost >= least) continue;
    least = cost;
    best = Seconds(day);
  }
  return best;
}

PurchaseCalendar purchase_calendar(const CalendarSpec& terms,
                                   std::span<const FoundDesign> answers) {
  PurchaseCalendar calendar;
  calendar.why_not = steps_of(terms, answers, calendar);
  if (!calendar.why_not.empty()) return calendar;
  for (PlannedOrder& order : calendar.orders) {
    order.date = best_date(terms, order.step);
    order.cost = cost_of_order(terms, order.step, order.date);
  }
  const auto add = [&](std::string name, const auto& date) {
    calendar.others.push_back(plan_by(terms, calendar, std::move(name), date));
  };
  add("everything ordered today", [](const PlannedOrder&) { return Seconds(0.0); });
  if (!terms.rent) return calendar;
  add("each ordered when it is needed",
      [](const PlannedOrder& order) { return order.step.needed; });
  add("each a quarter of a year later",
      [](const PlannedOrder& order) { return order.date + Seconds(kYear / 4.0); });
  calendar.others.push_back(plan_by_renting(terms, calendar));
  return calendar;
}

void check_calendar(const DesignSpace& space, const ScenarioSpec& first) {
  const FindSpec& find = space.sought();
  if (!find.calendar) return;
  const CalendarSpec& calendar = *find.calendar;
  const auto axis = std::ranges::find(space.axes(), find.for_each.front(), &AxisSpec::name);
  std::vector<std::string> values;
  for (const AxisValue& value : axis->values) values.push_back(value.label);
  for (const auto& [value, date] : calendar.reached)
    if (std::ranges::find(values, value) == values.end())
      refuse(first, calendar, "reached",
             fmt::format("axis \"{}\" has no value {}", excerpt(axis->name), excerpt(value)),
             nearest_hint(value, values));
  if (!first.cost)
    refuse(first, calendar, "", "the scenario asks for no cost", R"("cost": {"currency": "USD"})");
  if (calendar.rent && calendar.rent->value.currency != first.cost->currency)
    refuse(first, calendar, "rent",
           fmt::format("is in {}, and the costs are in {}", calendar.rent->value.currency.code(),
                       first.cost->currency.code()),
           "one currency");
}

}  // namespace gpuscape
