#pragma once
/// The section "scheduler", with the parts of a cluster that have schedulers of their own.

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

SchedulerSpec read_scheduler(ObjectReader& reader);

}  // namespace gpuscape
