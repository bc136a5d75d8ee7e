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

std::unique_ptr<Network> build_network(const NetworkSpec& spec, const Registry& registry,
                                       const Platform& platform, PathDraw draw) {
  std::unique_ptr<Network> network = build_model(registry.networks, spec.model)->build(platform);
  draw.network = spec.name;
  network->draw_paths(draw);
  return network;
}

std::vector<NamedNetwork> build_networks(const ClusterSpec& cluster, const Registry& registry,
                                         const Platform& platform, std::uint64_t seed) {
  std::vector<NamedNetwork> networks;
  for (const NetworkSpec& spec : cluster.networks) {
    const std::string role = build_model(registry.networks, spec.model)->role();
    networks.push_back({spec.name, role, build_network(spec, registry, platform, {.seed = seed})});
  }
  return networks;
}

}  // namespace gpuscape
