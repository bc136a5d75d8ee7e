#pragma once
/// What is said where a sweep on Slurm ends before every design has a run.

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/slurm/slurm_client.hpp"
#include "sim/sweep/design_space.hpp"

namespace gpuscape {

/// After Ctrl-C. On a terminal it first asks whether the tasks shall end too, and ends them.
std::string stopped(const SlurmArray& array, std::ostream& err);

/// "3 of 40 designs have no run", and the names of the first.
std::string without_run(const std::vector<std::int64_t>& designs, const DesignSpace& space);

}  // namespace gpuscape
