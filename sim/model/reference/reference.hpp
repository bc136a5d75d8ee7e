#pragma once

#include <span>
#include <string>

#include "sim/model/registry.hpp"
#include "sim/scenario/objective.hpp"

namespace gpuscape {

/// The reference page of the scenario file, in Markdown: every key with type, default, bounds and
/// meaning. Ends with a newline.
std::string reference_markdown(const Registry& registry,
                               std::span<const ObjectiveMetric> objectives = kQueueWait);

}  // namespace gpuscape
