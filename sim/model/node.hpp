#pragma once
/// What one pool of equal nodes is made of.

#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// Turns a node entry of the scenario into a group of equal nodes.
class NodeModel {
 public:
  virtual ~NodeModel() = default;
  /// The group, without its name. Must be the same at every call.
  [[nodiscard]] virtual NodeGroup group() const = 0;
};

}  // namespace gpuscape
