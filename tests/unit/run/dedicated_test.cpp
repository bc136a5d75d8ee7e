#include <gmock/gmock.h>

#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

/// Jobs of the accounts "a" (origin 1) and "b" (origin 2).
class DedicatedNodes : public testing::Test {
 protected:
  static Job of(std::uint32_t account, Job job) {
    job.origin = account;
    return job;
  }
  static WorkloadFacts facts(double a, double b) {
    auto origins = std::make_shared<OriginTable>();
    origins->intern("", "a", "", "");
    origins->intern("", "b", "", "");
    return {std::move(origins), {"jobs"}, {{0.0, a, b}}};
  }
  static RunResult run(std::vector<Job> jobs, WorkloadFacts facts,
                       const std::string& parameters = "{}") {
    RunState state(Platform({test::nodes(4, 8)}),
                   test::make_policies({.scheduler = "dedicated",
                                        .backfill = "easy",
                                        .placement = "pack",
                                        .scheduler_parameters = parameters}),
                   std::make_unique<test::ListSource>(std::move(jobs)), {}, std::move(facts));
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
};

TEST_F(DedicatedNodes, AJobWaitsForItsOwnersNodesThoughOthersAreIdle) {
  const RunResult result =
      run({of(1, job(0, 16, 100)), of(1, job(10, 1, 5)), of(2, job(20, 16, 5))}, facts(1, 1));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::limit);
}

TEST_F(DedicatedNodes, NodesAreSharedOutByWhatTheLogsAskFor) {
  const RunResult result = run({of(1, job(0, 24, 100)), of(2, job(0, 8, 100))}, facts(3, 1));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0));
  EXPECT_THAT(result.policy_notes, ElementsAre("nodes owned by account: a 3, b 1"));
}

TEST_F(DedicatedNodes, WhoseNodesTheyAreDoesNotDependOnTheOrderOfRows) {
  auto origins = std::make_shared<OriginTable>();
  origins->intern("", "b", "", "");  // whose job is in the first row
  origins->intern("", "a", "", "");
  const RunResult result =
      run({of(1, job(0, 8, 100)), of(2, job(0, 24, 100))}, {origins, {"jobs"}, {{0.0, 1, 3}}});
  EXPECT_THAT(result.policy_notes, ElementsAre("nodes owned by account: a 3, b 1"));
  const auto spans = result.jobs.spans(result.jobs.segments(0).front());
  EXPECT_EQ(spans.front().node, 3);
}

TEST_F(DedicatedNodes, EveryOwnerHasANode) {
  EXPECT_THAT(run({}, facts(1e6, 1)).policy_notes, ElementsAre(HasSubstr("a 3, b 1")));
}

TEST_F(DedicatedNodes, NodesGivenByNameAreThatMany) {
  const RunResult result =
      run({of(1, job(0, 16, 5))}, facts(1e6, 1), R"({"nodes": {"a": 1, "b": 3}})");
  EXPECT_THAT(result.policy_notes, ElementsAre(HasSubstr("a 1, b 3")));
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
}

TEST_F(DedicatedNodes, SmallOwnersShareWhereThereAreMoreOwnersThanNodes) {
  auto origins = std::make_shared<OriginTable>();
  std::vector<double> demand{0.0};
  for (int i = 0; i < 6; ++i) {
    origins->intern("", "o" + std::to_string(i), "", "");
    demand.push_back(60.0 - i);
  }
  const RunResult result = run({of(6, job(0, 8, 5))}, {origins, {"jobs"}, {demand}});
  EXPECT_THAT(result.policy_notes, ElementsAre(HasSubstr("3 smaller ones together 1")));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0));
}

TEST_F(DedicatedNodes, EveryLaneHasABackfillOfItsOwn) {
  // Each owner's head waits for two nodes; its small job passes it.
  const RunResult result =
      run({of(1, job(0, 8, 100, 100)), of(2, job(0, 8, 200, 200)), of(1, job(10, 16, 50, 50)),
           of(2, job(10, 16, 50, 50)), of(1, job(20, 8, 30, 30)), of(2, job(20, 8, 30, 30))},
          facts(1, 1));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 100, 200, 20, 20));
}

TEST_F(DedicatedNodes, APoolCannotBeOwned) {
  const auto policy = test::make_model(test::builtin_models().schedulers, "dedicated");
  EXPECT_THAT(policy->parts().rules->fault(Platform({test::pool(64)})), HasSubstr("has none"));
  EXPECT_EQ(policy->parts().rules->fault(Platform({test::nodes(4, 8)})), "");
}

}  // namespace
}  // namespace gpuscape
