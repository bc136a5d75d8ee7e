/// When to order what growth needs, by hand.

#include "sim/sweep/purchase_calendar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/report/sweep/calendar_text.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::space_of;
using test::sweep_of;
using testing::HasSubstr;

constexpr double kDay = 86400.0;
constexpr double kYear = 365.0 * kDay;

Seconds days(double count) { return Seconds(count * kDay); }

CalendarSpec terms(double years = 4.0) { return {.ends = Seconds(years * kYear)}; }

UncertainPrice per_hour(double amount) {
  const Price price{.amount = amount, .currency = {}, .paid_for = PaidFor::time};
  return {.value = price, .low = price, .high = price};
}

/// 100 to buy, 20 a year to run, needed in a year.
GrowthStep step() {
  return {.needed = Seconds(kYear), .capex = 100.0, .running_per_s = 20.0 / kYear, .gpus = 8.0};
}

TEST(PurchaseCalendar, WhatRunsForNothingIsOrderedWhenItIsNeeded) {
  EXPECT_EQ(best_date(terms(), step()), Seconds(kYear));
  const OrderCost cost = cost_of_order(terms(), step(), Seconds(kYear));
  EXPECT_NEAR(cost.bought, 100.0, 1e-9);
  EXPECT_NEAR(cost.running, 60.0, 1e-9) << "three years of four";
  EXPECT_EQ(cost.left, 0.0);
  EXPECT_NEAR(cost_of_order(terms(), step(), Seconds(0.0)).total(), 180.0, 1e-9);
}

TEST(PurchaseCalendar, FallingPricesAreWaitedFor) {
  CalendarSpec falling = terms();
  falling.price_path = -0.2;
  EXPECT_EQ(best_date(falling, step()), Seconds(kYear));
  EXPECT_NEAR(cost_of_order(falling, step(), Seconds(kYear)).bought, 80.0, 1e-9);
}

// 100 · 1.2^t + 20 (1 − t) is least where 100 ln 1.2 · 1.2^t = 20: after 0.5076 years, 185.3 days.
TEST(PurchaseCalendar, RisingPricesAgainstWhatRunsForNothing) {
  CalendarSpec rising = terms();
  rising.price_path = 0.2;
  EXPECT_EQ(best_date(rising, step()), days(185));
  GrowthStep idle = step();
  idle.running_per_s = 0.0;
  EXPECT_EQ(best_date(rising, idle), Seconds(0.0));
}

// A day early costs 1, which it runs for nothing; a day late 4, less the 1 that does not run. Three
// of four deliveries are in time, so 10 + 3/4 · 20 days.
TEST(PurchaseCalendar, AnOrderIsAsEarlyAsLatenessIsDear) {
  CalendarSpec slow = terms();
  slow.delivery_least = days(10);
  slow.delivery_most = days(30);
  slow.rent = per_hour(4.0 / 24.0);
  GrowthStep one = step();
  one.gpus = 1.0;
  one.running_per_s = 1.0 / kDay;
  EXPECT_NEAR(best_date(slow, one) / days(1), 365.0 - 25.0, 1.0);
  const OrderCost cost = cost_of_order(slow, one, days(365 - 25));
  // Late by 0 to 5 days with a chance of a quarter: 2.5 / 4 days.
  EXPECT_NEAR(cost.late / days(1), 0.625, 1e-3);
  EXPECT_NEAR(cost.rented, 4.0 * 0.625, 4e-3);
  EXPECT_NEAR(cost.running, 3.0 * 365.0 + 5.0, 1e-6) << "on average five days early";
}

TEST(PurchaseCalendar, WithoutRentEveryDeliveryIsInTime) {
  CalendarSpec slow = terms();
  slow.delivery_least = days(10);
  slow.delivery_most = days(30);
  EXPECT_EQ(best_date(slow, step()), days(335));
  EXPECT_EQ(cost_of_order(slow, step(), days(335)).late, Seconds(0.0));
  GrowthStep now = step();
  now.needed = Seconds(0.0);
  EXPECT_EQ(best_date(slow, now), Seconds(0.0));
  EXPECT_NEAR(cost_of_order(slow, now, Seconds(0.0)).late / days(1), 20.0, 1e-9);
}

// Bought now and in three years; the first is worth a tenth then, the second 1 − 0.9 · 2/3 after
// two.
TEST(PurchaseCalendar, WhatHasWornOutIsBoughtAgain) {
  CalendarSpec lasting = terms(5.0);
  lasting.lasts = Seconds(3.0 * kYear);
  lasting.residual = 0.1;
  lasting.price_path = -0.2;
  lasting.discount = 0.25;
  GrowthStep now = step();
  now.needed = Seconds(0.0);
  const OrderCost cost = cost_of_order(lasting, now, Seconds(0.0));
  const double then = 0.8 * 0.8 * 0.8;
  const double in_three = 1.0 / (1.25 * 1.25 * 1.25);
  const double in_five = in_three / (1.25 * 1.25);
  EXPECT_NEAR(cost.bought, 100.0 + 100.0 * then * in_three, 1e-9);
  EXPECT_NEAR(cost.left, 100.0 * 0.1 * in_three + 100.0 * then * 0.4 * in_five, 1e-9);
  EXPECT_NEAR(cost.running, 20.0 * (1.0 - in_five) / std::log(1.25), 1e-9);
}

