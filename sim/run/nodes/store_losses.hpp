#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// Of which storages machines were lost in a run that ended then, and what came of it; those
/// `watched`, by name, are there in any case.
[[nodiscard]] std::vector<StoreLoss> store_losses(std::span<const PlannedOutage> outages,
                                                  std::span<const StorageSpec> stores,
                                                  std::span<const std::string> watched,
                                                  Seconds run_end);

}  // namespace gpuscape
