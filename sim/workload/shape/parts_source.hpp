#pragma once

#include <memory>

#include "sim/platform/platform.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// The jobs of another source. Those that ask for a profile or for memory of a GPU count as what
/// they get in the first group that has it; asks of the platform are resolved.
std::unique_ptr<WorkloadSource> make_parts_source(std::unique_ptr<WorkloadSource> source,
                                                  Platform platform);

}  // namespace gpuscape
