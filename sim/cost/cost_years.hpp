#pragma once
/// A cost year by year, as a budget has it.

#include <vector>

#include "sim/cost/cost_model.hpp"

namespace gpuscape {

/// What is paid in a year, without tax, and what the books say; in the report's currency.
struct CostYear {
  int year = 0;  ///< 0: with the purchase
  double capex = 0.0;
  double opex = 0.0;
  double tax = 0.0;          ///< on both
  double written_off = 0.0;  ///< of capex, in equal parts over the life of what was bought
  double book_value = 0.0;   ///< at the year's end: paid, and not yet written off

  [[nodiscard]] double paid() const { return capex + opex; }
  [[nodiscard]] double paid_with_tax() const { return capex + opex + tax; }
};

/// From the purchase to the last year of the horizon. What is written off sums to the capex, as
/// what is sold at the end is part of it.
std::vector<CostYear> cost_years(const CostModel& cost, const Ledger& ledger);

/// Over the whole horizon.
double tax_of(const CostModel& cost, const Ledger& ledger);

}  // namespace gpuscape
