#pragma once
/// In what two scenarios differ, defaults included.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"

namespace gpuscape {

struct ScenarioDifference {
  std::string pointer = {};
  std::string before = {};  ///< texts as they are, all else as JSON; "nothing"
  std::string after = {};
};

/// Every value that two resolved scenarios do not share but the title, in the order of the second.
[[nodiscard]] std::vector<ScenarioDifference> differences_of(const JsonValue& before,
                                                             const JsonValue& after);

}  // namespace gpuscape
