#include "models/scheduler/cohorts/tree.hpp"

#include <algorithm>
#include <limits>

namespace gpuscape::quota::cohorts {

CohortTree::CohortTree(const Settings& settings)
    : counted_(settings.counted), nodes_(settings.nodes.size()) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    node.settings = &settings.nodes[i];
    node.parent = settings.nodes[i].parent;
    node.root = node.parent ? nodes_[*node.parent].root : i;
    if (node.parent) nodes_[*node.parent].children.push_back(i);
  }
  find_quotas();
}

/// Nodes come after the cohort that they are in.
void CohortTree::find_quotas() {
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    quota::add(node.own, node.settings->nominal);
    quota::add(node.nominal, node.settings->nominal);
    for (std::size_t r = 0; r < kResources; ++r)
      node.kept[r] = std::max<std::int64_t>(0, node.own[r] - node.settings->lending[r]);
    if (!node.parent) continue;
    Node& parent = nodes_[*node.parent];
    parent.height = std::max(parent.height, node.height + 1);
    quota::add(parent.nominal, node.nominal);
    for (std::size_t r = 0; r < kResources; ++r) parent.own[r] += node.own[r] - node.kept[r];
  }
  for (Node& node : nodes_) {
    for (std::size_t r = 0; r < kResources; ++r) {
      node.most[r] = node.own[r];
      if (node.parent)
        node.most[r] = std::min(node.kept[r] + nodes_[*node.parent].most[r],
                                node.own[r] + node.settings->borrowing[r]);
    }
  }
}

void CohortTree::add(Use& use, std::size_t queue, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r) {
    std::int64_t change = what[r];
    for (std::optional<std::size_t> at = queue; at && change > 0; at = nodes_[*at].parent) {
      const std::int64_t open = std::max<std::int64_t>(0, nodes_[*at].kept[r] - use[*at][r]);
      use[*at][r] += change;
      change -= open;
    }
  }
}

void CohortTree::remove(Use& use, std::size_t queue, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r) {
    std::int64_t change = what[r];
    for (std::optional<std::size_t> at = queue; at && change > 0; at = nodes_[*at].parent) {
      const std::int64_t beyond = use[*at][r] - nodes_[*at].kept[r];
      use[*at][r] -= change;
      change = std::min(change, beyond);
    }
  }
}

/// What a node may take where its cohort may take `of_parent`.
std::int64_t CohortTree::through(const Use& use, std::size_t node, std::size_t resource,
                                 std::int64_t of_parent) const {
  const Node& one = nodes_[node];
  const std::int64_t used = use[node][resource];
  const std::int64_t limit = one.settings->borrowing[resource];
  if (limit != kAll) {
    const std::int64_t lent = one.own[resource] - one.kept[resource];
    const std::int64_t taken = std::max<std::int64_t>(0, used - one.kept[resource]);
    of_parent = std::min(of_parent, lent - taken + limit);
  }
  return std::max<std::int64_t>(0, one.kept[resource] - used) + of_parent;
}

std::int64_t CohortTree::available(const Use& use, std::size_t node, std::size_t resource) const {
  const Node& one = nodes_[node];
  return one.parent ? through(use, node, resource, available(use, *one.parent, resource))
                    : one.own[resource] - use[node][resource];
}

std::vector<std::int64_t> CohortTree::all_available(const Use& use, std::size_t resource) const {
  std::vector<std::int64_t> all(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    all[i] = nodes_[i].parent ? through(use, i, resource, all[*nodes_[i].parent])
                              : nodes_[i].own[resource] - use[i][resource];
  return all;
}

bool CohortTree::fits(const Use& use, std::size_t queue, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r)
    if (counted_[r] && what[r] > 0 && what[r] > available(use, queue, r)) return false;
  return true;
}

bool CohortTree::within_own(const Use& use, std::size_t node, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r)
    if (counted_[r] && what[r] > 0 && use[node][r] + what[r] > nodes_[node].own[r]) return false;
  return true;
}

bool CohortTree::could_ever_fit(std::size_t queue, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r)
    if (counted_[r] && what[r] > nodes_[queue].most[r]) return false;
  return true;
}

/// Of the first resource that does not fit: the lowest node that is at its borrowing limit, or the
/// top, that has no more.
Bound CohortTree::bound(const Use& use, std::size_t queue, const Amounts& what) const {
  for (std::size_t r = 0; r < kResources; ++r) {
    if (!counted_[r] || what[r] <= 0 || what[r] <= available(use, queue, r)) continue;
    if (!nodes_[queue].parent) return {Bound::Rule::limit, queue};
    std::size_t at = queue;
    for (std::int64_t left = what[r]; nodes_[at].parent; at = *nodes_[at].parent) {
      const Node& node = nodes_[at];
      left -= std::max<std::int64_t>(0, node.kept[r] - use[at][r]);
      if (left <= available(use, *node.parent, r)) return {Bound::Rule::limit, at};
    }
    return {Bound::Rule::nothing_lent, at};
  }
  return {};
}

Share CohortTree::share(const Use& use, std::size_t node) const {
  const Node& one = nodes_[node];
  if (!one.parent) return {};
  constexpr double kPerMille = 1000.0;
  double ratio = 0.0;
  bool borrows = false;
  for (std::size_t r = 0; r < kResources; ++r) {
    const std::int64_t borrowed = counted_[r] ? use[node][r] - one.own[r] : 0;
    if (borrowed <= 0) continue;
    borrows = true;
    const std::int64_t lendable = nodes_[*one.parent].most[r];
    if (lendable > 0)
      ratio = std::max(ratio,
                       static_cast<double>(borrowed) * kPerMille / static_cast<double>(lendable));
  }
  if (!borrows) return {};
  if (one.settings->weight > 0.0) return {.weighted = ratio / one.settings->weight};
  return {.weighted = std::numeric_limits<double>::infinity(), .borrowed = ratio};
}

std::int64_t CohortTree::beyond_kept(const Use& use, std::size_t node, std::size_t resource,
                                     std::int64_t amount) const {
  return std::max<std::int64_t>(
      0, amount - std::max<std::int64_t>(0, nodes_[node].kept[resource] - use[node][resource]));
}

std::size_t CohortTree::lowest_with_room(const Use& use, std::size_t queue, std::size_t resource,
                                         std::int64_t amount) const {
  std::size_t at = queue;
  while (use[at][resource] + amount > nodes_[at].own[resource] && nodes_[at].parent) {
    amount = beyond_kept(use, at, resource, amount);
    at = *nodes_[at].parent;
  }
  return at;
}

std::int32_t CohortTree::height_of_borrowing(const Use& use, std::size_t queue,
                                             const Amounts& what) const {
  std::int32_t height = 0;
  for (std::size_t r = 0; r < kResources; ++r)
    if (counted_[r] && what[r] > 0)
      height = std::max(height, nodes_[lowest_with_room(use, queue, r, what[r])].height);
  return height;
}

}  // namespace gpuscape::quota::cohorts
