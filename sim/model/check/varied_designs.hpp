#pragma once
/// The designs that `cost.vary` asks for: a design with one thing of it at another value.

#include <string>
#include <vector>

#include "sim/model/check/check.hpp"

namespace gpuscape {

struct VariedDesign {
  std::string input;  ///< the user's name of what is varied
  std::string value;
  CheckedScenario scenario;
};

/// Whether it asks for any.
bool varies(const CheckedScenario& checked);

/// All of them, value by value. Faults go to the checker's context.
std::vector<VariedDesign> varied_designs(DesignChecker& checker, const Design& design,
                                         const CheckedScenario& checked);

}  // namespace gpuscape
