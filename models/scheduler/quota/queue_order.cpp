#include "models/scheduler/quota/queue_order.hpp"

#include <algorithm>
#include <iterator>

namespace gpuscape::quota {

namespace {

/// What a share of nothing allocatable counts for, as in KAI.
constexpr double kWithoutShare = 1000.0;

double dominant(const Amounts& held, const Amounts& allocatable, const Amounts& total) {
  double most = 0.0;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (held[r] <= 0) continue;
    const std::int64_t of = std::min(allocatable[r], total[r]);
    const auto amount = static_cast<double>(held[r]);
    most = std::max(most, of > 0 ? amount / static_cast<double>(of) : amount * kWithoutShare);
  }
  return most;
}

}  // namespace

TurnKey turn_key(const QuotaTree& tree, std::size_t queue, const Amounts& held,
                 const Amounts& job) {
  const Queue& one = tree[queue];
  TurnKey key;
  key.allocatable = tree.allocatable(queue);
  key.less_priority = -one.settings->priority;
  key.age = queue;
  for (std::size_t r = 0; r < kResources; ++r)
    key.over_fair_share = key.over_fair_share || held[r] > one.fair[r];
  key.out_of_quota = !fits_within(held, job, one.settings->deserved);
  key.without_share = one.fair[0] == 0 && job[0] > 0;
  key.share = dominant(held, key.allocatable, tree.total());
  Amounts with = held;
  add(with, job);
  key.share_with_job = dominant(with, key.allocatable, tree.total());
  return key;
}

std::pair<std::size_t, std::size_t> where_they_part(const QuotaTree& tree, std::size_t a,
                                                    std::size_t b) {
  std::pair<std::size_t, std::size_t> below{a, b};
  const auto go_up = [&tree](std::size_t& at, std::size_t& from) {
    from = at;
    at = tree[at].parent;
  };
  while (tree[a].depth > tree[b].depth) go_up(a, below.first);
  while (tree[b].depth > tree[a].depth) go_up(b, below.second);
  while (a != b) {
    go_up(a, below.first);
    go_up(b, below.second);
  }
  return below;
}

void QueueOrder::find_key(std::size_t queue) {
  Node& node = nodes_[queue];
  if (node.head) node.key = turn_key(tree_, queue, tree_[queue].held, *node.head);
}

void QueueOrder::find_best(std::size_t queue) {
  Node& node = nodes_[queue];
  node.head.reset();
  for (const std::size_t child : tree_[queue].children) {
    const Node& other = nodes_[child];
    if (!other.head || (node.head && !(other.key < nodes_[node.best].key))) continue;
    node.best = child;
    node.head = other.head;
  }
}

void QueueOrder::carry_up(std::size_t leaf) {
  find_key(leaf);
  for (std::size_t at = leaf; at != tree_.root();) {
    at = tree_[at].parent;
    find_best(at);
    find_key(at);
  }
}

void QueueOrder::set_head(std::size_t leaf, const std::optional<Amounts>& head) {
  nodes_[leaf].head = head;
  carry_up(leaf);
}

void QueueOrder::rebuild() {
  std::vector<std::size_t> downwards = {tree_.root()};
  for (std::size_t i = 0; i < downwards.size(); ++i) {
    std::ranges::copy(tree_[downwards[i]].children, std::back_inserter(downwards));
  }
  for (auto at = downwards.rbegin(); at != downwards.rend(); ++at) {
    if (!tree_.is_leaf(*at)) find_best(*at);
    find_key(*at);
  }
}

std::optional<std::size_t> QueueOrder::first() const {
  std::size_t at = tree_.root();
  if (!nodes_[at].head) return std::nullopt;
  while (!tree_.is_leaf(at)) at = nodes_[at].best;
  return at;
}

}  // namespace gpuscape::quota
