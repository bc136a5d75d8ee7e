#pragma once

#include "sim/fields/object_reader.hpp"
#include "sim/model/gpu_access.hpp"

namespace gpuscape::gpu_access {

/// `over`, `clients`, `servers`, `max_gpus_per_job` and `max_gpus_per_client`.
void read_lending(ObjectReader& reader, GpuLending& lending);

/// `attach_time`, `detach_time`.
void read_attach_times(ObjectReader& reader, AttachTerms& terms);
/// What a controller adds, `fallback` where nothing is written.
void read_controller(ObjectReader& reader, const AttachTerms& fallback, AttachTerms& terms);

}  // namespace gpuscape::gpu_access
