#include "sim/model/built_cluster.hpp"

#include <utility>

#include "sim/model/build_model.hpp"

namespace gpuscape {

BuiltCluster build_cluster(const ClusterSpec& spec, const Registry& registry) {
  std::vector<NodeGroup> groups;
  for (const NodeGroupSpec& node : spec.nodes) {
    groups.push_back(build_model(registry.nodes, node.model)->group());
    groups.back().name = node.name;
  }
  BuiltCluster cluster;
  cluster.platform = std::make_unique<const Platform>(std::move(groups));
  std::vector<NamedNetwork> networks;
  for (const NetworkSpec& network : spec.networks) {
    const auto model = build_model(registry.networks, network.model);
    networks.push_back({network.name, network.name, model->build(*cluster.platform)});
  }
  cluster.graph = std::make_unique<const ClusterGraph>(*cluster.platform, std::move(networks));
  return cluster;
}

}  // namespace gpuscape
