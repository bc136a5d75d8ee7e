#include "cli/commands/topo/scenario_map.hpp"

#include <fmt/format.h>

#include "cli/commands/topo/catalog_maps.hpp"
#include "sim/base/error.hpp"
#include "sim/base/nearest.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/model/check/check_storage.hpp"
#include "sim/report/topology/cluster_map_text.hpp"
#include "sim/report/topology/inventory_report.hpp"
#include "sim/report/topology/topology_json.hpp"

namespace gpuscape {

namespace {

std::string title_of(const NodeGroup& group) {
  return fmt::format("{} · {} x {}", group.name, group.count,
                     group.type.empty() ? "a node described in place" : group.type);
}

/// Which networks to map; a fault where there is no such one.
std::vector<std::size_t> chosen_networks(const ClusterGraph& graph, const std::string& network,
                                         const std::string& file) {
  std::vector<std::size_t> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < graph.networks().size(); ++i) {
    names.push_back(graph.networks()[i].name);
    if (network.empty() || network == names.back()) chosen.push_back(i);
  }
  if (!network.empty() && chosen.empty())
    throw ScenarioError({{.file = file,
                          .pointer = "/cluster/networks",
                          .message = fmt::format("unknown network \"{}\"", network),
                          .hint = nearest_hint(network, names)}});
  return chosen;
}

/// With powers where the scenario asks for its cost, which is where they are looked up.
Inventory inventory_of_design(const CheckedScenario& scenario) {
  return scenario.cost ? scenario.cost->inventory()
                       : inventory_of(*scenario.cluster, stores_bought(scenario.models));
}

}  // namespace

ScenarioMap map_scenario_cluster(const CheckedScenario& scenario, const std::string& network,
                                 const std::string& file) {
  const ClusterGraph& graph = scenario.cluster->graph();
  ScenarioMap map{.inventory = inventory_of_design(scenario), .is_whole = network.empty()};
  for (const std::size_t i : chosen_networks(graph, network, file))
    map.networks.push_back(map_network(graph, i));
  std::size_t left = kMostCrossings;
  for (const NodeGroup& group : graph.platform().groups()) {
    const auto crossed = group.graph ? crossings(*group.graph, left) : std::nullopt;
    if (!crossed) {
      map.nodes_text +=
          fmt::format("{} · {}: no map\n\n", group.name,
                      group.graph ? kTooLargeToMap : "the devices inside are not known");
      continue;
    }
    left -= *crossed;
    map.nodes.push_back({.map = map_node(group.graph), .title = title_of(group)});
    map.groups.push_back(group.name);
    map.nodes_text += map_text(map.nodes.back()) + "\n";
  }
  return map;
}

std::string scenario_map_text(const ScenarioMap& map) {
  std::string text = map.nodes_text;
  for (const NetworkTopologyMap& network : map.networks) text += network_map_text(network) + "\n";
  return map.is_whole ? text + design_inventory_text(map.inventory) : text;
}

std::string scenario_map_json(const ScenarioMap& map) {
  JsonValue nodes = JsonValue::make_object();
  for (std::size_t i = 0; i < map.nodes.size(); ++i)
    nodes.set(map.groups[i], node_map_json(map.nodes[i].map));
  JsonValue networks = JsonValue::make_array();
  for (const NetworkTopologyMap& network : map.networks)
    networks.items().push_back(network_map_json(network));
  JsonValue result = JsonValue::make_object();
  result.set("nodes", std::move(nodes));
  result.set("networks", std::move(networks));
  result.set("inventory", design_inventory_json(map.inventory));
  return write_json(result);
}

}  // namespace gpuscape
