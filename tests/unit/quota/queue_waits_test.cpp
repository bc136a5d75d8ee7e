/// What is told of queues: what they held and borrowed, whose jobs were stopped, why jobs waited.

#include <gmock/gmock.h>

#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape {
namespace {

using test::QuotaRun;
using testing::DoubleEq;

/// Of the last job, the rule that kept it longest.
const QueueWait& last_wait(const RunResult& result) { return result.queues->waits.back(); }

TEST(QueueWaits, ALimitIsThatOfTheQueueThatHasIt) {
  QuotaRun run(R"({"queues": {"top": {"gpus": {"limit": 4}}, "a": {"parent": "top"}}})");
  const RunResult result = run.jobs("a", 1, 0, 4, 100).jobs("a", 1, 0, 4, 10).run();
  const QueueWait& wait = last_wait(result);
  EXPECT_EQ(wait.rule, QueueRule::limit);
  EXPECT_EQ(result.queues->name(wait.of), "top");
  EXPECT_EQ(result.queues->name(wait.queue), "a");
  EXPECT_EQ(wait.by_rule, 100_s);
  EXPECT_EQ(wait.waited, 100_s);
  EXPECT_EQ(result.queues->queues[1].waited[static_cast<std::size_t>(QueueRule::limit)], 100_s);
}

TEST(QueueWaits, JobsThatDoNotWaitAreNotTold) {
  const RunResult result = QuotaRun(R"({"queues": {"a": {}}})").jobs("a", 1, 0, 4, 100).run();
  EXPECT_TRUE(result.queues->waits.empty());
  EXPECT_EQ(result.queues->queue_of(0), 0U);
}

TEST(QueueWaits, AJobThatCannotBePreemptedWaitsForWhatItsQueueDeserves) {
  QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 2}}},
                   "priorities": {"build": {"value": 100}}})");
  run.jobs("a", 2, 0, 2, 50, "build");
  EXPECT_EQ(last_wait(run.run()).rule, QueueRule::not_preemptible);
}

TEST(QueueWaits, AQueueReclaimsNoFurtherThanItsShare) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})", {test::nodes(4, 8)});
  run.jobs("a", 4, 0, 8, 100).jobs("b", 1, 10, 24, 100);
  EXPECT_EQ(last_wait(run.run()).rule, QueueRule::share_reached);
}

// The gang of two needs both GPUs of a node; each node has one free, and nobody is above its share.
TEST(QueueWaits, WhereNobodyIsAboveItsShareNothingIsReclaimed) {
  QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 4}}, "b": {"gpus": {"deserved": 4}}}})",
               {test::nodes(2, 4)});
  run.jobs("a", 2, 0, 2, 100).jobs("b", 1, 0, 2, 100).jobs("b", 1, 10, 4, 100);
  const RunResult result = run.run();
  EXPECT_EQ(last_wait(result).rule, QueueRule::share_reached);
  QuotaRun other(R"({"queues": {"a": {"gpus": {"deserved": 6}}, "b": {"gpus": {"deserved": 4}}}})",
                 {test::nodes(2, 4)});
  other.jobs("a", 2, 0, 3, 100).jobs("b", 1, 10, 2, 100);
  EXPECT_EQ(last_wait(other.run()).rule, QueueRule::nobody_above);
}

TEST(QueueWaits, ProtectedJobsAreTheReasonWhereAQueueAboveItsShareKeepsThem) {
  QuotaRun run(R"({"queues": {"a": {"reclaim_min_run_time": "1 d"}, "b": {}}})");
  run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 100);
  EXPECT_EQ(last_wait(run.run()).rule, QueueRule::protected_jobs);
}

