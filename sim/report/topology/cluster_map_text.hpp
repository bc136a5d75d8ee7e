#pragma once

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/topology/cluster_topology.hpp"

namespace gpuscape {

std::string network_map_text(const NetworkTopologyMap& map);
/// SI base units, the unit in the key.
JsonValue network_map_json(const NetworkTopologyMap& map);

}  // namespace gpuscape
