/// Elastic jobs in queues: what they need is a gang's, what they have beyond goes to others first.

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <set>

#include "tests/unit/quota/quota_runs.hpp"
#include "tests/unit/quota/random_trees.hpp"

namespace gpuscape {
namespace {

using test::end_dates;
using test::nodes;
using test::QuotaRun;
using test::start_dates;
using testing::ElementsAre;

/// Four nodes of eight GPUs, of which each queue deserves half.
QuotaRun halves(const std::string& more = "") {
  return QuotaRun("{" + more + R"("queues": {"a": {"gpus": {"deserved": 16}},
                                            "b": {"gpus": {"deserved": 16}}}})",
                  {nodes(4, 8)});
}

/// GPUs of a job from each of its segments on.
std::vector<int> sizes(const RunResult& result, std::size_t job) {
  std::vector<int> all;
  for (const Segment& segment : result.jobs.segments(job)) {
    all.push_back(0);
    for (const AllocationSpan& span : result.jobs.spans(segment)) all.back() += span.gpus;
  }
  return all;
}

TEST(ElasticQueues, AJobStartsAsLargeAsItsQueueMayBe) {
  const RunResult result = QuotaRun(R"({"queues": {"a": {"gpus": {"limit": 16}}}})", {nodes(4, 8)})
                               .jobs("a", 1, 0, 32, 100)
                               .elastic(1, 4)
                               .run();
  EXPECT_THAT(sizes(result, 0), ElementsAre(16));
  EXPECT_THAT(end_dates(result), ElementsAre(200));
}

// Its limit does not let it start at all with what it needs.
TEST(ElasticQueues, AJobThatNeedsMoreThanTheLimitNeverStarts) {
  const RunResult result = QuotaRun(R"({"queues": {"a": {"gpus": {"limit": 16}}}})", {nodes(4, 8)})
                               .jobs("a", 1, 0, 32, 100)
                               .elastic(3, 4)
                               .run();
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
}

// Of 100 s on four nodes it did 10, then 25 on two until 60, then the rest on four again.
TEST(ElasticQueues, GiveUpWhatTheOtherQueueMayReclaim) {
  const RunResult result =
      halves().jobs("b", 1, 0, 32, 100).jobs("a", 1, 10, 16, 50).elastic(1, 4).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
  EXPECT_THAT(sizes(result, 0), ElementsAre(32, 16, 32));
  EXPECT_THAT(end_dates(result), ElementsAre(125, 60));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// The first queue has its half: a second job of it waits for the first.
TEST(ElasticQueues, KeepWhatTheOtherQueueMayNotReclaim) {
  const RunResult result = halves()
                               .jobs("b", 1, 0, 32, 100)
                               .jobs("a", 1, 10, 16, 50)
                               .jobs("a", 1, 20, 8, 5)
                               .elastic(2, 4)
                               .run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10, 60));
}

TEST(ElasticQueues, GiveUpWhatAJobOfTheirOwnQueueNeeds) {
  const RunResult result = halves(R"("reclaim": false, "preempt": false, )")
                               .jobs("b", 1, 0, 32, 100)
                               .jobs("b", 1, 10, 16, 20)
                               .elastic(2, 4)
                               .run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
  EXPECT_THAT(sizes(result, 0), ElementsAre(32, 16, 32));
}

// Without reclaiming another queue gets nothing that they have.
TEST(ElasticQueues, GiveUpNothingWhereNobodyReclaims) {
  const RunResult result = halves(R"("reclaim": false, "preempt": false, )")
                               .jobs("b", 1, 0, 32, 100)
                               .jobs("a", 1, 10, 16, 20)
                               .elastic(2, 4)
                               .run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
}

// What they need is stopped for a queue that deserves it, as any other job is.
TEST(ElasticQueues, AreStoppedWhereGivingUpIsNotEnough) {
  const RunResult result =
      halves().jobs("b", 1, 0, 32, 100).jobs("a", 1, 10, 16, 50).elastic(3, 4).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
  EXPECT_EQ(result.jobs.preemptions(), 1);
}

// Enough is free in all, and nowhere at once; a node of the elastic job is enough, and nobody has
// to move for who runs by then.
TEST(ElasticQueues, GiveUpNodesWhereOnlyPiecesAreFree) {
  const RunResult result = halves()
                               .jobs("b", 2, 0, 6, 100)
                               .of_one_size()
                               .jobs("b", 1, 0, 16, 100)
                               .jobs("b", 1, 10, 4, 20)
                               .of_one_size()
                               .elastic(1, 2)
                               .run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 10));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// One node is given up for the first of ten jobs of one GPU, and the next seven start on it as
// well; a second later another one is.
TEST(ElasticQueues, ANodeThatWasGivenUpIsForAll) {
  const RunResult result =
      halves().jobs("b", 1, 0, 32, 100).jobs("b", 10, 10, 1, 20).of_one_size().elastic(2, 4).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11));
  EXPECT_THAT(sizes(result, 0), testing::Contains(16));
}

// It asks for four nodes, needs two, and may have two reclaimed for it.
TEST(ElasticQueues, AreStartedWithWhatTheyNeedByReclaiming) {
  const RunResult result =
      halves().jobs("b", 4, 0, 8, 100).of_one_size().jobs("a", 1, 10, 32, 50).elastic(2, 4).run();
  EXPECT_EQ(result.jobs.segments(4)[0].start, Seconds(10));
  EXPECT_EQ(sizes(result, 4)[0], 16);
  EXPECT_EQ(result.jobs.preemptions(), 2);
}

