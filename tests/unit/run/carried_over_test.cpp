/// A run that begins in the middle of its log.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape::test {
namespace {

using ::testing::ElementsAre;

Job carried(Job job, CarriedOver past) {
  job.carried_over = past;
  return job;
}

TEST(CarriedOver, WhatRanIsThereBeforeAnybodyElse) {
  const std::vector<Job> jobs = {carried(job(0, 1, 50), CarriedOver::queued),
                                 carried(job(0, 4, 100), CarriedOver::running), job(0, 1, 10)};
  EXPECT_THAT(start_dates(run_jobs({nodes(1, 4)}, jobs)), ElementsAre(100.0, 0.0, 100.0));
}

TEST(CarriedOver, IsNotInTheStatistics) {
  const RunResult result =
      run_jobs({nodes(1, 4)}, {carried(job(0, 4, 100), CarriedOver::running), job(0, 4, 10)});
  EXPECT_FALSE(result.jobs.in_statistics(0));
  EXPECT_TRUE(result.jobs.in_statistics(1));
}

}  // namespace
}  // namespace gpuscape::test
