#pragma once

#include <string>
#include <vector>

#include "sim/sweep/design_space.hpp"

namespace gpuscape {

/// What is wrong with `axes` and `find` goes to the context; the lines say how many designs there
/// are and what running them takes. None where the scenario has no axes.
[[nodiscard]] std::vector<std::string> axes_lines(const ScenarioSource& source,
                                                  const Design& chosen, const Registry& registry,
                                                  ReadingContext& context);

}  // namespace gpuscape
