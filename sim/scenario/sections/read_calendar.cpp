#include "sim/scenario/sections/read_calendar.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

constexpr const char* kCalendarDoc =
    "When to buy what the answers need, while use grows along the axis of `for_each`: orders at "
    "the "
    "dates that cost least, and what other dates cost.";

void read_delivery(ObjectReader& reader, CalendarSpec& calendar) {
  reader.optional_object(
      "delivery", "How long after an order its machines work; any time between is as likely.",
      [&](ObjectReader& r) {
        calendar.delivery_least =
            r.quantity<Seconds>("from", Seconds(0.0), "The shortest.", kNotNegative);
        calendar.delivery_most = r.quantity<Seconds>("to", "The longest.", kNotNegative);
        if (!r.describing() && r.has("from") && calendar.delivery_most < calendar.delivery_least)
          r.issue("to", R"(is shorter than "from")");
      });
}

void read_terms(ObjectReader& reader, CalendarSpec& calendar) {
  const Bounds path{.least = -0.9, .most = 10.0};
  calendar.price_path = reader.number(
      "price_path", 0.0, "Change of the price of hardware in a year: -0.15 falls by 15 %.", path);
  read_delivery(reader, calendar);
  if (const auto rent = reader.optional_price(
          "rent", PaidFor::time,
          "Price of a rented GPU, for what has not come when it is needed; without it orders are "
          "early enough for the longest delivery."))
    calendar.rent = *rent;
  calendar.lasts = reader.optional_quantity<Seconds>(
      "lasts", "Then it is bought again, at the price of then; without it at no time.", kPositive);
  calendar.residual = reader.number(
      "residual", 0.0, "Share of its price that it is worth when it has lasted so long.",
      Bounds{.least = 0.0, .most = 1.0});
  calendar.discount = reader.number("discount", 0.0, "What money costs in a year, as a share.",
                                    Bounds{.least = 0.0, .most = 1.0});
  if (!reader.describing() && reader.has("residual") && !calendar.lasts)
    reader.issue("residual", "nothing says how long it lasts", R"("lasts": "4 y")");
}

}  // namespace

std::optional<CalendarSpec> read_calendar(ObjectReader& reader, const FindSpec& find) {
  std::optional<CalendarSpec> found;
  reader.optional_object("calendar", kCalendarDoc, [&](ObjectReader& r) {
    CalendarSpec calendar{.place = r.value().place()};
    for (const auto& [value, date] : r.quantity_map(
             "reached", Dimension::time,
             "When each value of the axis in `for_each` is reached, from today: {\"1\": \"0 d\", "
             "\"1.5\": \"1 y\"}.",
             kNotNegative, true))
      calendar.reached.emplace_back(value, Seconds(date));
    std::ranges::stable_sort(calendar.reached, {}, &std::pair<std::string, Seconds>::second);
    const Seconds last = calendar.reached.empty() ? Seconds(0.0) : calendar.reached.back().second;
    calendar.ends =
        r.quantity<Seconds>("ends", "When nothing is needed any more, from today.", kPositive);
    read_terms(r, calendar);
    if (!r.describing()) {
      if (!(calendar.ends > last))
        r.issue("ends",
                "the last growth is not reached before that: nothing would be bought for it");
      if (find.for_each.size() != 1)
        r.issue("", "a calendar goes along one axis",
                R"(name the axis of growth in "for_each", and no other one)");
      if (find.goal != FindGoal::cheapest)
        r.issue("", "a calendar is of what is cheapest", R"(for example "cheapest": true)");
    }
    found = std::move(calendar);
  });
  return found;
}

}  // namespace gpuscape
