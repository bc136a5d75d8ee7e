#pragma once

#include <string>

#include "sim/catalog/catalog.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

/// One node of the catalogue, as a scenario that names it would have it. Throws ScenarioError for
/// an entry that is at fault; the id must be there.
NodeGroup catalog_node(const std::string& id, const Catalog& catalog, const Registry& registry);

}  // namespace gpuscape
