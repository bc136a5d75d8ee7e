#include "gui/view/money_view.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <regex>

#include "sim/report/compare/cost_comparison.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Bought, rented on demand, and reserved.
const LiveState& state() {
  static const LiveState made = test::shipped_state(
      "rent-or-buy.json", {{}, {.variant = "on-demand"}, {.variant = "reserved"}});
  return made;
}

const MoneyView& view() {
  static const MoneyView made = money_view(state());
  return made;
}

const StudyResult& study(std::size_t column) { return state().designs[column].outcome->result; }

TEST(MoneyView, HasTheTotalsOfResultJson) {
  for (const DesignMoney& money : view().designs) {
    const StudyResult& result = study(money.column);
    const CostTotals totals = result.first.cost->totals(result.usage);
    EXPECT_EQ(money.currency, "USD");
    EXPECT_DOUBLE_EQ(money.totals.at(0).value, totals.total);
    EXPECT_DOUBLE_EQ(money.totals.at(1).value, totals.capex);
    EXPECT_NEAR(money.total / totals.total, 1.0, 1e-12);
  }
}

TEST(MoneyView, NamesTheCurrencyInItsLabels) {
  std::vector<std::string> labels;
  for (const MoneyTotal& total : view().designs.front().totals) labels.push_back(total.label);
  EXPECT_THAT(labels,
              testing::ElementsAre("total", "capex", "opex", "USD / useful GPU-h", "USD / job"));
}

TEST(MoneyView, StacksYearsToTheTotal) {
  for (const DesignMoney& money : view().designs) {
    double years = 0.0;
    double stacks = 0.0;
    for (const MoneyYear& year : money.years) {
      years += year.total;
      stacks += std::accumulate(year.amounts.begin(), year.amounts.end(), 0.0);
    }
    EXPECT_NEAR(years / money.total, 1.0, 1e-12);
    EXPECT_NEAR(stacks / money.total, 1.0, 1e-12);
  }
}

TEST(MoneyView, SharesTheTotalOutAmongItems) {
  for (const DesignMoney& money : view().designs) {
    double items = 0.0;
    for (const MoneyItem& item : money.items) items += item.total;
    EXPECT_NEAR(items / money.total, 1.0, 1e-12);
  }
}

TEST(MoneyView, HasOneAxisForTheYearsOfAllDesigns) {
  double most = 0.0;
  for (const DesignMoney& money : view().designs)
    for (const MoneyYear& year : money.years) most = std::max(most, year.total);
  EXPECT_GE(view().most, most);
  EXPECT_LT(view().least, 0.0) << "the residual value of bought nodes is paid back";
}

TEST(MoneyView, DrawsTheWidestBarFirst) {
  const DesignMoney& bought = view().designs.front();
  ASSERT_GT(bought.tornado.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(bought.tornado, std::ranges::greater(), [](const auto& bar) {
    return std::abs(bar.at_high - bar.at_low);
  }));
  EXPECT_THAT(bought.tornado.front().text, HasSubstr(bought.tornado.front().input));
}

/// The lines that `gpuscape compare` prints of the costs.
std::string printed_lines() {
  CompareResult result;
  for (const LiveAnswer& answer : state().designs)
    result.variants.push_back({answer.asked.name, *answer.outcome});
  for (std::size_t i = 0; i < 2; ++i) {
    result.comparisons.push_back(*state().comparisons[i]);
    result.comparisons.back().variant = i + 1;
  }
  return std::regex_replace(cost_lines(result), std::regex("\n +"), " ");  // as before wrapping
}

TEST(MoneyView, SaysWhatCompareSaysOfEachDesignBesideTheFirst) {
  const std::string printed = printed_lines();
  ASSERT_THAT(view().comparisons, SizeIs(2));
  for (const MoneyComparison& one : view().comparisons) {
    EXPECT_THAT(printed, HasSubstr(one.design + ": " + one.cheaper));
    EXPECT_THAT(printed, HasSubstr(one.design + ": " + one.break_even));
  }
}

TEST(MoneyView, BreaksEvenWhereOneOwnsWhatTheOtherRents) {
  const MoneyComparison& on_demand = view().comparisons.front();
  ASSERT_THAT(on_demand.bands, SizeIs(4));
  EXPECT_LE(on_demand.bands[0].low, on_demand.bands[0].value);
  EXPECT_LE(on_demand.bands[0].value, on_demand.bands[0].high);
  EXPECT_GE(on_demand.bands[0].axis_end, 1.0);
  EXPECT_THAT(view().comparisons.back().bands, SizeIs(3)) << "what is reserved is paid anyway";
}

TEST(MoneyView, LeavesOutDesignsWithoutACost) {
  const LiveState free = test::state_of({test::answer_of("A", small_study())});
  EXPECT_THAT(money_view(free).designs, IsEmpty());
  LiveState mixed = state();
  mixed.designs[1].outcome = nullptr;
  EXPECT_THAT(money_view(mixed).designs, SizeIs(2));
  EXPECT_THAT(money_view(mixed).comparisons, SizeIs(1));
}

}  // namespace
}  // namespace gpuscape::gui
