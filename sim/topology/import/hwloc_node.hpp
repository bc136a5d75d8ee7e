#pragma once

#include <string>

#include "sim/topology/import/imported_node.hpp"

namespace gpuscape {

/// A machine as `lstopo --of xml` wrote it; "this-machine" stands for the one that this runs on.
/// Throws ScenarioError where the file cannot be read as hwloc 2 writes it.
ImportedNode node_from_hwloc(const std::string& file);

}  // namespace gpuscape
