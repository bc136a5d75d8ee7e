#pragma once
/// Which design of which scenario a command is about.

#include <optional>

#include "sim/session/open_scenario.hpp"

namespace gpuscape {

struct ScenarioOptions {
  Design design = {};                ///< --variant, --set, --seed
  std::optional<bool> confine = {};  ///< --confine or --no-confine
};

/// The file, or for "-" the text on standard input, which is read once. Throws RunError where that
/// is too large.
ScenarioSource scenario_source(const std::string& file);

}  // namespace gpuscape
