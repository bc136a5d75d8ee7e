#pragma once

#include <chrono>
#include <string>

#include "sim/study/study_result.hpp"

namespace gpuscape {

/// Where a result is made: this host, this program, since `begin`.
Provenance provenance_here(const std::string& command, std::chrono::steady_clock::time_point begin);

}  // namespace gpuscape
