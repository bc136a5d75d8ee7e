#pragma once
/// The map of a cluster: how far nodes are from each other, and what is left when all talk.

#include <optional>
#include <string>
#include <vector>

#include "sim/platform/cluster/cluster_graph.hpp"
#include "sim/topology/simultaneous_rates.hpp"

namespace gpuscape {

/// Nodes that are equally far from the first one of the network.
struct HopClass {
  std::string name;               ///< "same node", "same switch", "across spines", "across cores"
  std::uint64_t pairs = 0;        ///< ordered pairs of nodes
  std::optional<PathClass> path;  ///< within the node
  std::size_t links = 0;          ///< of the network
  Seconds latency{0.0};
  BytesPerSecond alone{0.0};
  RateSummary all_talk;  ///< every end sends to its like in another node that far away
};

/// Both halves of the nodes, by their numbers, send to each other.
struct NetworkBisection {
  BytesPerSecond bandwidth{0.0};  ///< from the first half to the second
  BytesPerSecond injection{0.0};  ///< what the first half's adapters could send
};

struct NetworkTopologyMap {
  std::string name;
  std::string role;
  std::uint32_t nodes = 0;          ///< that it joins
  std::vector<std::string> groups;  ///< of them, by their names
  bool sampled = false;             ///< only the first of many nodes were looked at
  BytesPerSecond injection{0.0};    ///< of the first node's adapters together
  std::vector<HopClass> classes;
  NetworkBisection bisection;
  NetworkParts parts;
  RoutingFacts routing;
};

/// Of one network; nodes talk from GPU to GPU, or from host memory to host memory where a node has
/// no GPUs.
NetworkTopologyMap map_network(const ClusterGraph& graph, std::size_t network);

}  // namespace gpuscape
