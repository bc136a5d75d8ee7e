/// Where designs are many, one that misses stands for its weaker likes, and some of those are run
/// all the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/report/plan/plan_text.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using test::answer_of;
using test::eight_jobs;
using test::kNodes;
using testing::HasSubstr;

/// Values "0 s", "1 s" and so on of the start-up of each job.
std::string start_ups(int count) {
  std::string values;
  for (int i = 0; i < count; ++i) values += fmt::format("{}\"{} s\"", i == 0 ? "" : ", ", i);
  return fmt::format(R"("start": {{"set": "/scheduler/start_up", "values": [{}]}})", values);
}

std::int64_t count_of(const PlanAnswer& answer, Standing standing) {
  return std::ranges::count(answer.designs, standing, &PlannedDesign::standing);
}

/// The last of eight jobs waits for 2 h and two start-ups on three nodes, 3 h on two: only without
/// start-up do three nodes meet 2 h.
const std::string kMany = eight_jobs("{" + std::string(kNodes) + ", " + start_ups(50) + "}",
                                     R"(, "find": {"cheapest": ["nodes", "start"]},
                                        "run": {"replications": 3})");

TEST(Assumptions, LeaveOutTheWeakerLikesOfWhatMisses) {
  const PlanAnswer answer = answer_of(kMany);
  const PlanAnswer all = answer_of(kMany, {.assumes = false});
  EXPECT_EQ(answer.best_run.design_name(), "nodes 3, start 0 s");
  EXPECT_EQ(all.best_run.design_name(), "nodes 3, start 0 s");
  EXPECT_EQ(answer.runner_up_run.design_name(), all.runner_up_run.design_name());
  // 50 designs with one node, 50 with two, 49 with three miss.
  EXPECT_EQ(count_of(all, Standing::misses), 149);
  EXPECT_EQ(count_of(all, Standing::assumed), 0);
  EXPECT_EQ(count_of(answer, Standing::misses) + count_of(answer, Standing::assumed), 149);
  EXPECT_GE(answer.assumptions_checked, 40);
  EXPECT_LE(count_of(answer, Standing::misses), answer.assumptions_checked + 20);
  EXPECT_EQ(answer.assumptions_broken, 0);
  EXPECT_LT(answer.runs, all.runs / 2);
}

TEST(Assumptions, AreSaidAndKeepTheAnswerFromBeingProven) {
  const PlanOutcome outcome = test::plan_of(kMany);
  const DesignSpace space = test::space_of(kMany);
  const std::string text = plan_text({.space = space, .outcome = outcome, .options = {}});
  EXPECT_FALSE(outcome.answers.at(0).is_proven());
  EXPECT_THAT(text, HasSubstr("more of this kind were run as a check: none meets"));
  EXPECT_THAT(text, HasSubstr("better designs assumed to miss"));
}

/// That nothing meets does not rest on what is assumed.
TEST(Assumptions, AreNoReasonForNoAnswer) {
  const PlanAnswer answer = answer_of(
      eight_jobs(R"({"nodes": {"set": "/cluster/nodes/n/count", "values": [1, 2, 3, 4]}, )" +
                     start_ups(50) + "}",
                 R"(, "find": {"cheapest": ["nodes", "start"]}, "run": {"replications": 3},
        "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "30 min"}})"));
  EXPECT_EQ(answer.best, kNoDesign);
  EXPECT_EQ(count_of(answer, Standing::misses), 200);
  EXPECT_EQ(count_of(answer, Standing::assumed), 0);
  EXPECT_EQ(answer.designs.at(answer.closest).index, 150);  // four nodes, no start-up: 1 h
  EXPECT_TRUE(answer.is_proven());
}

/// Fewer designs are all run.
TEST(Assumptions, AreMadeOfManyDesignsOnly) {
  const PlanAnswer answer =
      answer_of(eight_jobs("{" + std::string(kNodes) + ", " + start_ups(30) + "}",
                           R"(, "find": {"cheapest": ["nodes", "start"]},
                              "run": {"replications": 3})"));
  EXPECT_EQ(count_of(answer, Standing::assumed), 0);
  EXPECT_EQ(answer.assumptions_checked, 0);
}

/// Shortest jobs first. One GPU is taken for an hour and a job of ten hours wants two; half an hour
/// later comes a short one that wants two. On three GPUs the long one starts at once, and the short
/// one waits until it ends; on two it starts after an hour, and the long one after two. So three
/// nodes, which are cheaper here, miss 3 h, and two meet it. The last job makes the log long.
TEST(Assumptions, AreDroppedWhereACheckMeets) {
  const ScratchFolder folder;
  const std::string log = (folder.path() / "log.csv").string();
  std::ofstream(log) << "submit,run_time,gpus\n0,3600,1\n0,36000,2\n1800,3600,2\n180000,60,1\n";
  const std::string text = fmt::format(
      R"({{"format": 1, "title": "Longer with more",
    "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 2, "gpus": 1}}}}}},
    "workload": {{"streams": {{"s": {{"trace": {{"format": "csv", "file": "{}", "columns": {{
      "submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}}}}}}},
    "scheduler": {{"policy": "sjf", "backfill": "none"}},
    "slo": {{"wait": {{"metric": "queue_wait_max_s", "at_most": "3 h"}}}},
    "cost": {{"currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {{"n": {{"price": "10 kUSD", "power_max": "1 kW"}}}},
      "items": {{"nodes": {{"type": "nodes"}}}}}},
    "axes": {{"nodes": {{"values": {{
      "2": {{"cluster": {{"nodes": {{"n": {{"count": 2}}}}}}}},
      "3 used": {{"cluster": {{"nodes": {{"n": {{"count": 3}}}}}},
                "cost": {{"pools": {{"n": {{"price": "1 kUSD"}}}}}}}}}}}}, {}}},
    "find": {{"cheapest": ["nodes", "start"]}}}})",
      log, start_ups(110));
  const PlanAnswer answer = answer_of(text);
  EXPECT_EQ(answer.best_run.design_name(), "nodes 2, start 0 s");
  EXPECT_GT(answer.assumptions_broken, 0);
  EXPECT_EQ(count_of(answer, Standing::assumed), 0);
}

}  // namespace
}  // namespace gpuscape