/// Answers of a sweep over eight jobs of an hour: nodes of 8 GPUs that meet a wait of `limits`.
struct Bought {
  explicit Bought(const std::string& terms)
      : text(eight_jobs(
            R"({"nodes": {"set": "/cluster/nodes/n/count", "range": {"from": 1, "to": 8}},
                "limit": {"set": "/slo/wait/at_most", "values": ["3 h", "1 h"]}})",
            R"(, "find": {"cheapest": "nodes", "for_each": "limit", "calendar": )" + terms + "}" +
                R"(, "cost": {"currency": "USD", "prices_as_of": "2026-01", "horizon": "5 y",
                     "pools": {"n": {"price": "10 kUSD"}}, "items": {"nodes": "nodes"}})")),
        space(space_of(text)),
        outcome(sweep_of(text)),
        found(find_best(space, space.sought(), outcome.records)),
        calendar(purchase_calendar(*space.sought().calendar, found)) {}

  std::string text;
  DesignSpace space;
  SweepOutcome outcome;
  std::vector<FoundDesign> found;
  PurchaseCalendar calendar;
};

// ⌈8 / n⌉ − 1 hours of waiting: two nodes for three hours, four for one. So two now, two in a year.
TEST(PurchaseCalendar, BuysWhatAnAnswerHasMoreThanTheOneBefore) {
  const Bought bought(
      R"({"reached": {"1 h": "365 d", "3 h": "0 d"}, "ends": "730 d", "price_path": -0.1})");
  ASSERT_EQ(bought.calendar.why_not, "");
  ASSERT_EQ(bought.calendar.orders.size(), 2U);
  const PlannedOrder& now = bought.calendar.orders[0];
  const PlannedOrder& later = bought.calendar.orders[1];
  EXPECT_EQ(now.step.design, "nodes 2");
  EXPECT_EQ(later.step.design, "nodes 4");
  EXPECT_EQ(now.step.gpus, later.step.gpus);
  EXPECT_NEAR(now.cost.bought, 20e3, 1e-6);
  EXPECT_NEAR(later.cost.bought, 18e3, 1e-6);
  EXPECT_NEAR(bought.calendar.cost(), 38e3, 1e-6);
  ASSERT_EQ(bought.calendar.others.size(), 1U) << "nothing can be rented";
  EXPECT_NEAR(bought.calendar.others[0].cost, 40e3, 1e-6);
  const std::string printed = calendar_text(*bought.space.sought().calendar, bought.calendar);
  EXPECT_THAT(printed, HasSubstr("everything ordered today: 40 k USD, 2000 USD more"));
  EXPECT_THAT(printed, HasSubstr("nothing can be rented"));
}

TEST(PurchaseCalendar, OfGrowthThatNoDesignMeetsThereIsNone) {
  const Bought bought(R"({"reached": {"3 h": "0 d", "1 h": "1 d"}, "ends": "10 d"})");
  std::vector<FoundDesign> found = bought.found;
  found.back().best = nullptr;
  EXPECT_THAT(purchase_calendar(*bought.space.sought().calendar, found).why_not,
              HasSubstr("no design meets at"));
}

TEST(PurchaseCalendar, RefusesWhatCannotBe) {
  const auto fault = [](const std::string& terms) {
    return fault_of([&] {
      const Bought bought(terms);
      const CheckedScenario first = open_scenario({.file = "test.json", .text = bought.text},
                                                  bought.space.design(0), test::builtin_models());
      check_calendar(bought.space, first.spec);
    });
  };
  EXPECT_THAT(fault(R"({"reached": {"2 h": "0 d"}, "ends": "1 d"})"),
              HasSubstr("axis \"limit\" has no value 2 h"));
  EXPECT_THAT(fault(R"({"reached": {"3 h": "2 d"}, "ends": "1 d"})"),
              HasSubstr("the last growth is not reached before that"));
  EXPECT_THAT(fault(R"({"reached": {"3 h": "0 d"}, "ends": "1 d", "rent": "1 EUR/h"})"),
              HasSubstr("is in EUR, and the costs are in USD"));
  EXPECT_THAT(fault(R"({"reached": {"3 h": "0 d"}, "ends": "1 d",
                        "delivery": {"from": "2 d", "to": "1 d"}})"),
              HasSubstr("is shorter than \"from\""));
  EXPECT_THAT(fault(R"({"reached": {"3 h": "0 d"}, "ends": "1 d", "residual": 0.2})"),
              HasSubstr("nothing says how long it lasts"));
}

}  // namespace
}  // namespace gpuscape