// Two nodes become free at 10; the queue may have one of them.
TEST(ElasticQueues, GrowTogetherNoFurtherThanTheirLimit) {
  const RunResult result =
      QuotaRun(R"({"queues": {"a": {"gpus": {"limit": 24}}, "b": {}}})", {nodes(4, 8)})
          .jobs("a", 2, 0, 8, 100)
          .jobs("b", 1, 0, 16, 10)
          .of_one_size()
          .elastic(1, 2)
          .run();
  EXPECT_EQ(sizes(result, 0).back() + sizes(result, 1).front(), 24);
}

// It grew from one node to four. Of all 32 GPUs the other queue has half as its share, and asks for
// that.
TEST(ElasticQueues, WhatTheyGrewToCountsInTheTotalThatIsShared) {
  const RunResult result = QuotaRun(R"({"queues": {"a": {}, "b": {}}})", {nodes(4, 8)})
                               .jobs("b", 1, 0, 8, 100)
                               .jobs("a", 1, 10, 16, 5)
                               .of_one_size()
                               .elastic(1, 4)
                               .run();
  EXPECT_EQ(sizes(result, 0)[0], 32);
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
}

// A node is free, and its own queue's job could give up another one: together they would be above
// the parent's limit of 24 all the same.
TEST(ElasticQueues, GiveNothingUpForAJobThatLimitsForbidEvenThen) {
  const RunResult result =
      QuotaRun(
          R"({"queues": {"p": {"gpus": {"limit": 24}}, "a": {"parent": "p"}, "b": {"parent": "p"}}})",
          {nodes(4, 8)})
          .jobs("a", 1, 0, 16, 100)
          .jobs("b", 1, 0, 8, 100)
          .of_one_size()
          .jobs("a", 1, 10, 16, 5)
          .of_one_size()
          .elastic(1, 2)
          .run();
  EXPECT_EQ(result.regrouped->shrinks, 0);
  EXPECT_GE(start_dates(result)[2], 100.0);
}

/// Limits, sizes and work of random jobs in random trees: at each instant no queue has more than
/// its limit and no job other than between its least and its largest size, and each does all its
/// work.
TEST(ElasticQueues, HoldLimitsAndSizesWhateverIsSent) {
  std::int64_t changes = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    test::Tree tree = test::random_tree(random);
    tree.gpus = 24;
    const std::vector<std::size_t> leaves = test::leaves_of(tree);
    const auto draw = [&](int least, int most) {
      return std::uniform_int_distribution<int>(least, most)(random);
    };
    const int least = draw(1, 2);
    const std::string parameters = R"({"preempted": "go-on", )" +
                                   std::string(draw(1, 3) == 1 ? R"("grace_time": "7 s", )" : "") +
                                   tree.parameters().substr(1);
    QuotaRun run(parameters, {nodes(6, 4)});
    run.elastic(static_cast<std::uint32_t>(least), 5);
    std::vector<std::size_t> queue_of;
    std::vector<int> asked;
    std::vector<double> work;
    double date = 0.0;
    for (int i = 0; i < 40; ++i) {
      date += draw(0, 20);
      queue_of.push_back(
          leaves[static_cast<std::size_t>(draw(0, static_cast<int>(leaves.size()) - 1))]);
      asked.push_back(4 * draw(1, 4));
      const double run_time = draw(5, 60);
      work.push_back(run_time * asked.back());
      run.jobs(fmt::format("q{}", queue_of.back()), 1, date, asked.back(), run_time);
    }
    const RunResult result = run.run();
    std::set<double> dates;
    for (std::size_t job = 0; job < asked.size(); ++job) {
      ASSERT_TRUE(result.jobs.ended(job) || result.jobs.state(job) == JobState::never_fits)
          << "seed " << seed << ", job " << job << ", " << parameters;
      double done = 0.0;
      const std::vector<int> of = sizes(result, job);
      for (std::size_t i = 0; i < of.size(); ++i) {
        const Segment& segment = result.jobs.segments(job)[i];
        dates.insert(segment.start.value());
        done += of[i] * (segment.end - segment.start).value();
        ASSERT_GE(of[i], std::min(asked[job], 4 * least)) << "seed " << seed << ", job " << job;
        ASSERT_LE(of[i], std::max(asked[job], 20)) << "seed " << seed << ", job " << job;
        changes += i > 0 && of[i] != of[i - 1] ? 1 : 0;
      }
      const double asked_for = of.empty() ? 0.0 : work[job];
      ASSERT_NEAR(done, asked_for, 1e-6 * asked_for) << "seed " << seed << ", job " << job;
    }
    for (const double instant : dates) {
      std::vector<int> held(tree.queues.size(), 0);
      int all = 0;
      for (std::size_t job = 0; job < asked.size(); ++job) {
        const std::vector<int> of = sizes(result, job);
        for (std::size_t i = 0; i < of.size(); ++i) {
          const Segment& segment = result.jobs.segments(job)[i];
          if (segment.start.value() > instant || segment.end.value() <= instant) continue;
          held[queue_of[job]] += of[i];
          all += of[i];
        }
      }
      ASSERT_LE(all, tree.gpus) << "seed " << seed;
      held = test::with_those_below(tree, held);
      for (std::size_t i = 0; i < held.size(); ++i)
        ASSERT_LE(held[i], tree.queues[i].limit)
            << "seed " << seed << ", q" << i << " at " << instant << ", " << parameters;
    }
  }
  EXPECT_GT(changes, 500);
}

}  // namespace
}  // namespace gpuscape
