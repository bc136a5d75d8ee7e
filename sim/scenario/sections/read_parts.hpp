#pragma once
/// The parts of a cluster that have schedulers of their own.

#include <string>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Reads `parts` and `moves` of the section "scheduler".
void read_parts(ObjectReader& reader, SchedulerSpec& spec);

/// "slurm: fifo with easy backfill, pack; kubernetes: kubernetes, least-allocated", or of the one
/// scheduler where there are no parts.
std::string scheduler_text(const SchedulerSpec& spec);

}  // namespace gpuscape
