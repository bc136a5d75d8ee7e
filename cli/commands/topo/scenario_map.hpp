#pragma once
/// The map of a scenario's cluster: its nodes inside, and the networks between them.

#include <string>
#include <vector>

#include "sim/cost/inventory.hpp"
#include "sim/model/check/check.hpp"
#include "sim/report/catalog/node_comparison.hpp"
#include "sim/topology/cluster_topology.hpp"

namespace gpuscape {

struct ScenarioMap {
  std::vector<TitledMap> nodes = {};
  std::vector<std::string> groups = {};  ///< the name of each of `nodes`
  std::string nodes_text = {};           ///< also of groups without a map
  std::vector<NetworkTopologyMap> networks = {};
  Inventory inventory = {};
  bool is_whole = true;  ///< of all networks

  [[nodiscard]] bool is_empty() const { return nodes.empty() && networks.empty(); }
};

/// `network`: only that one; empty: all. Throws ScenarioError where `file` has no such network.
ScenarioMap map_scenario_cluster(const CheckedScenario& scenario, const std::string& network,
                                 const std::string& file);

std::string scenario_map_text(const ScenarioMap& map);
std::string scenario_map_json(const ScenarioMap& map);

}  // namespace gpuscape
