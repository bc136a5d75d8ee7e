#pragma once
/// What objectives may be of in a run at `step` detail. Each is of the worst row that has it.

#include <algorithm>
#include <string_view>

#include "sim/scenario/objective.hpp"

namespace gpuscape {

/// By the names of the columns of steps.csv, transfers.csv and collectives.csv.
inline constexpr ObjectiveMetric kStepObjectives[] = {
    {"step_s", "At detail step: of one step, the slowest row.", false, true},
    {"samples_per_s", "At detail step: samples trained in a second, the slowest row.", false,
     false},
    {"time_to_train_s", "At detail step: until it is trained, the slowest row that says it.", false,
     true},
    {"transfer_s", "At detail step: of one transfer, the slowest.", false, true},
    {"collective_s", "At detail step: of one collective, the slowest.", false, true},
};

constexpr bool is_step_objective(std::string_view metric) {
  return std::ranges::find(kStepObjectives, metric, &ObjectiveMetric::name) !=
         std::end(kStepObjectives);
}

}  // namespace gpuscape
