#include "sim/model/build_platform.hpp"

#include "sim/model/build_model.hpp"

namespace gpuscape {

Platform build_platform(const ClusterSpec& cluster, const Registry& registry) {
  std::vector<NodeGroup> groups;
  for (const NodeGroupSpec& spec : cluster.nodes) {
    groups.push_back(build_model(registry.nodes, spec.model)->group());
    groups.back().name = spec.name;
  }
  for (const NetworkSpec& spec : cluster.networks) {
    const auto network = build_model(registry.networks, spec.model);
    for (NodeGroup& group : groups) network->add_ports(group);
  }
  return Platform(std::move(groups));
}

std::vector<NamedNetwork> build_networks(const ClusterSpec& cluster, const Registry& registry,
                                         const Platform& platform) {
  std::vector<NamedNetwork> networks;
  for (const NetworkSpec& spec : cluster.networks) {
    const auto network = build_model(registry.networks, spec.model);
    networks.push_back({spec.name, network->role(), network->build(platform)});
  }
  return networks;
}

}  // namespace gpuscape
