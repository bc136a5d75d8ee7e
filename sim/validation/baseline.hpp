#pragma once
/// What anybody would predict without a model: one start for each kind of traffic, and bytes ÷ line
/// rate; of steps the first rate times the GPUs; of a node its rated power. A model is worth what
/// it gets right beyond that.

#include "sim/model/check/check.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape {

/// Bytes ÷ line rate of a collective of these bytes: the bus bandwidth of a ring is what a GPU's
/// links carry, between nodes what a node's adapters do. 0 where that is not known.
[[nodiscard]] double naive_collective_time(const CheckedScenario& scenario, Bytes bytes,
                                           double bus_factor);

/// Completes `starts`, `skill` and the figures' `baseline`. The start of a kind is the one with the
/// least median error over its scored points: the baseline is given its best.
void add_skill(ValidationResult& result);

}  // namespace gpuscape
