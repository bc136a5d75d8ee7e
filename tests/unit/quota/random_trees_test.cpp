/// Random trees and jobs against what must hold at every instant, by a slow model of its own.

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <random>
#include <set>

#include "tests/unit/quota/quota_runs.hpp"
#include "tests/unit/quota/random_trees.hpp"

namespace gpuscape {
namespace {

using test::random_tree;
using test::Sent;
using test::Tree;
using test::with_those_below;

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
    const std::vector<std::size_t> leaves = test::leaves_of(tree);
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
