/// Jobs that ask for a GPU model, and what stands idle beside them.

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;

/// One node of four A100 and one of eight H100.
std::vector<NodeGroup> two_models() {
  std::vector<NodeGroup> groups{test::nodes(1, 4, "old"), test::nodes(1, 8, "recent")};
  groups[0].gpu_model = "a100";
  groups[1].gpu_model = "h100";
  groups[1].features = {"fast"};
  return groups;
}

struct Ask {
  const char* models = "";
  const char* features = "";
};

/// Runs the jobs, of which the n-th asks for the n-th thing.
RunResult run_asking(std::vector<Job> jobs, const std::vector<Ask>& asks,
                     const test::PolicyNames& names = {}) {
  const auto origins = std::make_shared<OriginTable>();
  for (std::size_t i = 0; i < asks.size(); ++i)
    jobs[i].demand.asks = origins->asks().intern(asks[i].models, asks[i].features).value();
  WorkloadFacts facts;
  facts.origins = origins;
  RunState state(Platform(two_models()), test::make_policies(names),
                 std::make_unique<test::ListSource>(std::move(jobs)), {}, std::move(facts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

std::uint32_t node_of(const RunResult& result, std::size_t job) {
  return result.jobs.spans(result.jobs.segments(job).back()).front().node;
}

TEST(GpuModels, AJobGoesToTheFirstGroupOfWhatItAsksFor) {
  const RunResult result =
      run_asking({job(0, 1, 10), job(0, 1, 10), job(0, 1, 10)}, {{}, {"h100"}, {"H100|v100"}});
  EXPECT_EQ(node_of(result, 0), 0U);
  EXPECT_EQ(node_of(result, 1), 1U);
  EXPECT_EQ(node_of(result, 2), 1U);
}

TEST(GpuModels, APlacementMaySayWhichGroupIsTriedFirst) {
  test::PolicyNames names;
  for (const char* placement : {"best-fit", "pack", "spread", "same-leaf"}) {
    names.placement = placement;
    names.placement_parameters = R"({"groups_first": "recent"})";
    EXPECT_EQ(node_of(run_asking({job(0, 1, 10)}, {{}}, names), 0), 1U) << placement;
    EXPECT_EQ(node_of(run_asking({job(0, 1, 10)}, {{"a100"}}, names), 0), 0U) << placement;
  }
}

TEST(GpuModels, WhatNoGroupHasNeverFits) {
  const RunResult result =
      run_asking({job(0, 1, 10), job(0, 8, 10), job(0, 1, 10)}, {{"v100"}, {"a100"}, {"", "slow"}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.jobs.state(i), JobState::never_fits) << i;
  EXPECT_EQ(result.unserved_asks, (std::vector<std::uint16_t>{1, 3}));  // 8 A100 are too many
}

TEST(GpuModels, AJobWaitsForItsModelBesideIdleGpus) {
  const RunResult result = run_asking({job(0, 4, 100), job(10, 2, 10)}, {{"a100"}, {"a100"}});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100}));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::model_short);
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::model_short)], Seconds(90.0));
}

TEST(GpuModels, GpusShortIsWhereNoModelHasRoom) {
  const RunResult result =
      run_asking({job(0, 4, 100), job(0, 8, 100), job(10, 2, 10)}, {{"a100"}, {"h100"}, {"a100"}});
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::gpus_short);
}

TEST(GpuModels, FreeGpusThatNobodyWhoWaitsMayUseAreStranded) {
  const RunResult result = run_asking({job(0, 4, 6000), job(0, 2, 6000)}, {{"a100"}, {"a100"}});
  // The second waits for an A100 for 6000 s, while eight H100 are free.
  EXPECT_DOUBLE_EQ(result.timeline["gpus_stranded"].front(), 8.0);
}

TEST(GpuModels, EveryBackfillPassesOverGroupsOfOtherModels) {
  test::PolicyNames names;
  for (const char* backfill : {"none", "easy", "conservative", "slurm"}) {
    names.backfill = backfill;
    const RunResult result = run_asking({job(0, 4, 100), job(1, 4, 100, 100), job(2, 2, 10, 10)},
                                        {{"a100"}, {"a100"}, {"h100"}}, names);
    EXPECT_EQ(node_of(result, 1), 0U) << backfill;
    EXPECT_EQ(node_of(result, 2), 1U) << backfill;
  }
}

TEST(GpuModels, PreemptionTakesNothingOnGroupsOfOtherModels) {
  const RunResult result = run_asking({job(0, 8, 1000), job(0, 4, 500), job(10, 4, 10)},
                                      {{"h100"}, {"a100"}, {"a100"}}, {.scheduler = "srtf"});
  EXPECT_EQ(result.jobs.segments(0).size(), 1U);
  EXPECT_EQ(result.jobs.segments(1).size(), 2U);
  EXPECT_EQ(node_of(result, 2), 0U);
}

}  // namespace
}  // namespace gpuscape
