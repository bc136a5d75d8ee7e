#pragma once
/// What the rows on cost of the table of metrics take from a run; NaN where it has no cost.

#include <limits>

#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

inline double value_of_cost(const MetricInput& of, double (*take)(const CostTotals&)) {
  return of.run.cost ? take(cost_of(of)) : std::numeric_limits<double>::quiet_NaN();
}

inline double capex_of(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.capex; });
}
inline double total_cost_of(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.total; });
}
inline double cost_of_gpu_hour(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.per_useful_gpu_hour(); });
}
inline double cost_of_job(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.per_job(); });
}
inline double most_power(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.power_max / 1e3; });
}
inline double energy_of(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.energy_kwh / 1e3; });
}
inline double carbon_of(const MetricInput& of) {
  return value_of_cost(of, [](const CostTotals& totals) { return totals.carbon_kg / 1e3; });
}

}  // namespace gpuscape
