#pragma once

#include <span>
#include <string>

#include "sim/model/registry.hpp"
#include "sim/scenario/objective.hpp"

namespace gpuscape {

/// The JSON Schema (draft-07) of a scenario, for editors. Ends with a newline.
std::string json_schema(const Registry& registry,
                        std::span<const ObjectiveMetric> objectives = kQueueWait);

}  // namespace gpuscape
