#pragma once
/// How many jobs of a closed stream are in circulation.

#include <cstdint>
#include <vector>

#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What the jobs of each place ask for, as make_closed_source takes it. Throws ScenarioError, with
/// a pointer, where there would be no place, or more than a million.
std::vector<std::int32_t> closed_places(const StreamSpec& stream, const Platform& platform);

}  // namespace gpuscape
