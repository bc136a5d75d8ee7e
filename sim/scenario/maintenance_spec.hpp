#pragma once
/// Planned maintenance as a scenario has it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/scenario/date_spec.hpp"

namespace gpuscape {

/// Nodes that are away for a while.
struct MaintenanceSpec {
  std::string name;
  std::vector<std::string> nodes;  ///< as written: "gpu", "gpu/3", "gpu/0-3"; none: of a store
  std::string store = {};          ///< a storage by name; empty: none
  std::int64_t machines = 1;       ///< of it, that are away
  bool of_drives = false;          ///< those are drives in its machines
  /// Of the links of the nodes' adapters, which stay in service; none: they leave it.
  std::optional<double> link_rate = {};
  DateSpec begin;  ///< after the beginning of the run, or on the clock of its logs
  DateSpec end;
  bool requeues = false;  ///< jobs are stopped when it begins; else none is started into it
  bool moves = false;     ///< first they go to other nodes, where those are free
  SourcePlace place;
  std::string pointer;
};

}  // namespace gpuscape
