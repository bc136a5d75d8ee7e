#pragma once
/// Everything that can exist in a run: groups of nodes, numbered through.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/platform/node_group.hpp"

namespace gpuscape {

class Platform {
 public:
  explicit Platform(std::vector<NodeGroup> groups);

  [[nodiscard]] const std::vector<NodeGroup>& groups() const { return groups_; }
  [[nodiscard]] std::uint32_t first_node(std::size_t group) const { return first_node_[group]; }
  /// By which of the groups the node was numbered.
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t node_count() const { return node_count_; }
  /// Consecutive nodes that share a leaf switch; none: no network says, and all of them do.
  [[nodiscard]] std::optional<std::uint32_t> hosts_per_leaf() const { return hosts_per_leaf_; }
  /// The number by which a group's first node fills leaves.
  [[nodiscard]] std::uint32_t first_host(std::size_t group) const {
    return first_host_.empty() ? first_node_[group] : first_host_[group];
  }
  /// `first_host` by group; empty: the nodes' own numbers.
  void set_hosts_per_leaf(std::uint32_t hosts_per_leaf,
                          std::vector<std::uint32_t> first_host = {}) {
    hosts_per_leaf_ = hosts_per_leaf;
    first_host_ = std::move(first_host);
  }
  /// NodeGroup::serves of a group.
  void set_serves(std::size_t group, std::vector<bool> serves) {
    groups_[group].serves = std::move(serves);
  }
  /// From now on jobs that ask for parts of GPUs share them, on all groups that have nodes.
  void share_gpus() {
    for (NodeGroup& group : groups_) group.shares_gpus = !group.pool;
  }
  /// "gpu/3": the group's name and the node's number within it.
  [[nodiscard]] std::string node_name(std::uint32_t node) const;
  /// GPUs and processors of all groups together.
  [[nodiscard]] std::int64_t gpus_total() const { return gpus_total_; }

 private:
  std::vector<NodeGroup> groups_;
  std::vector<std::uint32_t> first_node_;
  std::vector<std::uint32_t> first_host_;
  std::uint32_t node_count_ = 0;
  std::optional<std::uint32_t> hosts_per_leaf_;
  std::int64_t gpus_total_ = 0;
};

}  // namespace gpuscape
