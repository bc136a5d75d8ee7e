#pragma once
/// A tree of cohorts and queues: whose quota is whose. The rules are those of Kueue
/// (github.com/kubernetes-sigs/kueue, pkg/cache/scheduler: resource_node.go and fair_sharing.go,
/// read at 034454cc and 02c5bf46):
///  - A node's own quota is its nominal one and what the nodes in it lend. With a lending limit it
///    keeps what is beyond it (`kept`) for itself; the rest belongs to its cohort as well.
///  - Use counts at a node, and at its cohort as far as it is beyond what the node keeps.
///  - A node may take what it keeps and does not use, and what its cohort may take, but no more
///    than its borrowing limit beyond its own quota.
///  - Dominant share: what it uses beyond its own quota × 1000 ÷ the most that its cohort could
///    take, the largest over resources, ÷ its weight.

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/scheduler/cohorts/settings.hpp"

namespace gpuscape::quota::cohorts {

/// By node: what counts there. What jobs of the queues hold decides it, whatever came first.
using Use = std::vector<Amounts>;

/// A node of the tree, which does not change.
struct Node {
  std::optional<std::size_t> parent = {};
  std::vector<std::size_t> children = {};
  const NodeSettings* settings = nullptr;
  std::size_t root = 0;
  std::int32_t height = 0;  ///< above the furthest queue in it
  Amounts own{};
  Amounts kept{};
  Amounts most{};     ///< that it could ever use
  Amounts nominal{};  ///< of all nodes in it together
};

/// A dominant share. Larger ones give first; of those that borrow with a weight of 0, which are
/// infinite, the ones that borrow more.
struct Share {
  double weighted = 0.0;
  double borrowed = 0.0;  ///< without the weight, where that is 0
  friend auto operator<=>(const Share&, const Share&) = default;
};

/// What keeps a queue from taking more, and the node whose rule that is.
struct Bound {
  enum class Rule : std::uint8_t { none, limit, nothing_lent } rule = Rule::none;
  std::size_t node = 0;
};

class CohortTree {
 public:
  /// `settings` must outlive this.
  explicit CohortTree(const Settings& settings);

  [[nodiscard]] const Node& operator[](std::size_t node) const { return nodes_[node]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] bool is_counted(std::size_t resource) const { return counted_[resource]; }
  [[nodiscard]] Use nothing_used() const { return Use(nodes_.size()); }

  void add(Use& use, std::size_t queue, const Amounts& what) const;
  void remove(Use& use, std::size_t queue, const Amounts& what) const;

  /// What a node may take yet; below zero where it has too much.
  [[nodiscard]] std::int64_t available(const Use& use, std::size_t node,
                                       std::size_t resource) const;
  /// The same of all nodes.
  [[nodiscard]] std::vector<std::int64_t> all_available(const Use& use, std::size_t resource) const;
  /// True where a queue may take that much of each resource that is counted.
  [[nodiscard]] bool fits(const Use& use, std::size_t queue, const Amounts& what) const;
  /// True where a node, with that, uses no more than its own quota, in each resource asked for.
  [[nodiscard]] bool within_own(const Use& use, std::size_t node, const Amounts& what) const;
  [[nodiscard]] bool could_ever_fit(std::size_t queue, const Amounts& what) const;
  [[nodiscard]] Bound bound(const Use& use, std::size_t queue, const Amounts& what) const;

  [[nodiscard]] Share share(const Use& use, std::size_t node) const;
  /// The lowest node on the queue's path whose own quota has room for that much beside what is
  /// used; the top where none has.
  [[nodiscard]] std::size_t lowest_with_room(const Use& use, std::size_t queue,
                                             std::size_t resource, std::int64_t amount) const;
  /// Its height, the largest over resources; 0: the queue does not borrow.
  [[nodiscard]] std::int32_t height_of_borrowing(const Use& use, std::size_t queue,
                                                 const Amounts& what) const;
  /// What of a request a node does not cover with what it keeps.
  [[nodiscard]] std::int64_t beyond_kept(const Use& use, std::size_t node, std::size_t resource,
                                         std::int64_t amount) const;

 private:
  void find_quotas();
  [[nodiscard]] std::int64_t through(const Use& use, std::size_t node, std::size_t resource,
                                     std::int64_t of_parent) const;

  std::array<bool, kResources> counted_;
  std::vector<Node> nodes_;
};

}  // namespace gpuscape::quota::cohorts
