#pragma once

#include <string>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The resolved scenario as JSON, every default marked by "// default" at the end of its line.
/// Reads back as a scenario without extends and variants. Ends with a newline.
std::string resolved_text(const ScenarioSpec& spec);

}  // namespace gpuscape
