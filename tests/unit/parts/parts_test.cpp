/// Several schedulers on one cluster, by hand.

#include <gmock/gmock.h>

#include "tests/unit/parts/parts_runs.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::of_stream;
using test::run_parts;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Parts, HaveNodesOfTheirOwn) {
  const RunResult result = run_parts(
      {{"a", 3}, {"b", 1}},
      {of_stream(0, job(0, 24, 100)), of_stream(1, job(0, 8, 50)), of_stream(1, job(10, 8, 50))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 50));
  EXPECT_EQ(result.jobs.spans(result.jobs.segments(1).front()).front().node, 3U);
}

TEST(Parts, AJobThatIsLargerThanItsPartNeverFits) {
  const RunResult result = run_parts({{"a", 3}, {"b", 1}}, {of_stream(1, job(0, 16, 100))});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
}

TEST(Parts, AJobOfNoPartNeverStartsAndIsCounted) {
  const RunResult result = run_parts({{"a", 3}, {"b", 1}}, {of_stream(2, job(0, 8, 100))});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_THAT(result.policy_notes, ElementsAre("1 job in no part, never started"));
}

TEST(Parts, AJobThatWaitsBesideIdleNodesOfOthersIsToldSo) {
  const RunResult result = run_parts(
      {{"a", 3}, {"b", 1}},
      {of_stream(0, job(0, 16, 100)), of_stream(1, job(0, 8, 50)), of_stream(1, job(10, 8, 50))});
  ASSERT_TRUE(result.queues);
  const QueueWait* wait = result.queues->wait_of(2);
  ASSERT_NE(wait, nullptr);
  EXPECT_EQ(wait->rule, QueueRule::other_part);
  EXPECT_EQ(wait->waited.value(), 40.0);
  EXPECT_EQ(result.queues->name(wait->queue), "b");
  EXPECT_EQ(
      result.queues->queues[0].waited[static_cast<std::size_t>(QueueRule::other_part)].value(),
      0.0);
  // Over 100 s a held 16 of its 24 GPUs, and b 8 of its 8.
  EXPECT_NEAR(result.queues->queues[0].mean_held, 16.0, 1e-9);
  EXPECT_NEAR(result.queues->queues[0].mean_fair, 24.0, 1e-9);
  EXPECT_NEAR(result.queues->queues[1].mean_held, 8.0, 1e-9);
}

TEST(Parts, AJobThatWaitsBesideBusyNodesOfOthersIsNot) {
  const RunResult result = run_parts(
      {{"a", 3}, {"b", 1}},
      {of_stream(0, job(0, 24, 100)), of_stream(1, job(0, 8, 50)), of_stream(1, job(10, 8, 50))});
  EXPECT_EQ(result.queues->wait_of(2)->rule, QueueRule::order);
}

TEST(Parts, TwoOfPodsOneByOneKnowTheirOwnPodsAlone) {
  const test::PolicyNames pods{.scheduler = "kubernetes",
                               .placement = "pack",
                               .scheduler_parameters = R"({"give_up_after": "60 s"})"};
  std::vector<Job> jobs;
  for (int i = 0; i < 4; ++i)
    jobs.push_back(of_stream(static_cast<std::uint16_t>(i % 2), job(0, 24, 100)));
  const RunResult result = run_parts({{"a", 4, pods}, {"b", 4, pods}}, jobs);
  // In each part two jobs lock each other, until the newer gives up.
  EXPECT_EQ(result.pods->locks, 2);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(result.jobs.ended(i)) << i;
  EXPECT_THAT(test::start_dates(result)[0], testing::DoubleEq(60.0));
}

TEST(PartMoves, DoNotDependOnTheOrderOfParts) {
  for (const bool turned : {false, true}) {
    const std::uint16_t asks = turned ? 1 : 0;
    const std::uint16_t has = turned ? 0 : 1;
    std::vector<test::PartOf> parts{{"a", 1}, {"b", 2}};
    if (turned) parts = {{"a", 2}, {"b", 1}};
    // Both come at once; the part of two nodes starts its own, and has one left for the other.
    const RunResult result =
        run_parts(parts, {of_stream(asks, job(0, 16, 100)), of_stream(has, job(0, 8, 36000))},
                  PartMoves{Seconds(0.0), Seconds(60.0)});
    EXPECT_THAT(test::start_dates(result), ElementsAre(60, 0)) << turned;
  }
}

