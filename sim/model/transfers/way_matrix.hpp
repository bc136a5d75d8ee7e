#pragma once
/// What transfers between each pair of some devices get, alone on the cluster.

#include <string>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

struct PairWay {
  bool same_node = false;
  std::string transport = {};  ///< "ib-verbs-fdr with gpudirect-rdma-phb"
  Seconds one_way{0.0};        ///< of 64 B
  BytesPerSecond rate{0.0};    ///< of 1 GB
  WayFault fault = {};         ///< with a message where there is no way
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
