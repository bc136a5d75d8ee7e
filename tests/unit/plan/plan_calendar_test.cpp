/// The calendar of a plan is that of a sweep of the same designs.

#include <gtest/gtest.h>

#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::plan_of;
using test::space_of;
using test::swept;

std::string growing(const std::string& least_wait) {
  return eight_jobs(
      R"({"nodes": {"set": "/cluster/nodes/n/count", "range": {"from": 1, "to": 8}},
          "limit": {"set": "/slo/wait/at_most", "values": ["3 h", ")" +
          least_wait + R"("]}})",
      R"(, "find": {"cheapest": "nodes", "for_each": "limit", "calendar": {
            "reached": {"3 h": "0 d", ")" +
          least_wait + R"(": "1 y"}, "ends": "3 y", "price_path": -0.1, "rent": "1 USD/h",
            "delivery": {"from": "10 d", "to": "90 d"}}})");
}

TEST(PlanCalendar, IsThatOfASweep) {
  const std::string text = growing("1 h");
  const DesignSpace space = space_of(text);
  const auto planned = calendar_of(space, plan_of(text));
  const test::Swept all = swept(text);
  const PurchaseCalendar calendar = purchase_calendar(*space.sought().calendar, all.found);
  ASSERT_TRUE(planned.has_value());
  ASSERT_EQ(planned->orders.size(), 2U);
  ASSERT_EQ(calendar.orders.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(planned->orders[i].step.design, calendar.orders[i].step.design);
    EXPECT_EQ(planned->orders[i].date, calendar.orders[i].date);
  }
  EXPECT_EQ(planned->cost(), calendar.cost());
  EXPECT_GT(planned->cost(), 0.0);
}

TEST(PlanCalendar, WithoutAnAnswerSaysWhy) {
  const std::string text = growing("0 s");
  PlanOutcome outcome = plan_of(text);
  outcome.answers.back().best = kNoDesign;
  const auto planned = calendar_of(space_of(text), outcome);
  ASSERT_TRUE(planned.has_value());
  EXPECT_EQ(planned->why_not, "no design meets at 0 s");
}

}  // namespace
}  // namespace gpuscape
