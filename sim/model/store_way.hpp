#pragma once
/// Over which links nodes reach a store.

#include <memory>
#include <vector>

#include "sim/platform/cluster/network.hpp"

namespace gpuscape {

struct StoreWay {
  /// Over which it is read and written; null: ports of its own reach all nodes.
  std::shared_ptr<const Network> network = nullptr;
  /// By group of nodes: its jobs exchange data over that network, too. Empty without a network.
  std::vector<bool> exchanged = {};
  double wire_payload = 1.0;  ///< share of the bytes on that network that is data
};

}  // namespace gpuscape
