#pragma once
/// compare.json, read back.

#include <optional>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

struct SavedVariant {
  std::string name;
  std::string folder;  ///< as seen from compare.json
  bool finished = true;
  std::optional<Comparison> beside = {};  ///< costs aside
};

struct SavedComparison {
  bool is_partial = false;
  std::vector<SavedVariant> variants = {};  ///< the baseline first
  Provenance provenance = {};
};

/// Whether a compare.json is of transfers, collectives or steps.
bool is_of_steps(const JsonValue& json);

/// Throws ScenarioError with the place at fault, and where it is of steps. A metric that this
/// program does not know is left out.
SavedComparison read_saved_comparison(const std::string& file);

}  // namespace gpuscape
