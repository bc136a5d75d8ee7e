#pragma once
/// When to buy what growth needs: each step of growth buys what the answer behind it has more of,
/// at the date that costs least.

#include <span>
#include <string>
#include <vector>

#include "sim/sweep/find_best.hpp"

namespace gpuscape {

/// What a step of growth takes, today's prices.
struct GrowthStep {
  std::string value = {};      ///< of the axis of growth
  std::string design = {};     ///< the answer there, without that axis
  Seconds needed{0.0};         ///< from today
  double capex = 0.0;          ///< more than the step before
  double running_per_s = 0.0;  ///< likewise, in money per second
  double gpus = 0.0;           ///< likewise
  bool is_smaller = false;     ///< than the step before in one of them, which counts as nothing
};

/// What an order of a step is expected to cost until the calendar ends, in today's money.
struct OrderCost {
  double bought = 0.0;   ///< with what is bought again
  double running = 0.0;  ///< from its delivery on
  double rented = 0.0;   ///< from when it is needed until it is delivered
  double left = 0.0;     ///< what it is worth at the end; not yet taken off
  Seconds late{0.0};     ///< expected, from when it is needed until it is delivered
  [[nodiscard]] double total() const { return bought + running + rented - left; }
};

struct PlannedOrder {
  GrowthStep step = {};
  Seconds date{0.0};  ///< of the order, from today
  OrderCost cost = {};
};

/// All steps by one rule.
struct CalendarPlan {
  std::string name = {};
  double cost = 0.0;
};

struct PurchaseCalendar {
  std::vector<PlannedOrder> orders = {};  ///< by the dates they are needed
  std::vector<CalendarPlan> others = {};  ///< for comparison
  std::string currency = {};
  bool is_at_least = false;  ///< parts have no price
  std::string why_not = {};  ///< there is none; empty: there is

  [[nodiscard]] double cost() const;
};

/// Of a step that is ordered then: expected over delivery times, each as likely.
[[nodiscard]] OrderCost cost_of_order(const CalendarSpec& terms, const GrowthStep& step,
                                      Seconds date);
/// The day on which ordering costs least; where nothing can be rented, of those that are early
/// enough for the longest delivery, or today.
[[nodiscard]] Seconds best_date(const CalendarSpec& terms, const GrowthStep& step);

/// From the answers for each value of the axis of growth.
[[nodiscard]] PurchaseCalendar purchase_calendar(const CalendarSpec& terms,
                                                 std::span<const FoundDesign> answers);

/// Refuses a calendar of values that the axis does not have, and one in another currency than the
/// costs. Throws ScenarioError.
void check_calendar(const DesignSpace& space, const ScenarioSpec& first);

}  // namespace gpuscape
