/// Random trees and jobs against what must hold at every instant, by a slow model of its own.

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <map>
#include <random>
#include <set>

#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape {
namespace {

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

Tree random_tree(std::mt19937& random) {
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

/// Jobs of one GPU, the queues of which are their accounts.
struct Sent {
  std::size_t queue;
  double submit;
};

/// Who runs and who waits between two dates, from what was recorded.
struct Instant {
  std::vector<int> held, asked, waiting;
};

Instant at(const RunResult& result, const std::vector<Sent>& sent, double date,
           std::size_t queues) {
  Instant instant{std::vector<int>(queues), std::vector<int>(queues), std::vector<int>(queues)};
  for (std::size_t job = 0; job < sent.size(); ++job) {
    const auto segments = result.jobs.segments(job);
    if (sent[job].submit > date || (!segments.empty() && segments.back().end.value() <= date &&
                                    segments.back().cause != Cause::reclaimed))
      continue;
    bool runs = false;
    for (const Segment& segment : segments)
      runs = runs || (segment.start.value() <= date && date < segment.end.value());
    ++instant.asked[sent[job].queue];
    ++(runs ? instant.held : instant.waiting)[sent[job].queue];
  }
  return instant;
}

std::vector<int> with_those_below(const Tree& tree, std::vector<int> held) {
  for (std::size_t i = held.size(); i-- > 0;)
    if (tree.queues[i].parent) held[*tree.queues[i].parent] += held[i];
  return held;
}

/// What is wrong at one instant; empty: nothing.
std::string fault_at(const Tree& tree, const Instant& instant) {
  const std::vector<int> fair = tree.fair(instant.asked);
  const std::vector<int> held = with_those_below(tree, instant.held);
  int all = 0;
  for (const int own : instant.held) all += own;
  if (all > tree.gpus) return fmt::format("{} GPUs of {} are held", all, tree.gpus);
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] > tree.queues[i].limit) return fmt::format("q{} is above its limit", i);
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!tree.queues[i].children.empty() || instant.waiting[i] == 0) continue;
    bool may_start = true;
    for (std::optional<std::size_t> up = i; up; up = tree.queues[*up].parent)
      may_start = may_start && held[*up] < tree.queues[*up].limit;
    if (may_start && all < tree.gpus) return fmt::format("q{} waits beside a free GPU", i);
    if (!may_start || held[i] >= std::min(tree.queues[i].deserved, fair[i])) continue;
    for (std::size_t other = 0; other < held.size(); ++other)
      if (other != i && tree.queues[other].parent == tree.queues[i].parent &&
          held[other] > std::max(fair[other], tree.queues[other].deserved))
        return fmt::format("q{} has {} of {} and waits, q{} has {} of {}", i, held[i], fair[i],
                           other, held[other], fair[other]);
  }
  return {};
}

TEST(RandomTrees, KeepTheirPromisesAtEveryInstant) {
  std::size_t instants = 0;
  std::int64_t reclaimed = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    std::mt19937 random(seed);
    const Tree tree = random_tree(random);
    std::vector<std::size_t> leaves;
    for (std::size_t i = 0; i < tree.queues.size(); ++i)
      if (tree.queues[i].children.empty()) leaves.push_back(i);
    std::vector<Sent> sent;
    test::QuotaRun run(tree.parameters(), {test::nodes(1, tree.gpus)});
    double date = 0.0;
    for (int i = 0; i < 40; ++i) {
      date += std::uniform_int_distribution<int>(0, 6)(random);
      const std::size_t queue =
          leaves[std::uniform_int_distribution<std::size_t>(0, leaves.size() - 1)(random)];
      run.jobs(fmt::format("q{}", queue), 1, date, 1,
               std::uniform_int_distribution<int>(5, 60)(random));
      sent.push_back({queue, date});
    }
    const RunResult result = run.run();
    std::set<double> dates;
    for (std::size_t job = 0; job < sent.size(); ++job) {
      dates.insert(sent[job].submit);
      for (const Segment& segment : result.jobs.segments(job)) {
        dates.insert(segment.start.value());
        dates.insert(segment.end.value());
        reclaimed += segment.cause == Cause::reclaimed ? 1 : 0;
      }
    }
    for (const double instant : dates) {
      ++instants;
      ASSERT_EQ(fault_at(tree, at(result, sent, instant, tree.queues.size())), "")
          << "seed " << seed << " at " << instant << " with " << tree.gpus << " GPUs, "
          << tree.parameters();
    }
  }
  EXPECT_GT(instants, 50000U);
  EXPECT_GT(reclaimed, 1000);
}

}  // namespace
}  // namespace gpuscape
