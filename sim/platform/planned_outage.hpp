#pragma once
/// Nodes that are away for a while, planned or not.

#include <compare>
#include <cstdint>
#include <optional>
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
  /// Nobody knows of it before it begins; jobs are stopped then.
  bool unforeseen = false;
  std::vector<OutageNode> nodes = {};  ///< rising, none twice
};

/// Unforeseen outages, in the order in which they begin.
class OutageSource {
 public:
  virtual ~OutageSource() = default;
  /// When the next one begins; none: there is no other.
  [[nodiscard]] virtual std::optional<Seconds> next_date() const = 0;
  /// The one that begins then.
  virtual PlannedOutage next() = 0;
};

}  // namespace gpuscape
