/// By which adapters a device leaves its node.

#include "sim/platform/cluster/cluster_graph.hpp"

namespace gpuscape {

ClusterGraph::NearAdapters ClusterGraph::near_adapters(Endpoint end, std::size_t network) const {
  const NodeGraph& graph = *graph_of(end.node);
  const NodeGroup& group = platform_->groups()[group_of(end.node)];
  const std::vector<std::uint32_t> ports = rails_of(end.node, network);
  NearAdapters nearest;
  std::vector<std::uint32_t> links;
  for (std::uint32_t rail = 0; rail < ports.size(); ++rail) {
    const DeviceIndex nic = group.ports[ports[rail]].nic;
    if (end.adapter && nic != *end.adapter) continue;
    const PathClass path = graph.path_class(end.device, nic);
    links.clear();
    if (path > PathClass::pxb) graph.route(end.device, nic, links);
    const std::pair far{path, links.size()};
    if (nearest.rails.empty() || far < std::pair{nearest.path, nearest.links})
      nearest = {.path = path, .links = links.size(), .rails = {}, .nics = {}};
    if (far != std::pair{nearest.path, nearest.links}) continue;
    nearest.rails.push_back(rail);
    nearest.nics.push_back(nic);
  }
  return nearest;
}

}  // namespace gpuscape
