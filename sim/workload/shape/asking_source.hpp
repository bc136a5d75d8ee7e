#pragma once

#include <cstdint>
#include <memory>

#include "sim/workload/source.hpp"

namespace gpuscape {

/// The jobs of another source, each with an ask of nodes: into NodeAsks.
std::unique_ptr<WorkloadSource> make_asking_source(std::unique_ptr<WorkloadSource> source,
                                                   std::uint16_t asks);

}  // namespace gpuscape
