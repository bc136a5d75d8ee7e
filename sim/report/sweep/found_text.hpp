#pragma once

#include <string>

#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

/// The answer of `find`, in lines: the design, the runner-up, what binds, what the answer rests on.
[[nodiscard]] std::string found_text(const SweepReport& report);

}  // namespace gpuscape
