#include "sim/run/stranded.hpp"

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
  EXPECT_EQ(meter_.stranded(), 9.0);
  waits({4, 0, 0});
  EXPECT_EQ(meter_.stranded(), 3.0);
  waits({1, 0, 0});
  EXPECT_EQ(meter_.stranded(), 0.0);
}

TEST_F(StrandedTest, WeighsAgainstTheMixOfJobsWhenNobodyWaits) {
  meter_.job_submitted({4, 0, 0});
  meter_.job_submitted({1, 0, 0});
  EXPECT_EQ(meter_.stranded(),
            1.5);  // half of the jobs cannot use the three free GPUs of the first node
}

TEST_F(StrandedTest, TakesAGangByItsSmallestShare) {
  waits({12, 0, 0});  // 8 and 4
  EXPECT_EQ(meter_.stranded(), 3.0);
}

TEST_F(StrandedTest, LooksAtCoresOnceAJobAsksForThem) {
  waits({1, 8000, 0});
  EXPECT_EQ(meter_.stranded(), 0.0);
  capacity_.group(0).take(1, {0, 1000, 0});
  EXPECT_EQ(meter_.stranded(), 6.0);
  EXPECT_TRUE(meter_.looks_at_every_node());
}

TEST_F(StrandedTest, RemembersJobsOfBeforeItLookedAtEveryNode) {
  waits({4, 0, 0});
  meter_.job_submitted({1, 1, 0});
  EXPECT_EQ(meter_.stranded(), 3.0);
}

TEST(Stranded, FindsNothingOnAPool) {
  const Platform platform({test::pool(10)});
  const FreeCapacity capacity(platform);
  StrandedMeter meter(capacity);
  meter.job_submitted({20, 0, 0});
  EXPECT_EQ(meter.stranded(), 0.0);
}

TEST(Stranded, IsPartOfTheTimelineOfARun) {
  // 4 of 8 GPUs are taken until 600 s; the job that wants all eight strands the other four from 60
  // s on.
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {test::job(0, 4, 600), test::job(60, 8, 600)});
  EXPECT_EQ(result.timeline.interval, Seconds(60));
  EXPECT_EQ(result.timeline.gpus_stranded[0], 0.0);
  EXPECT_EQ(result.timeline.gpus_stranded[1], 4.0);
  EXPECT_EQ(result.timeline.gpus_stranded[9], 4.0);
  EXPECT_EQ(result.timeline.gpus_stranded[10], 0.0);
}

}  // namespace
}  // namespace gpuscape
