#pragma once
/// Nodes that are away for a while.

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A node of a group.
struct OutageNode {
  std::uint32_t group = 0;
  std::uint32_t node = 0;  ///< within its group
  friend auto operator<=>(const OutageNode&, const OutageNode&) = default;
};

/// Nodes that are taken away at one date and given back at another one.
struct PlannedOutage {
  std::string name = {};
  Seconds begin{0.0};
  Seconds end{0.0};  ///< above `begin`
  /// Jobs are stopped when it begins, and wait again; else those that would not end by then are not
  /// started there.
  bool requeues = false;
  std::vector<OutageNode> nodes = {};  ///< rising, none twice
};

}  // namespace gpuscape
