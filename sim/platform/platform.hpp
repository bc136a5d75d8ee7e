#pragma once
/// Everything that can exist in a run: groups of nodes, numbered through, and over which of them
/// one job may be spread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/platform/gang.hpp"
#include "sim/platform/lending.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// Indices of groups, two or more.
using GroupSpan = std::vector<std::size_t>;

/// A job that asks for a number of nodes is cut without regard to what a node has, so it may span
/// all groups of one model. Any other is cut by the GPUs of a node, and spans those groups of one
/// model whose nodes have equally many.
class GroupSpans {
 public:
  /// No job spans groups.
  GroupSpans() = default;
  /// Pools, and groups that do not say their model, are in no span.
  explicit GroupSpans(const std::vector<NodeGroup>& groups);

  [[nodiscard]] bool empty() const { return by_model_.empty(); }
  /// In the order of their first groups.
  [[nodiscard]] const std::vector<GroupSpan>& of(const Demand& demand) const {
    return demand.nodes > 1 ? by_model_ : by_model_and_size_;
  }
  /// The same with the groups of each span, and the spans, in that order of all groups.
  [[nodiscard]] GroupSpans in_order(const std::vector<std::size_t>& order) const;

 private:
  std::vector<GroupSpan> by_model_;
  std::vector<GroupSpan> by_model_and_size_;
};

/// Where a group's nodes stand below leaf switches.
struct LeafLayout {
  std::uint32_t first_node = 0;  ///< the number by which the group's first one fills them
  std::optional<std::uint32_t> hosts_per_leaf = {};  ///< none: all are below one
};

class Platform {
 public:
  explicit Platform(std::vector<NodeGroup> groups);

  [[nodiscard]] const std::vector<NodeGroup>& groups() const { return groups_; }
  [[nodiscard]] std::uint32_t first_node(std::size_t group) const { return first_node_[group]; }
  /// By which of the groups the node was numbered.
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t node_count() const { return node_count_; }
  [[nodiscard]] const LeafLayout& leaves(std::size_t group) const { return leaves_[group]; }
  void set_leaves(std::size_t group, const LeafLayout& leaves) { leaves_[group] = leaves; }
  /// NodeGroup::serves and parts of a group.
  void set_serves(std::size_t group, std::vector<bool> serves, std::vector<GpuPartOfAsk> parts) {
    groups_[group].serves = std::move(serves);
    groups_[group].parts = std::move(parts);
  }
  /// From now on jobs that ask for parts of GPUs share them, where the groups' sharing has it.
  void share_gpus() {
    for (NodeGroup& group : groups_)
      group.shares_gpus = !group.pool && group.sharing != nullptr && group.sharing->shares();
  }
  /// From now on a job may span the groups of one GPU model.
  void span_groups() { spans_ = GroupSpans(groups_); }
  [[nodiscard]] const GroupSpans& spans() const { return spans_; }
  /// From now on jobs use GPUs that other nodes lend; groups that lend and are no clients run none.
  void lend(Lending lending);
  /// Null where no GPUs are lent.
  [[nodiscard]] const Lending* lending() const { return lending_ ? &*lending_ : nullptr; }
  /// "gpu/3": the group's name and the node's number within it.
  [[nodiscard]] std::string node_name(std::uint32_t node) const;
  /// GPUs and processors of all groups together.
  [[nodiscard]] std::int64_t gpus_total() const { return gpus_total_; }

 private:
  std::vector<NodeGroup> groups_;
  std::vector<std::uint32_t> first_node_;
  std::vector<LeafLayout> leaves_;  // by group
  std::uint32_t node_count_ = 0;
  std::int64_t gpus_total_ = 0;
  GroupSpans spans_;
  std::optional<Lending> lending_;
};

/// True when the empty groups of one span together can hold the job. `nodes_of(group)` says how
/// many nodes of a group are open to it.
template <class NodesOf>
bool spans_fit_when_empty(const GroupSpans& spans, const Demand& demand,
                          const std::vector<NodeGroup>& groups, const NodesOf& nodes_of) {
  for (const GroupSpan& span : spans.of(demand)) {
    const Gang gang = cut_into_gang(demand, groups[span.front()].capacity);
    std::uint32_t full = 0, rest = 0;
    for (const std::size_t group : span) {
      const NodeGroup& of = groups[group];
      if (!of.will_do(demand)) continue;
      if (of.capacity.holds(gang.largest())) full += nodes_of(group);
      if (of.capacity.holds(gang.smallest())) rest += nodes_of(group);
    }
    if (full >= gang.full_nodes && rest >= gang.nodes()) return true;
  }
  return false;
}

}  // namespace gpuscape
