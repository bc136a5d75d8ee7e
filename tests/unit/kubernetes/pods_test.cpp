/// In which order pods are tried, and when again.

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

RunResult run(std::vector<NodeGroup> groups, std::vector<Job> jobs,
              const std::string& parameters = "{}", const std::string& type = "kubernetes") {
  return test::run_jobs(std::move(groups), std::move(jobs),
                        {.scheduler = type,
                         .backfill = "none",
                         .placement = "pack",
                         .scheduler_parameters = parameters});
}

TEST(Pods, NoneWaitsForThoseBeforeIt) {
  const RunResult result = run({test::nodes(1, 8)}, {job(0, 4, 100), job(1, 8, 10), job(2, 4, 10)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 2));
}

TEST(Pods, ThatFoundNoNodeAreTriedAgainAfterTheirBackOff) {
  // The node comes back half a second after the pod was tried: it looks again after one second.
  const RunResult result = run({test::nodes(1, 8)}, {job(0, 8, 10.5), job(10, 8, 10)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 11));
}

TEST(Pods, ThatBackOffAreOvertakenByThoseThatCome) {
  const RunResult result =
      run({test::nodes(1, 8)}, {job(0, 8, 10.5), job(10, 8, 10), job(10.75, 8, 20)});
  // The third job took the node; when it ends, the second has backed off 1 s and then 2 s.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 30.75, 10.75));
}

TEST(Pods, BackOffTwiceAsLongEachTimeUpToTenSeconds) {
  // One node is given back every second to a pod that needs two: tries at 0, 1, 3, 7, 15, 25, 35.
  std::vector<Job> jobs{job(0, 8, 36.5)};
  jobs.push_back(job(0, 16, 10));
  jobs.back().demand.nodes = 2;
  for (int i = 0; i < 36; ++i) jobs.push_back(job(i + 0.25, 8, 0.25));
  const RunResult result = run({test::nodes(2, 8)}, jobs, R"({"gangs": true})");
  EXPECT_EQ(test::start_dates(result)[1], 45.0);
}

TEST(Pods, DoNotBackOffWhereItIsSaid) {
  const RunResult result = run({test::nodes(1, 8)}, {job(0, 8, 10.5), job(10, 8, 10)},
                               R"({"first_backoff": "0 s", "longest_backoff": "0 s"})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10.5));
}

TEST(Pods, OfOneJobAreMadeOneAfterTheOther) {
  std::vector<Job> jobs{job(0, 32, 10)};
  const RunResult result = run({test::nodes(4, 8)}, jobs, R"({"pod_interval": "2 s"})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(6));
  // 8 GPUs for 6 s, 8 for 4 s, 8 for 2 s.
  EXPECT_EQ(result.pods->half_started.value(), 96.0);
  EXPECT_EQ(result.pods->jobs, 1);
  EXPECT_EQ(result.pods->locks, 0);
}

TEST(Pods, OfOneJobAreOnNodesOfTheirOwn) {
  std::vector<Job> jobs{job(0, 8, 10)};
  jobs.back().demand.nodes = 2;
  const RunResult result = run({test::nodes(2, 8)}, jobs);
  const auto spans = result.jobs.spans(result.jobs.segments(0).front());
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_NE(spans[0].node, spans[1].node);
}

TEST(Pods, OfAJobAreAllOfOneGroup) {
  std::vector<Job> jobs{job(0, 8, 50), job(1, 16, 10)};
  const RunResult result = run({test::nodes(2, 8), test::nodes(1, 8)}, jobs);
  // The first job is on a node of the first group; the second waits for it there.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 50));
}

TEST(Pods, WithAGangPlugInAllStartTogetherOrNoneDoes) {
  const RunResult result =
      run({test::nodes(4, 8)}, {job(0, 24, 100), job(0, 24, 50)}, R"({"gangs": true})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100));
  EXPECT_FALSE(result.pods);
}

TEST(Pods, OfHigherPriorityAreTriedFirst) {
  auto origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs{job(0, 8, 100), job(1, 8, 10), job(2, 8, 10)};
  jobs[2].origin = origins->intern("", "", "", "urgent");
  RunState state(
      Platform({test::nodes(1, 8)}),
      test::make_policies({.scheduler = "kubernetes",
                           .scheduler_parameters =
                               R"({"priorities": {"urgent": {"value": 10}}, "preempts": false})"}),
      std::make_unique<test::ListSource>(jobs), {}, {origins, {"jobs"}, {{1.0, 1.0}}});
  run_natively(state.simulation(), kForever, {});
  EXPECT_THAT(test::start_dates(state.take_result({})), ElementsAre(0, 110, 100));
}

TEST(Pods, Of2019AreOnOneNode) {
  const RunResult result =
      run({test::nodes(4, 8)}, {job(0, 24, 100), job(0, 8, 50)}, "{}", "kubernetes-2019");
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_THAT(test::start_dates(result), ElementsAre(-1, 0));
  EXPECT_THAT(result.policy_notes, ElementsAre(HasSubstr("60 s in place of 10 s"),
                                               "1 job on several nodes refused, never started"));
}

TEST(Pods, OfAJobThatSomeNodesHoldWholeAreOnSuchNodesAlone) {
  for (const std::string type : {"kubernetes", "kubernetes-2019"}) {
    const RunResult result = run({test::nodes(1, 8, "big"), test::nodes(2, 4, "small")},
                                 {job(0, 8, 100), job(1, 8, 50)}, "{}", type);
    EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100)) << type;
    EXPECT_EQ(result.jobs.spans(result.jobs.segments(1).front()).size(), 1U);
  }
}

TEST(Pods, OnOneNodeNeedNoGangs) {
  std::vector<Job> jobs;
  for (int i = 0; i < 200; ++i) jobs.push_back(job(i * 7, 1 + i * 5 % 8, 20 + i * 13 % 90));
  const RunResult one_by_one = run({test::nodes(2, 8)}, jobs);
  const RunResult gangs = run({test::nodes(2, 8)}, jobs, R"({"gangs": true})");
  EXPECT_EQ(test::start_dates(one_by_one), test::start_dates(gangs));
  EXPECT_EQ(one_by_one.pods->half_started.value(), 0.0);
}

}  // namespace
}  // namespace gpuscape
