/// Random trees and gangs, with all that changes when jobs are stopped.

#include <gmock/gmock.h>

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

/// Keys that change when jobs are stopped, by chance.
std::string random_rules(std::mt19937& random) {
  const auto chance = [&](int in) {
    return std::uniform_int_distribution<int>(1, in)(random) == 1;
  };
  std::string keys;
  if (chance(3)) keys += R"("blocking": true, )";
  if (chance(3)) keys += R"("grace_time": "7 s", )";
  if (chance(3)) keys += R"("preemption_delay": "5 s", )";
  if (chance(4)) keys += R"("preempted": "go-on", )";
  if (chance(4)) keys += R"("cycle": "4 s", )";
  if (chance(4)) keys += R"("use_weight": 1.5, )";
  return keys + R"("priorities": {"build": {"value": 100}, "high": {"value": 75}}, )";
}

struct Drawn {
  std::vector<Sent> sent = {};
  std::vector<int> gpus = {};
  std::vector<bool> fixed = {};  ///< it cannot be preempted
};

Drawn draw_jobs(std::mt19937& random, const std::vector<std::size_t>& leaves, test::QuotaRun& run) {
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  Drawn drawn;
  double date = 0.0;
  for (int i = 0; i < 60; ++i) {
    date += draw(0, 9);
    const std::size_t queue =
        leaves[static_cast<std::size_t>(draw(0, static_cast<int>(leaves.size()) - 1))];
    const char* qos = std::vector{"", "high", "build"}[static_cast<std::size_t>(draw(0, 2))];
    drawn.gpus.push_back(std::vector{1, 1, 2, 4, 8}[static_cast<std::size_t>(draw(0, 4))]);
    drawn.fixed.push_back(std::string(qos) == "build");
    run.jobs(fmt::format("q{}", queue), 1, date, drawn.gpus.back(), draw(5, 60), qos);
    drawn.sent.push_back({queue, date});
  }
  return drawn;
}

/// What is wrong at one instant; empty: nothing.
std::string broken_at(const Tree& tree, const RunResult& result, const Drawn& drawn,
                      double instant) {
  std::vector<int> held(tree.queues.size(), 0);
  std::vector<int> for_good(tree.queues.size(), 0);
  int all = 0;
  for (std::size_t job = 0; job < drawn.sent.size(); ++job) {
    for (const Segment& segment : result.jobs.segments(job)) {
      if (segment.start.value() > instant || segment.end.value() <= instant) continue;
      held[drawn.sent[job].queue] += drawn.gpus[job];
      for_good[drawn.sent[job].queue] += drawn.fixed[job] ? drawn.gpus[job] : 0;
      all += drawn.gpus[job];
    }
  }
  held = with_those_below(tree, held);
  for_good = with_those_below(tree, for_good);
  if (all > tree.gpus) return fmt::format("{} GPUs are held", all);
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] > tree.queues[i].limit) return fmt::format("q{} is above its limit", i);
    if (for_good[i] > tree.queues[i].deserved)
      return fmt::format("q{} holds more for good than it deserves", i);
  }
  return {};
}

/// Gangs over several nodes, jobs that cannot be preempted, grace times, delays: nobody is above a
/// limit at any instant, nobody holds more of what cannot be preempted than is deserved, no GPU is
/// held twice, and every job ends that can start at all.
TEST(RandomGangs, HoldLimitsWhateverIsSent) {
  std::int64_t stopped = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    Tree tree = random_tree(random);
    tree.gpus = 12;
    const std::vector<std::size_t> leaves = test::leaves_of(tree);
    const std::string parameters = "{" + random_rules(random) + tree.parameters().substr(1);
    test::QuotaRun run(parameters, {test::nodes(3, 4)});
    const Drawn drawn = draw_jobs(random, leaves, run);
    const RunResult result = run.run();
    std::set<double> dates;
    for (std::size_t job = 0; job < drawn.sent.size(); ++job) {
      EXPECT_TRUE(result.jobs.ended(job) || result.jobs.state(job) == JobState::never_fits)
          << "seed " << seed << ", job " << job << ", " << parameters;
      for (const Segment& segment : result.jobs.segments(job)) dates.insert(segment.start.value());
      stopped += std::ssize(result.jobs.segments(job)) > 1 ? 1 : 0;
    }
    for (const double instant : dates)
      ASSERT_EQ(broken_at(tree, result, drawn, instant), "")
          << "seed " << seed << ", " << parameters;
  }
  EXPECT_GT(stopped, 1000);
}

}  // namespace
}  // namespace gpuscape
