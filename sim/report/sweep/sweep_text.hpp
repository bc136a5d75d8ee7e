#pragma once

#include <string>
#include <vector>

#include "sim/sweep/find_best.hpp"
#include "sim/sweep/purchase_calendar.hpp"
#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

/// A sweep that has ended, and what was looked for. What it refers to must outlive it.
struct SweepReport {
  const DesignSpace& space;
  const SweepOutcome& outcome;
  std::string title = {};
  bool has_objectives = true;
  std::vector<FoundDesign> found = {};  ///< empty where nothing is looked for
  std::optional<PurchaseCalendar> calendar = {};
};

/// What `gpuscape sweep` prints: what was run, the designs where they are few, the answer.
[[nodiscard]] std::string sweep_text(const SweepReport& report);

/// The same with every run, as one JSON document.
[[nodiscard]] std::string sweep_json(const SweepReport& report);

/// A figure as the metric of its name is printed, with its interval.
[[nodiscard]] std::string figure_text(const Figure& figure, const std::string& currency);
/// "53 min (43–62), met, not certain".
[[nodiscard]] std::string objective_text(const KeptObjective& objective);

}  // namespace gpuscape
