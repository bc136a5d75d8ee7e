#pragma once

#include "sim/model/registry.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The nodes that a checked scenario describes.
Platform build_platform(const ScenarioSpec& scenario, const Registry& registry);

}  // namespace gpuscape
