#include "sim/run/record/stranded.hpp"

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

/// Two nodes of 8 GPUs and 8 cores: 3 GPUs are free on the first, 6 on the second.
class StrandedTest : public testing::Test {
 protected:
  void SetUp() override {
    capacity_.group(0).take(0, {5, 0, 0});
    capacity_.group(0).take(1, {2, 0, 0});
  }
  void waits(const Demand& demand) {
    meter_.job_submitted(demand);
    meter_.job_waits(demand);
  }
  Platform platform_{{{"gpu", 2, Demand{8, 8000, 0}, false}}};
  FreeCapacity capacity_{platform_};
  StrandedMeter meter_{capacity_};
};

TEST_F(StrandedTest, CountsFreeGpusOnNodesTooFullForEveryWaitingJob) {
  waits({8, 0, 0});
  EXPECT_EQ(meter_.stranded().gpus, 9.0);
  waits({4, 0, 0});
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
  waits({1, 0, 0});
  EXPECT_EQ(meter_.stranded().gpus, 0.0);
}

TEST_F(StrandedTest, WeighsAgainstTheMixOfJobsWhenNobodyWaits) {
  meter_.job_submitted({4, 0, 0});
  meter_.job_submitted({1, 0, 0});
  EXPECT_EQ(meter_.stranded().gpus,
            1.5);  // half of the jobs cannot use the three free GPUs of the first node
}

TEST_F(StrandedTest, TakesAGangByItsSmallestShare) {
  waits({12, 0, 0});  // 8 and 4
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
}

TEST_F(StrandedTest, LooksAtCoresOnceAJobAsksForThem) {
  waits({1, 8000, 0});
  EXPECT_EQ(meter_.stranded().gpus, 0.0);
  capacity_.group(0).take(1, {0, 1000, 0});
  EXPECT_EQ(meter_.stranded().gpus, 6.0);
  EXPECT_TRUE(meter_.looks_at_every_node());
}

TEST_F(StrandedTest, RemembersJobsOfBeforeItLookedAtEveryNode) {
  waits({4, 0, 0});
  meter_.job_submitted({1, 1, 0});
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
}

TEST_F(StrandedTest, CountsFreeCoresBesideTakenGpusOnceAJobAsksForCores) {
  EXPECT_EQ(meter_.stranded().cores, 0.0);
  waits({4, 1000, 0});  // for the second node alone, where 8 cores are free
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
  EXPECT_EQ(meter_.stranded().cores, 8.0);  // of the first node
  waits({0, 2000, 0});                      // without GPUs it could start on either
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
  EXPECT_EQ(meter_.stranded().cores, 0.0);
}

TEST_F(StrandedTest, WeighsCoresByAllJobsSeenAndGpusByThoseThatAskForThem) {
  meter_.job_submitted({4, 1000, 0});
  meter_.job_submitted({0, 1000, 0});
  // Of the first node the one with GPUs can use nothing, of the second everything.
  EXPECT_EQ(meter_.stranded().gpus, 3.0);
  EXPECT_EQ(meter_.stranded().cores, 4.0);
}

TEST(Stranded, CountsMemoryOfANodeWhoseGpusAreTaken) {
  NodeGroup node = test::nodes(1, 4);
  node.capacity.milli_cores = 16000;
  node.capacity.memory_mib = 65536;
  std::vector<Job> jobs = {test::job(0, 4, 600), test::job(60, 1, 600)};
  jobs[0].demand.milli_cores = 4000;
  jobs[0].demand.memory_mib = 16384;
  jobs[1].demand.milli_cores = 1000;
  const RunResult result = test::run_jobs({node}, jobs);
  EXPECT_EQ(result.timeline["cores_stranded"][5], 12.0);
  EXPECT_EQ(result.timeline["memory_stranded_gib"][5], 48.0);
  // From 600 s on the second one runs and leaves three GPUs: half of the jobs seen could use them.
  EXPECT_EQ(result.timeline["gpus_stranded"][15], 1.5);
  EXPECT_EQ(result.timeline["cores_stranded"][15], 7.5);
  EXPECT_EQ(result.timeline["memory_stranded_gib"][15], 32.0);
}

// Two hosts of 16 cores beside a box of 4 GPUs, all of which are lent to one of them: what the
// hosts have left is of no use to the job that waits for GPUs.
TEST(Stranded, CountsCoresOfHostsWhoseLentGpusAreGone) {
  Platform platform({NodeGroup{"host", 2, Demand{0, 16000, 0}, false},
                     NodeGroup{"box", 1, Demand{4, 0, 0}, false}});
  platform.lend({.clients = {0}, .servers = {1}});
  FreeCapacity capacity(platform);
  StrandedMeter meter(capacity);
  meter.job_submitted({2, 4000, 0});
  meter.job_waits({2, 4000, 0});
  EXPECT_EQ(meter.stranded().cores, 0.0);
  capacity.group(1).take(0, {3, 0, 0});
  EXPECT_EQ(meter.stranded().cores, 32.0);
}

