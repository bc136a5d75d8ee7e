#pragma once
/// The figures of a cost.

#include <limits>

namespace gpuscape {

/// What a cost comes to, over the horizon; in the report's currency.
struct CostTotals {
  double capex = 0.0;
  double opex = 0.0;
  double total = 0.0;
  double useful_gpu_hours = 0.0;
  double held_gpu_hours = 0.0;
  double jobs = 0.0;
  /// W: nodes of one's own at full load, switches, cables; NaN where one's power is not known.
  double power_max = 0.0;
  double energy_kwh = 0.0;  ///< of what is owned, with the building's share; NaN likewise
  double carbon_kg = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
  /// NaN where there was no useful GPU-hour, or no job.
  [[nodiscard]] double per_useful_gpu_hour() const;
  [[nodiscard]] double per_job() const;
};

}  // namespace gpuscape
