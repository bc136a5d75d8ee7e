#pragma once

#include <string>
#include <vector>

#include "cli/compare_command.hpp"
#include "sim/study/compare/compare.hpp"

namespace gpuscape {

struct ComparedScenario : NamedDesign {
  std::string file;    ///< as typed
  std::string folder;  ///< for its results, inside the comparison's: a plain name
};

/// What is to be compared, the baseline first, all checked. Throws ScenarioError with every fault
/// of every file.
std::vector<ComparedScenario> compared_scenarios(const CompareOptions& options,
                                                 const Registry& registry);

/// A name that any file system takes and that no other folder here has: letters, digits, dots,
/// dashes and underscores of `name`; `taken` are those given before.
std::string folder_name(const std::string& name, const std::vector<std::string>& taken);

}  // namespace gpuscape
