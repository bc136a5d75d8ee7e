#pragma once

#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// False where no group of nodes, no span of groups and no island of lent GPUs could ever hold the
/// job.
bool fits_somewhere(const Demand& demand, const Platform& platform);

/// What helps where no job fits.
std::string placement_hint(const std::vector<NodeGroup>& groups);

/// Adds a fault for each stream none of whose jobs any group of nodes could ever hold, as far as
/// the scenario itself says what they ask for. For `gpuscape check`: a run of it ends, with nothing
/// started.
void check_placement(const CheckedFile& file, ReadingContext& context);

}  // namespace gpuscape
