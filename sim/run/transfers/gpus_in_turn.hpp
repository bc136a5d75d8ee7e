#pragma once
/// Entries of steps that name the same GPUs and are never there at the same time.

#include <optional>
#include <stop_token>

#include "sim/model/check/check.hpp"

namespace gpuscape {

/// The plan with every GPU for each entry alone.
[[nodiscard]] TransferPlan without_sharing(TransferPlan plan);

/// The scenario's plan with every GPU for one entry alone, where no two that name one are under way
/// at the same time; nothing where some are, or no GPU is named twice. (Sharing makes nobody
/// quicker: who would not meet without it does not meet with it.)
[[nodiscard]] std::optional<TransferPlan> plan_in_turn(const CheckedScenario& scenario,
                                                       const std::stop_token& stop = {});

}  // namespace gpuscape
