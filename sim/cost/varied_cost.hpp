#pragma once
/// What a design costs when one thing that changes its run has other values.

#include <string>
#include <vector>

#include "sim/cost/cost_range.hpp"
#include "sim/cost/cost_totals.hpp"

namespace gpuscape {

struct VariedCost {
  std::string input;                   ///< the user's name of what is varied
  std::vector<std::string> values;     ///< in the scenario's order
  std::vector<CostTotals> totals;      ///< at each of them
  std::vector<bool> works = {};        ///< whether the design does there what is asked of it
  std::vector<CostRange> ranges = {};  ///< of the totals; empty where nobody asked for them
};

/// Appends one, to the entry of that input where there is one.
inline void add_varied(std::vector<VariedCost>& all, const std::string& input,
                       const std::string& value, const CostTotals& totals, bool works = true) {
  if (all.empty() || all.back().input != input)
    all.push_back({.input = input, .values = {}, .totals = {}});
  all.back().values.push_back(value);
  all.back().totals.push_back(totals);
  all.back().works.push_back(works);
}
/// The same with the range of the total.
inline void add_varied(std::vector<VariedCost>& all, const std::string& input,
                       const std::string& value, const CostModel& cost, const Usage& usage,
                       bool works = true) {
  add_varied(all, input, value, cost.totals(usage), works);
  all.back().ranges.push_back(cost_range(cost, usage));
}

}  // namespace gpuscape