TEST(Stranded, HasNoCoresWhereNoJobAsksForThem) {
  const RunResult result = test::run_jobs({test::nodes(1, 8)}, {test::job(0, 4, 600)});
  EXPECT_TRUE(result.timeline["cores_stranded"].empty());
}

TEST(Stranded, FindsNothingOnAPool) {
  const Platform platform({test::pool(10)});
  const FreeCapacity capacity(platform);
  StrandedMeter meter(capacity);
  meter.job_submitted({20, 0, 0});
  EXPECT_EQ(meter.stranded().gpus, 0.0);
}

TEST(Stranded, IsPartOfTheTimelineOfARun) {
  // 4 of 8 GPUs are taken until 600 s; the job that wants all eight strands the other four from 60
  // s on.
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {test::job(0, 4, 600), test::job(60, 8, 600)});
  EXPECT_EQ(result.timeline.interval, Seconds(60));
  EXPECT_EQ(result.timeline["gpus_stranded"][0], 0.0);
  EXPECT_EQ(result.timeline["gpus_stranded"][1], 4.0);
  EXPECT_EQ(result.timeline["gpus_stranded"][9], 4.0);
  EXPECT_EQ(result.timeline["gpus_stranded"][10], 0.0);
}

TEST(Stranded, LeavesWhatAWaitingJobCouldUseToTheOrderOfTheQueue) {
  // First come, first served, without backfill, on two nodes of 4 GPUs. Until 600 s the first job
  // holds half of node 0; from 60 s on one waits that wants both nodes whole: 4 GPUs of node 1 are
  // of use to it and idle, 2 of node 0 are stranded, until at 120 s a job for 2 GPUs waits behind
  // it, to which they are of use.
  const RunResult result = test::run_jobs(
      {test::nodes(2, 4)}, {test::job(0, 2, 600), test::job(60, 8, 600), test::job(120, 2, 600)});
  EXPECT_EQ(result.timeline["gpus_idle_queued"][0], 0.0);
  EXPECT_EQ(result.timeline["gpus_idle_queued"][1], 4.0);
  EXPECT_EQ(result.timeline["gpus_stranded"][1], 2.0);
  EXPECT_EQ(result.timeline["gpus_idle_queued"][2], 6.0);
  EXPECT_EQ(result.timeline["gpus_stranded"][2], 0.0);
}

TEST(Stranded, CountsNoGpuAsWantedByAJobThatWaitsForAnother) {
  std::vector<Job> jobs = {test::job(0, 2, 600), test::job(60, 2, 600)};
  jobs[1].after = StreamJobId(0);
  jobs[1].after_how = DependsOn::end;
  const RunResult result = test::run_jobs({test::nodes(1, 8)}, jobs);
  EXPECT_EQ(result.timeline["jobs_waiting"][5], 1.0);
  EXPECT_EQ(result.timeline["gpus_idle_queued"][5], 0.0);
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// In every period one of four GPUs is of no use for as long as the job that wants all four waits
/// for the one that holds three. Looks must not keep step with that.
TEST(Stranded, IsRightOnAverageWhateverThePeriod) {
  for (const double period : {60.0, 90.0, 100.0, 120.0, 1000.0}) {
    for (const std::int64_t milli_cores : {0, 3000}) {
      std::vector<Job> jobs;
      for (int i = 0; i < 3000; ++i) {
        jobs.push_back(test::job(period * i, 3, 0.3 * period));
        jobs.push_back(test::job(period * i + 0.01 * period, 4, 0.6 * period));
        jobs.back().demand.milli_cores = milli_cores;
      }
      NodeGroup node = test::nodes(1, 4);
      node.capacity.milli_cores = 16000;
      const RunResult result = test::run_jobs({node}, jobs);
      EXPECT_NEAR(mean(result.timeline["gpus_stranded"]), 0.29, 0.02)
          << "period " << period << ", cores " << milli_cores;
      for (std::size_t i = 0; i < result.timeline["gpus_stranded"].size(); ++i)
        ASSERT_LE(result.timeline["gpus_stranded"][i] + result.timeline["gpus_allocated"][i],
                  4.0 + 1e-9);
    }
  }
}

}  // namespace
}  // namespace gpuscape
