#pragma once

#include <string>

#include "sim/scenario/loader.hpp"

namespace gpuscape {

/// load_scenario, with the profiles that it names read as strictly as the scenario itself.
LoadedScenario load_with_profiles(const std::string& file, LoadOptions options);

}  // namespace gpuscape
