#pragma once
/// What each design costs, when it is paid, what decides it, and where two designs break even.
/// Designs without a `cost` section are left out.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/view/shown_design.hpp"
#include "sim/cost/cost_model.hpp"

namespace gpuscape::gui {

struct MoneyTotal {
  std::string key = {};    ///< in result.json: "total_cost"
  std::string label = {};  ///< "total", "capex"
  double value = 0.0;
  std::string text = {};  ///< "3.23 MUSD"
};

/// What is paid in a year, item by item; amounts below zero are paid back and lie below the axis.
struct MoneyYear {
  std::string label = {};            ///< "purchase", "year 1"
  std::vector<double> amounts = {};  ///< one an item
  double total = 0.0;
  std::string text = {};  ///< of the total
};

struct MoneyItem {
  std::string name = {};  ///< the user's
  double total = 0.0;
  std::string text = {};
};

/// One input at both ends of its range, everything else as it is.
struct TornadoBar {
  std::string input = {};  ///< "electricity"
  double at_low = 0.0;     ///< the total with the input at its low end
  double at_high = 0.0;
  std::string low_text, high_text;  ///< of the input's ends
  std::string text = {};            ///< "electricity 0.05 – 0.15: total 3.1 M – 3.4 M (guess)"
  CostOrigin origin = CostOrigin::user;
};

struct DesignMoney {
  std::string design = {};
  std::size_t column = 0;
  std::string currency = {};  ///< "USD"
  std::vector<MoneyTotal> totals = {};
  std::vector<MoneyItem> items = {};  ///< in the scenario's order, those of zero left out
  std::vector<MoneyYear> years = {};
  double total = 0.0;
  std::vector<TornadoBar> tornado = {};   ///< the widest first
  std::vector<std::string> notes = {};    ///< of the items, and old prices
  std::vector<std::string> missing = {};  ///< what is not counted
};

/// A number line: owning costs less above `value`; within `low` to `high` the inputs decide.
struct BreakEvenBand {
  std::string label = {};  ///< "share of the time that nodes are up"
  double low = 0.0, value = 0.0, high = 0.0;
  double current = 0.0;   ///< what it is in this design
  double axis_end = 1.0;  ///< of the line, which begins at 0
  std::string text = {};
};

struct MoneyComparison {
  std::string design = {};  ///< the one beside the first
  std::size_t column = 0;
  double low = 0.0, value = 0.0, high = 0.0;  ///< its total less the first's, over one horizon
  /// "A by 43 kUSD (…); turns with …", or why there is no verdict, as `gpuscape compare` says it.
  std::string cheaper = {};
  std::string break_even = {};  ///< likewise; empty where neither owns what the other rents
  std::string own_part = {};    ///< likewise
  std::vector<BreakEvenBand> bands = {};
};

struct MoneyView {
  std::vector<DesignMoney> designs = {};
  std::vector<MoneyComparison> comparisons = {};
  double most = 0.0;   ///< of the stacked years of all designs: one axis for all
  double least = 0.0;  ///< below zero where something is paid back
};

MoneyView money_view(const LiveState& state);

}  // namespace gpuscape::gui
