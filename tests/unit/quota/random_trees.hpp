#pragma once
/// Random trees of queues, with fair shares by the text of the rules.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gpuscape::test {

struct TreeQueue {
  std::optional<std::size_t> parent = {};
  int deserved = 0;
  int limit = 1000;
  int weight = 1;
  int priority = 100;
  std::vector<std::size_t> children = {};
};

struct Tree {
  std::vector<TreeQueue> queues;
  int gpus = 8;

  [[nodiscard]] std::string parameters() const {
    std::string text;
    for (std::size_t i = 0; i < queues.size(); ++i) {
      const TreeQueue& queue = queues[i];
      const std::string parent =
          !queue.parent ? "" : fmt::format(R"("parent": "q{}", )", *queue.parent);
      const std::string limit =
          queue.limit == 1000 ? "" : fmt::format(R"(, "limit": {})", queue.limit);
      text += fmt::format(
          R"({}"q{}": {{{}"priority": {}, "gpus": {{"deserved": {}, "weight": {}{}}}}})",
          i == 0 ? "" : ", ", i, parent, queue.priority, queue.deserved, queue.weight, limit);
    }
    return "{\"queues\": {" + text + "}}";
  }

  /// Fair shares by the text of the rules, with fractions as they come.
  [[nodiscard]] std::vector<int> fair(const std::vector<int>& asked_by_leaf) const {
    std::vector<int> asked(queues.size(), 0);
    for (std::size_t i = queues.size(); i-- > 0;) {
      asked[i] = queues[i].children.empty() ? asked_by_leaf[i] : 0;
      for (const std::size_t child : queues[i].children)
        asked[i] += std::min(asked[child], queues[child].limit);
    }
    std::vector<int> fair(queues.size(), 0);
    std::vector<std::size_t> top;
    for (std::size_t i = 0; i < queues.size(); ++i)
      if (!queues[i].parent) top.push_back(i);
    divide(gpus, top, asked, fair);
    for (std::size_t i = 0; i < queues.size(); ++i)  // parents come before their children
      if (!queues[i].children.empty()) divide(fair[i], queues[i].children, asked, fair);
    return fair;
  }

 private:
  void divide(int total, const std::vector<std::size_t>& of, const std::vector<int>& asked,
              std::vector<int>& fair) const {
    std::set<int, std::greater<>> priorities;
    for (const std::size_t q : of) {
      const int most = std::min(asked[q], queues[q].limit);
      fair[q] = std::min(queues[q].deserved, most);
      total -= fair[q];
      priorities.insert(queues[q].priority);
    }
    for (const int priority : priorities) {
      for (bool satisfied = true; satisfied && total > 0;) {
        satisfied = false;
        std::vector<std::pair<double, std::size_t>> rest;
        double weights = 0.0;
        for (const std::size_t q : of)
          if (queues[q].priority == priority && queues[q].weight > 0 &&
              std::min(asked[q], queues[q].limit) > fair[q])
            weights += queues[q].weight;
        if (weights == 0.0) break;
        const int before = total;
        for (const std::size_t q : of) {
          const int open = std::min(asked[q], queues[q].limit) - fair[q];
          if (queues[q].priority != priority || queues[q].weight == 0 || open <= 0) continue;
          const double share = before * queues[q].weight / weights;
          const int given = std::min(open, static_cast<int>(share + 1e-9));
          fair[q] += given;
          total -= given;
          satisfied = satisfied || given == open;
          rest.emplace_back(-std::round((share - static_cast<int>(share + 1e-9)) * 1e6), q);
        }
        if (satisfied) continue;
        std::sort(rest.begin(), rest.end());
        for (const auto& [remainder, q] : rest)
          if (total > 0) ++fair[q], --total;
      }
    }
  }
};

inline Tree random_tree(std::mt19937& random) {
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  Tree tree;
  tree.gpus = draw(2, 12);
  const auto count = static_cast<std::size_t>(draw(2, 8));
  for (std::size_t i = 0; i < count; ++i) {
    TreeQueue queue;
    if (i > 1 && draw(0, 1) == 1)
      queue.parent = static_cast<std::size_t>(draw(0, static_cast<int>(i) - 1));
    queue.deserved = draw(0, 3) == 0 ? 0 : draw(0, tree.gpus / 2);
    if (draw(0, 3) == 0) queue.limit = queue.deserved + draw(1, tree.gpus);
    queue.weight = draw(0, 4);
    queue.priority = draw(0, 3) == 0 ? 200 : 100;
    tree.queues.push_back(queue);
    if (queue.parent) tree.queues[*queue.parent].children.push_back(i);
  }
  return tree;
}

/// The queues with none below them.
inline std::vector<std::size_t> leaves_of(const Tree& tree) {
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < tree.queues.size(); ++i)
    if (tree.queues[i].children.empty()) leaves.push_back(i);
  return leaves;
}

/// A job, the queue of which is its account.
struct Sent {
  std::size_t queue;
  double submit;
};

inline std::vector<int> with_those_below(const Tree& tree, std::vector<int> held) {
  for (std::size_t i = held.size(); i-- > 0;)
    if (tree.queues[i].parent) held[*tree.queues[i].parent] += held[i];
  return held;
}

}  // namespace gpuscape::test
