#pragma once

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/topology/node_topology.hpp"

namespace gpuscape {

/// SI base units, the unit in the key.
JsonValue node_map_json(const NodeMap& map);

}  // namespace gpuscape
