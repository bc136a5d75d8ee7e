#include "sim/report/sweep/calendar_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

namespace {

std::string money(double amount, const PurchaseCalendar& calendar) {
  return figure_text({.name = "total_cost", .value = amount}, calendar.currency);
}

std::string date_text(Seconds date) {
  return date > Seconds(0.0) ? "in " + human_text(date) : "today";
}

std::string delivered_text(const CalendarSpec& terms, Seconds ordered) {
  std::string least = date_text(ordered + terms.delivery_least);
  if (!(terms.delivery_most > terms.delivery_least)) return least;
  return fmt::format("{} to {}", least, human_text(ordered + terms.delivery_most));
}

std::string orders_table(const CalendarSpec& terms, const PurchaseCalendar& calendar) {
  std::vector<std::vector<std::string>> rows = {{"buy for", "design", "needed", "order",
                                                 "delivered", "late on average", "price",
                                                 "costs in all"}};
  for (const PlannedOrder& order : calendar.orders)
    rows.push_back({excerpt(order.step.value, 30), excerpt(order.step.design, 60),
                    date_text(order.step.needed), date_text(order.date),
                    delivered_text(terms, order.date),
                    order.cost.late > Seconds(0.0) ? human_text(order.cost.late) : "no",
                    money(order.cost.bought, calendar), money(order.cost.total(), calendar)});
  return text_table(rows);
}

/// "5.2 M USD until in 5 years: ..."
std::string sum_text(const CalendarSpec& terms, const PurchaseCalendar& calendar) {
  OrderCost sum;
  for (const PlannedOrder& order : calendar.orders) {
    sum.bought += order.cost.bought;
    sum.running += order.cost.running;
    sum.rented += order.cost.rented;
    sum.left += order.cost.left;
  }
  std::string text =
      fmt::format("{}{} in {}: {} bought, {} to run", calendar.is_at_least ? "at least " : "",
                  money(calendar.cost(), calendar), human_text(terms.ends),
                  money(sum.bought, calendar), money(sum.running, calendar));
  if (sum.rented > 0.0) text += fmt::format(", {} rented", money(sum.rented, calendar));
  if (sum.left > 0.0) text += fmt::format(", {} left at the end", money(sum.left, calendar));
  return text;
}

std::string grounds(const CalendarSpec& terms, const PurchaseCalendar& calendar) {
  std::string text = fmt::format(
      "prices that change by {:+.3g} % a year, delivery {}", 100.0 * terms.price_path,
      terms.delivery_most > Seconds(0.0)
          ? fmt::format("{} to {}, each time between as likely", human_text(terms.delivery_least),
                        human_text(terms.delivery_most))
          : "at once");
  if (!terms.rent) text += "; nothing can be rented: what comes late is waited for";
  if (!terms.lasts) text += "; what is bought lasts to the end and is worth nothing then";
  if (calendar.is_at_least) text += "; parts have no price";
  if (std::ranges::any_of(calendar.orders,
                          [](const PlannedOrder& order) { return order.step.is_smaller; }))
    text += "; an answer is smaller than the one before it: what was bought stays";
  return text;
}

}  // namespace

std::string calendar_text(const CalendarSpec& terms, const PurchaseCalendar& calendar) {
  if (!calendar.why_not.empty()) return line("no calendar", calendar.why_not);
  std::string text = orders_table(terms, calendar) + line("calendar", sum_text(terms, calendar));
  for (const CalendarPlan& other : calendar.others) {
    const double more = other.cost - calendar.cost();
    text += line("instead",
                 fmt::format("{}: {}{}", other.name, money(other.cost, calendar),
                             more == 0.0 ? ", the same"
                                         : fmt::format(", {} {}", money(std::abs(more), calendar),
                                                       more > 0.0 ? "more" : "less")));
  }
  return text + line("rests on", grounds(terms, calendar));
}

JsonValue calendar_json(const PurchaseCalendar& calendar) {
  JsonValue value = JsonValue::make_object();
  if (!calendar.why_not.empty()) {
    value.set("why_not", json::text(calendar.why_not));
    return value;
  }
  value.set("currency", json::text(calendar.currency));
  value.set("cost", json::number(calendar.cost()));
  value.set("is_at_least", json::boolean(calendar.is_at_least));
  value.set("orders", json::list(calendar.orders, [](const PlannedOrder& order) {
              JsonValue one = JsonValue::make_object();
              one.set("for", json::text(order.step.value));
              one.set("design", json::text(order.step.design));
              one.set("needed_s", json::number(order.step.needed.value()));
              one.set("order_s", json::number(order.date.value()));
              one.set("gpus", json::number(order.step.gpus));
              one.set("bought", json::number(order.cost.bought));
              one.set("running", json::number(order.cost.running));
              one.set("rented", json::number(order.cost.rented));
              one.set("left", json::number(order.cost.left));
              one.set("late_s", json::number(order.cost.late.value()));
              return one;
            }));
  value.set("instead", json::list(calendar.others, [](const CalendarPlan& other) {
              JsonValue one = JsonValue::make_object();
              one.set("plan", json::text(other.name));
              one.set("cost", json::number(other.cost));
              return one;
            }));
  return value;
}

}  // namespace gpuscape
