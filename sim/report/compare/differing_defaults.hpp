#pragma once
/// What two designs do differently although nobody wrote it: defaults that depend on other keys.

#include <string>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A value that is a default in both scenarios, and not the same one.
struct DifferingDefault {
  std::string pointer;
  std::string at_baseline;  ///< as JSON
  std::string at_variant;
};

/// In the order in which the variant has them. The title is left out.
[[nodiscard]] std::vector<DifferingDefault> differing_defaults(const ScenarioSpec& baseline,
                                                               const ScenarioSpec& variant);

/// A line for each design that has any; empty where none has.
[[nodiscard]] std::string default_lines(const CompareResult& result);

}  // namespace gpuscape
