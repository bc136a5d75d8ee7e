#pragma once

#include "sim/model/registry.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Records every transfer that cannot be: an end that is not there, no network between two nodes, a
/// transport that the ends or the adapters cannot do. The rest of the scenario must be without
/// faults.
void check_transfers(const ScenarioSpec& spec, const Registry& registry, ReadingContext& context);

}  // namespace gpuscape
