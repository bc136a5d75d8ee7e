#pragma once
/// Figures of a bill, and metrics of what a design costs and draws; NaN where it has no cost.

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

/// A figure of a bill, by its key in result.json.
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

namespace gpuscape::metric_functions {

inline double figure_of_cost(const MetricInput& of, const CostFigure* figure) {
  return of.run.cost ? figure->of(cost_of(of)) : std::numeric_limits<double>::quiet_NaN();
}

inline double capex_of(const MetricInput& of) { return figure_of_cost(of, cost_figure("capex")); }
inline double total_cost_of(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("total_cost"));
}
inline double cost_of_gpu_hour(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("cost_per_useful_gpu_hour"));
}
inline double cost_of_job(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("cost_per_job"));
}
inline double most_power(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("power_max_kw"));
}
inline double energy_of(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("energy_mwh"));
}
inline double carbon_of(const MetricInput& of) {
  return figure_of_cost(of, cost_figure("carbon_t"));
}

inline constexpr Metric kCostMetrics[] = {
    {.key = "capex",
     .about = "what is bought, over the horizon, in the cost's currency",
     .print = MetricPrint::money,
     .needs = Needs::cost,
     .of_window = capex_of,
     .compared = 20,
     .label = "capex ({1})"},
    {.key = "total_cost",
     .about = "everything that is paid, over the horizon, in the cost's currency",
     .print = MetricPrint::money,
     .needs = Needs::cost,
     .of_window = total_cost_of,
     .compared = 21,
     .label = "total cost ({1})",
     .decides = 2},
    {.key = "cost_per_useful_gpu_hour",
     .about = "the same ÷ the GPU-hours in which jobs make progress as if alone",
     .print = MetricPrint::money,
     .needs = Needs::cost,
     .of_window = cost_of_gpu_hour,
     .compared = 22,
     .label = "{1} / useful GPU-h",
     .decides = 7},
    {.key = "cost_per_job",
     .about = "the same ÷ the jobs that end",
     .print = MetricPrint::money,
     .needs = Needs::cost,
     .of_window = cost_of_job,
     .compared = 23,
     .label = "{1} / job"},
    {.key = "power_max_kw",
     .about = "what nodes of one's own draw at full load, and switches, where the power is known",
     .needs = Needs::cost,
     .of_window = most_power,
     .compared = 24,
     .label = "max power (kW)"},
    {.key = "energy_mwh",
     .about = "electricity of nodes of one's own and of switches over the horizon, with the "
              "building's share",
     .print = MetricPrint::amount,
     .needs = Needs::energy,
     .of_window = energy_of,
     .compared = 25,
     .label = "energy (MWh)"},
    {.key = "carbon_t",
     .about = "greenhouse gas of that electricity, in t of CO2 equivalent; where nodes are rented "
              "it is not known",
     .print = MetricPrint::amount,
     .needs = Needs::carbon,
     .of_window = carbon_of,
     .compared = 26,
     .label = "CO2e (t)"},
};

}  // namespace gpuscape::metric_functions
