#pragma once

#include <span>
#include <vector>

#include "sim/fields/field_description.hpp"
#include "sim/model/registry.hpp"
#include "sim/scenario/objective.hpp"

namespace gpuscape {

/// Every key of a scenario as the reading code asks for it, with the parameters of the registry's
/// models and the metrics that objectives may be of. Runs that very code in a describing context.
std::vector<FieldDescription> describe_scenario(const Registry& registry,
                                                std::span<const ObjectiveMetric> objectives);

/// The description of the key at which models of a kind stand.
FieldDescription& field_at(std::vector<FieldDescription>& fields, const ModelPlace& place);

}  // namespace gpuscape
