#pragma once

#include "sim/model/registry.hpp"
#include "sim/scenario/loader.hpp"

namespace gpuscape {

/// Adds a fault for each stream none of whose jobs any group of nodes could ever hold, as far as
/// the scenario itself says what they ask for. For `gpuscape check`: a run of it ends, with nothing
/// started. The scenario must have no other fault.
void check_placement(LoadedScenario& loaded, const Registry& registry);

}  // namespace gpuscape
