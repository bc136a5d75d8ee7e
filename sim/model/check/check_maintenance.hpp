#pragma once
/// Planned maintenance of a scenario, as nodes of its platform.

#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Unknown nodes, a node that is in two at a time, and nodes that cannot be taken away go to the
/// context.
std::vector<PlannedOutage> check_maintenance(const ScenarioSpec& spec, const Platform& platform,
                                             ReadingContext& context);

}  // namespace gpuscape