TEST(QueueWaits, TheDelayTheGraceTimeAndReclaimThatIsOffAreTold) {
  const auto rule = [](const std::string& key) {
    QuotaRun run("{" + key + R"(, "queues": {"a": {}, "b": {}}})");
    run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 100);
    const RunResult result = run.run();
    return result.queues->waits[result.queues->waits.size() - 1].rule;
  };
  EXPECT_EQ(rule(R"("preemption_delay": "20 s")"), QueueRule::delay);
  EXPECT_EQ(rule(R"("grace_time": "20 s")"), QueueRule::grace);
  EXPECT_EQ(rule(R"("reclaim": false)"), QueueRule::not_reclaiming);
}

TEST(QueueWaits, StopsAreCountedWithWhatWasHeld) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 4, 10, 1, 100).run();
  EXPECT_EQ(result.queues->queues[0].stops.reclaimed, 4);
  EXPECT_EQ(result.queues->queues[0].stops.gpu_seconds, 40.0);
  EXPECT_EQ(result.queues->queues[1].stops.reclaims, 4);
  EXPECT_EQ(result.queues->queues[1].stops.reclaimed, 0);
}

// The pass that is wanted when the protection ends, an hour after the last job, is in no mean.
TEST(QueueWaits, MeansEndWithTheLastJob) {
  QuotaRun run(R"({"queues": {"a": {"reclaim_min_run_time": "1 h"}, "b": {}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 8, 100).run();
  EXPECT_EQ(result.end, 200_s);
  EXPECT_THAT(result.queues->queues[0].mean_held, DoubleEq(4.0));
  EXPECT_EQ(result.timeline["queue_gpus_allocated a"].size(), result.timeline.size());
}

// Asked to leave at 10 with a minute of grace, the job ends by itself at 30: it was not stopped.
TEST(QueueWaits, AJobThatEndsInItsGraceTimeWasNotStopped) {
  QuotaRun run(R"({"grace_time": "1 min", "queues": {"a": {}, "b": {}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 30).jobs("b", 1, 10, 1, 20).run();
  EXPECT_EQ(result.queues->queues[0].stops.reclaimed, 0);
  EXPECT_EQ(result.queues->queues[0].stops.gpu_seconds, 0.0);
  EXPECT_EQ(result.queues->queues[1].stops.reclaims, 1);
  EXPECT_EQ(test::start_dates(result)[1], 30);
}

// It ran when the run began: it is in its queue all the same.
TEST(QueueWaits, AJobThatIsCarriedOverIsInItsQueue) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  run.jobs("b", 1, 0, 8, 30);
  run.last().carried_over = CarriedOver::running;
  const RunResult result = run.run();
  EXPECT_EQ(result.queues->queue_of(0), 1U);
  EXPECT_EQ(test::start_dates(result)[0], 0);
}

// 8 GPUs for 100 s, 2 of them deserved; then the other 4 for 100 s.
TEST(QueueWaits, MeansAreOverTheRun) {
  QuotaRun run(R"({"queues": {"top": {}, "a": {"parent": "top", "gpus": {"deserved": 2}},
                              "b": {"parent": "top"}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 100, 4, 100).run();
  const auto& queues = result.queues->queues;
  EXPECT_THAT(queues[0].mean_held, DoubleEq(6.0));
  EXPECT_THAT(queues[1].mean_held, DoubleEq(4.0));
  EXPECT_THAT(queues[1].mean_borrowed, DoubleEq(3.0));
  EXPECT_THAT(queues[2].mean_fair, DoubleEq(2.0));
  EXPECT_THAT(result.timeline["queue_gpus_allocated a"],
              testing::ElementsAre(8.0, DoubleEq(8.0 * 40.0 / 60.0), 0.0, 0.0));
}

// Twice stopped and waiting in between: one row, with all of it.
TEST(QueueWaits, AJobThatIsStoppedHasOneRow) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  const RunResult result =
      run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 20).jobs("b", 1, 50, 1, 20).run();
  EXPECT_EQ(std::ranges::count(result.queues->waits, 0U, &QueueWait::job), 1);
  EXPECT_EQ(result.queues->wait_of(0)->waited, 40_s);
  EXPECT_EQ(result.queues->wait_of(2), nullptr);
}

}  // namespace
}  // namespace gpuscape
