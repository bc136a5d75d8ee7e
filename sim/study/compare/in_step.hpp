#pragma once
/// Studies of generated workloads that are compared: each is what it is alone, and what is needed
/// to pair them is there too.

#include <span>

#include "sim/study/study.hpp"

namespace gpuscape {

/// Whether a stream is no log, so that there is more than one replication of it.
[[nodiscard]] bool is_generated(const ScenarioSpec& scenario);

/// Runs the first few replications of each and takes their statistics: each after its own warm-up,
/// as it would alone, and after the longer one of it and the first. All are of generated workloads.
void start_in_step(std::span<Study* const> studies, unsigned threads);

/// Likewise, with as many replications as each needs; what is left is to `finish` each.
void replicate_in_step(std::span<Study* const> studies, unsigned threads);

}  // namespace gpuscape
