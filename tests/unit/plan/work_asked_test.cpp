#include "sim/plan/work_asked.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpuscape {
namespace {

/// Four jobs of 10 GPU seconds at 0, 10, 20 and 30 s, each of one GPU for 10 s; arrivals end at 40
/// s.
DrawnWork four_jobs() {
  return {.submits = {0.0, 10.0, 20.0, 30.0},
          .asked = {40.0, 30.0, 20.0, 10.0},
          .within = {40.0, 30.0, 20.0, 10.0},
          .most_at_once = 2.0,
          .span = Seconds(40.0),
          .latest_start = Seconds(20.0),
          .sizes = {1, 1, 2, 4}};
}

/// From 20 s on, just after the third job, only the last one's 10 GPU seconds are left for 20 s.
TEST(LeastLoad, IsOverEveryWindowThatStatisticsMayLookAt) {
  EXPECT_DOUBLE_EQ(least_load(four_jobs(), 1.0), 0.5);
  EXPECT_DOUBLE_EQ(least_load(four_jobs(), 0.25), 2.0);
  DrawnWork later = four_jobs();
  later.latest_start = Seconds(9.0);  // only just after the first job: 30 GPU seconds for 40 s
  EXPECT_DOUBLE_EQ(least_load(later, 1.0), 0.75);
}

TEST(LeastLoad, IsNoneWhereStatisticsMayLookBeyondTheArrivals) {
  DrawnWork long_jobs = four_jobs();
  long_jobs.within = {19.0, 14.0, 9.0, 4.0};
  EXPECT_EQ(least_load(long_jobs, 0.25), 0.0);
}

TEST(LargerThan, CountsJobsBeyondAllGpus) {
  EXPECT_EQ(larger_than(four_jobs(), 1), 2);
  EXPECT_EQ(larger_than(four_jobs(), 3), 1);
  EXPECT_EQ(larger_than(four_jobs(), 4), 0);
}

TEST(OverloadProof, NeedsMoreThanThereIsInEveryReplicationAndJobsThatWait) {
  DrawnWork heavy = four_jobs();
  heavy.asked = {400.0, 300.0, 200.0, 100.0};
  heavy.within = heavy.asked;
  EXPECT_THAT(overload_proof({heavy}, 1), testing::HasSubstr("5 of its 1 GPUs"));
  EXPECT_EQ(overload_proof({heavy}, 6), "");
  EXPECT_EQ(overload_proof({heavy, four_jobs()}, 1), "");
  heavy.most_at_once = 1.0;
  EXPECT_EQ(overload_proof({heavy}, 1), "");
}

}  // namespace
}  // namespace gpuscape
