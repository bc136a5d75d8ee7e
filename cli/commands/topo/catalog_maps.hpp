#pragma once
/// Maps of nodes of the catalogue.

#include <string>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/model/registry.hpp"
#include "sim/report/catalog/node_comparison.hpp"

namespace gpuscape {

struct CatalogMaps {
  std::vector<TitledMap> maps;
  std::vector<std::string> names;  ///< of the nodes that are mapped
  std::string priced_alone;        ///< what is said of machines without a node, line by line
};

/// Of nodes and machines of the cloud by name. Throws ScenarioError where one is unknown.
[[nodiscard]] CatalogMaps map_catalog(const std::vector<std::string>& what, const Catalog& catalog,
                                      const Registry& registry);
[[nodiscard]] std::string catalog_maps_json(const CatalogMaps& maps);
/// The title, what the node has, and its map.
[[nodiscard]] std::string map_text(const TitledMap& map);
/// "dgx1-v100" of "dgx1-v100 · NVIDIA DGX-1 (8x V100)".
[[nodiscard]] std::vector<TitledMap> without_about(std::vector<TitledMap> maps);

}  // namespace gpuscape
