#pragma once

#include <iosfwd>
#include <string>

#include "sim/model/registry.hpp"

namespace gpuscape {

struct ValidateOptions {
  std::string file = {};  ///< figures of one's own; empty: those that ship
  std::string area;       ///< a name or the number it begins with; empty: every one
  std::string figure;     ///< an id; empty: every one
  bool summary = false;   ///< what ships as validation/summary/trust.json
  bool json = false;
};

/// 0 when every area, or what was chosen of it, ran and reaches its goals, else 1. Throws
/// ScenarioError for names that are not there.
int validate_command(const ValidateOptions& options, const Registry& registry, std::ostream& out);

}  // namespace gpuscape
