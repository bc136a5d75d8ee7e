#pragma once
/// The parts of a cluster that have schedulers of their own.

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Reads `parts` and `moves` of the section "scheduler".
void read_parts(ObjectReader& reader, SchedulerSpec& spec);

}  // namespace gpuscape
