#pragma once
/// Figures of a bill, by the keys of result.json.

#include <algorithm>
#include <iterator>
#include <string_view>

#include "sim/cost/cost_totals.hpp"

namespace gpuscape {

struct CostFigure {
  std::string_view key;
  double (*of)(const CostTotals&);
};

inline constexpr CostFigure kCostFigures[] = {
    {"capex", [](const CostTotals& totals) { return totals.capex; }},
    {"total_cost", [](const CostTotals& totals) { return totals.total; }},
    {"cost_per_useful_gpu_hour",
     [](const CostTotals& totals) { return totals.per_useful_gpu_hour(); }},
    {"cost_per_job", [](const CostTotals& totals) { return totals.per_job(); }},
    {"power_max_kw", [](const CostTotals& totals) { return totals.power_max / 1e3; }},
    {"energy_mwh", [](const CostTotals& totals) { return totals.energy_kwh / 1e3; }},
    {"carbon_t", [](const CostTotals& totals) { return totals.carbon_kg / 1e3; }},
};

/// Null where a bill has no such figure.
constexpr const CostFigure* cost_figure(std::string_view key) {
  const auto* const found = std::ranges::find(kCostFigures, key, &CostFigure::key);
  return found == std::end(kCostFigures) ? nullptr : found;
}

}  // namespace gpuscape
