#pragma once

#include <string>

#include "sim/model/registry.hpp"

namespace gpuscape {

/// The JSON Schema (draft-07) of a scenario, for editors. Ends with a newline.
std::string json_schema(const Registry& registry);

}  // namespace gpuscape
