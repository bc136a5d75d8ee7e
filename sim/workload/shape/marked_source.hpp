#pragma once

#include <memory>

#include "sim/workload/source.hpp"
#include "sim/workload/stream_rules.hpp"

namespace gpuscape {

/// The jobs of another source, each with the application that the rules give it.
std::unique_ptr<WorkloadSource> make_marked_source(std::unique_ptr<WorkloadSource> source,
                                                   StreamRules rules);

}  // namespace gpuscape
