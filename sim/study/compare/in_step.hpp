#pragma once
/// Studies of generated workloads that are compared: equal warm-up, equal number of replications.

#include <span>

#include "sim/study/study.hpp"

namespace gpuscape {

/// Whether a stream is no log, so that there is more than one replication of it.
[[nodiscard]] bool is_generated(const ScenarioSpec& scenario);

/// Runs the first few replications of each and takes their statistics after the longest warm-up of
/// all. All are of generated workloads.
void start_in_step(std::span<Study* const> studies);

/// Runs them with the longest warm-up of all and as many replications as the least precise of them
/// needs; what is left is to `finish` each. All are of generated workloads.
void replicate_in_step(std::span<Study* const> studies);

}  // namespace gpuscape
