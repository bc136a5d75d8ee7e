#pragma once
/// What transfers between each pair of some devices get, alone on the cluster.

#include <string>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// How near two devices are.
enum class WayClass : unsigned char {
  local,      ///< of one node, over NVLink, or PCIe switches alone
  over_pcie,  ///< of one node by way of its sockets, or of two that a PCIe fabric joins
  remote,     ///< of two nodes, over a network
};

struct PairWay {
  bool same_node = false;
  WayClass way_class = WayClass::local;
  std::string transport = {};  ///< "ib-verbs-fdr with gpudirect-rdma-phb"
  /// Of a copy of 64 B that a program asks for, from its call on. A network's message has no such
  /// call of its own: where no part of the way is a copy, the start of one is added.
  Seconds one_way{0.0};
  Seconds start{0.0};        ///< of `one_way`, what was added so
  BytesPerSecond rate{0.0};  ///< of 1 GB
  WayFault fault = {};       ///< with a message where there is no way
};

struct WayMatrix {
  std::vector<std::string> names;           ///< of the devices
  std::vector<std::vector<PairWay>> pairs;  ///< [from][to]; none with itself
};

/// The scenario must have passed `check`; what is wrong with its transports goes to the context.
[[nodiscard]] WayMatrix make_way_matrix(const ScenarioSpec& spec, const ClusterGraph& graph,
                                        const Registry& registry, const std::vector<Endpoint>& ends,
                                        ReadingContext& context);

}  // namespace gpuscape
