#pragma once

#include <span>
#include <vector>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// Of which storages machines were lost in a run that ended then, and what came of it.
[[nodiscard]] std::vector<StoreLoss> store_losses(std::span<const PlannedOutage> outages,
                                                  std::span<const StorageSpec> stores,
                                                  Seconds run_end);

}  // namespace gpuscape