TEST(PartMoves, BringIdleNodesToAJobThatWaits) {
  // One node beside its own, asked for after a minute, there after five more.
  const RunResult result = run_parts({{"a", 3}, {"b", 1}}, {of_stream(1, job(0, 16, 100))},
                                     PartMoves{Seconds(60.0), Seconds(300.0)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(360));
  EXPECT_THAT(result.policy_notes, ElementsAre("1 node moved to b"));
}

TEST(PartMoves, LeaveAPartWhatItIsToKeep) {
  const RunResult result = run_parts({{"a", 3, {}, 3}, {"b", 1}}, {of_stream(1, job(0, 16, 100))},
                                     PartMoves{Seconds(60.0), Seconds(300.0)});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
}

TEST(PartMoves, TakeNothingFromAPartWhoseJobsWait) {
  // a's second job needs three nodes and waits for two of them: its idle one stays.
  const RunResult result = run_parts(
      {{"a", 3}, {"b", 1}},
      {of_stream(0, job(0, 16, 1000)), of_stream(0, job(1, 24, 10)), of_stream(1, job(2, 16, 100))},
      PartMoves{Seconds(0.0), Seconds(10.0)});
  // At 1000 s a's job takes all three; at 1010 s they are idle, and one moves.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1000, 1020));
}

TEST(PartMoves, TakeNoNodeOnWhichAJobRuns) {
  const RunResult result =
      run_parts({{"a", 1}, {"b", 1}}, {of_stream(0, job(0, 1, 500)), of_stream(1, job(0, 16, 100))},
                PartMoves{Seconds(0.0), Seconds(10.0)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 510));
}

TEST(PartMoves, GoBackWhenTheOthersNeedThem) {
  const RunResult result = run_parts(
      {{"a", 2}, {"b", 2}}, {of_stream(1, job(0, 32, 100)), of_stream(0, job(50, 16, 100))},
      PartMoves{Seconds(0.0), Seconds(10.0)});
  // Two nodes go to b until 10 s; a's job waits for their end at 110 s, and 10 s for their way
  // back.
  EXPECT_THAT(test::start_dates(result), ElementsAre(10, 120));
}

TEST(Parts, AQuotaTreeKnowsTheNodesOfItsPartAlone) {
  const std::string tree = R"({"queues": {"acc": {"default": true, "gpus": {"deserved": 4}}}})";
  const RunResult result = run_parts(
      {{"a", 3}, {"b", 1, {.scheduler = "quota-tree", .scheduler_parameters = tree}}},
      {of_stream(1, job(0, 8, 50)), of_stream(1, job(10, 8, 50)), of_stream(0, job(10, 8, 9))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 50, 10));
  ASSERT_EQ(result.queues->queues.size(), 3U);
  EXPECT_EQ(result.queues->queues[2].facts.name, "b/acc");
  EXPECT_EQ(result.queues->name(result.queues->queue_of(0)), "b/acc");
  EXPECT_EQ(result.queues->name(result.queues->queue_of(2)), "a");
  // It asks for 8 or 16 GPUs, and there are 8.
  EXPECT_NEAR(result.queues->queues[2].mean_fair, 8.0, 1e-9);
}

TEST(Parts, EachHasAPlacementOfItsOwn) {
  const RunResult result =
      run_parts({{"a", 2, {.placement = "spread"}}, {"b", 2, {.placement = "pack"}}},
                {of_stream(0, job(0, 1, 9)), of_stream(0, job(0, 1, 9)), of_stream(1, job(0, 1, 9)),
                 of_stream(1, job(0, 1, 9))});
  const auto node = [&](std::size_t of) {
    return result.jobs.spans(result.jobs.segments(of).front()).front().node;
  };
  EXPECT_NE(node(0), node(1));
  EXPECT_EQ(node(2), node(3));
}

// 8 GPUs use ten GPU-minutes up in 75 s; the part looks at that every 100 s, and no other does.
TEST(Parts, ABudgetOfAPartKillsItsJobsAlone) {
  const char* budget =
      R"({"half_life": "0 s", "period": "100 s", "accounts": {"acc": {"max_gpu_minutes": 10}}})";
  const test::PartOf slurm{
      .stream = "slurm",
      .nodes = 1,
      .policies = {.scheduler = "slurm-multifactor", .scheduler_parameters = budget}};
  const RunResult result = run_parts({slurm, {.stream = "other", .nodes = 1}},
                                     {of_stream(0, job(0, 8, 500)), of_stream(1, job(0, 8, 500))});
  EXPECT_EQ(result.jobs.state(0), JobState::over_budget);
  EXPECT_EQ(result.jobs.segments(0).back().end, 100_s);
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
}

}  // namespace
}  // namespace gpuscape
