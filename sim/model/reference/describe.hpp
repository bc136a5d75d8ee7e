#pragma once

#include <vector>

#include "sim/fields/field_description.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

/// Every key of a scenario as the reading code asks for it, with the parameters of the registry's
/// models. Runs that very code in a describing context.
std::vector<FieldDescription> describe_scenario(const Registry& registry);

}  // namespace gpuscape
