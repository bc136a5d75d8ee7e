#pragma once
/// Designs that need no run: what they can cost at least, and what proves that they cannot be it.

#include <vector>

#include "sim/plan/heats.hpp"

namespace gpuscape {

/// Every design of the space, by index, waiting or excluded or with a fault.
std::vector<PlannedDesign> screen(PlanParts& parts);

}  // namespace gpuscape
