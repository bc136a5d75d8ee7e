#pragma once
/// Planned maintenance as a scenario has it.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Nodes that are away for a while.
struct MaintenanceSpec {
  std::string name;
  std::vector<std::string> nodes;  ///< as written: "gpu", "gpu/3", "gpu/0-3"
  Seconds begin{0.0};              ///< after the beginning of the run
  Seconds end{0.0};
  bool requeues = false;  ///< jobs are stopped when it begins; else none is started into it
  SourcePlace place;
  std::string pointer;
};

}  // namespace gpuscape
