#pragma once

#include "sim/model/registry.hpp"

namespace gpuscape {

/// Puts every model of models/CMakeLists.txt on its shelf, in the order of that file.
void register_builtin_models(Registry& registry);

}  // namespace gpuscape
