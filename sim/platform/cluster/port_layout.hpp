#pragma once
/// The adapters that a network joins, numbered through: node by node, and in a node rail by rail.
/// Cheap to build: a group of nodes costs the numbers that its type shares.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// An adapter of a node on a network; `rail` counts those that the node has on it.
struct Port {
  std::uint32_t node = 0;  ///< over the platform
  std::uint32_t rail = 0;
};

class PortLayout {
 public:
  /// Adapters of that role. A node of which nothing is known has one, as fast as what it is plugged
  /// into; a node whose graph has none of the role is not joined.
  PortLayout(const Platform& platform, std::string_view role);
  /// The same with a role for each group; none: its nodes are not joined.
  PortLayout(const Platform& platform, std::span<const std::optional<std::string>> roles);

  [[nodiscard]] std::uint32_t port_count() const { return port_count_; }
  /// Nodes with at least one.
  [[nodiscard]] std::uint32_t host_count() const { return host_count_; }
  /// Of the node that has most.
  [[nodiscard]] std::uint32_t rails() const { return rails_; }
  [[nodiscard]] std::uint32_t rails_of(std::uint32_t node) const {
    return group_of_node(node).rails;
  }
  /// The number of a joined node among those joined; of another one, that of the next joined one.
  [[nodiscard]] std::uint32_t host_number(std::uint32_t node) const;
  /// The rail that a port has: a node with fewer uses its own in turn. InternalError where the node
  /// is not joined.
  [[nodiscard]] std::uint32_t own_rail(Port port) const;
  [[nodiscard]] std::uint32_t index(Port port) const;
  [[nodiscard]] Port port(std::uint32_t index) const;
  /// Of the adapters of a group; empty: its nodes are not joined.
  [[nodiscard]] const std::string& role(std::size_t group) const { return groups_[group].role; }
  /// What the adapter itself can carry.
  [[nodiscard]] BytesPerSecond line(std::uint32_t index) const;

 private:
  struct Group {
    std::uint32_t first_node = 0;
    std::uint32_t first_host = 0;
    std::uint32_t first_port = 0;
    std::uint32_t rails = 0;            // of each of its nodes
    std::string role;                   // empty: no rails
    std::vector<BytesPerSecond> lines;  // by rail; empty: no bound
  };
  [[nodiscard]] const Group& group_of_node(std::uint32_t node) const;
  [[nodiscard]] const Group& group_of_port(std::uint32_t index) const;

  std::vector<Group> groups_;
  std::uint32_t port_count_ = 0;
  std::uint32_t host_count_ = 0;
  std::uint32_t rails_ = 0;
};

}  // namespace gpuscape
