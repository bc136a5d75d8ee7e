/// Jobs that ask for parts of a GPU and share it, by hand.

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;

/// A job that asks for thousandths of a GPU.
Job part(double submit, std::uint16_t milli, double run_time, double limit = -1.0) {
  Job made = job(submit, 1, run_time, limit);
  made.demand.gpu_milli = milli;
  return made;
}

NodeGroup sharing(std::uint32_t count, std::int32_t gpus) {
  NodeGroup group = test::nodes(count, gpus);
  group.shares_gpus = true;
  return group;
}

std::vector<std::uint32_t> gpu_bits(const RunResult& result) {
  std::vector<std::uint32_t> bits;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    bits.push_back(result.jobs.spans(result.jobs.segments(i).back()).front().which.index());
  return bits;
}

TEST(SharedGpuRun, PartsFillOneGpuBeforeTheNext) {
  const RunResult result =
      test::run_jobs({sharing(1, 2)}, {part(0, 600, 100), part(1, 500, 100), part(2, 400, 100)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(gpu_bits(result), (std::vector<std::uint32_t>{1, 2, 1}));  // 0.4 fits 0.6 best
}

TEST(SharedGpuRun, AWholeGpuIsFreeWhenTheLastHasLeft) {
  const RunResult result =
      test::run_jobs({sharing(1, 1)}, {part(0, 500, 100), part(10, 500, 300), job(20, 1, 10)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 10, 310}));
}

TEST(SharedGpuRun, APartBeyondWhatIsLeftWaits) {
  const RunResult result = test::run_jobs({sharing(1, 1)}, {part(0, 500, 100), part(10, 501, 10)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100}));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::gpus_short);
}

TEST(SharedGpuRun, CoresOfTheNodeCount) {
  NodeGroup group = sharing(2, 1);
  group.capacity.milli_cores = 4000;
  std::vector<Job> jobs{part(0, 100, 100), part(1, 100, 100), part(2, 100, 100)};
  jobs[0].demand.milli_cores = 3000;
  jobs[1].demand.milli_cores = 2000;
  jobs[2].demand.milli_cores = 3000;
  const RunResult result = test::run_jobs({group}, jobs);
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 1, 100}));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::cores_or_memory_short);
}

TEST(SharedGpuRun, PartsTakeWholeGpusWhereNobodyShares) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 1)}, {part(0, 500, 100), part(1, 500, 100)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100}));
}

TEST(SharedGpuRun, AllocatedCountsParts) {
  const RunResult result =
      test::run_jobs({sharing(1, 2)}, {part(0, 250, 6000), part(0, 500, 6000)});
  EXPECT_DOUBLE_EQ(result.timeline["gpus_allocated"].front(), 0.75);
}

TEST(SharedGpuRun, WhatNobodyWhoWaitsCanUseIsStranded) {
  // 0.4 of the GPU is left, and the second wants half of one.
  const RunResult result =
      test::run_jobs({sharing(1, 1)}, {part(0, 600, 6000), part(0, 500, 6000)});
  EXPECT_DOUBLE_EQ(result.timeline["gpus_stranded"].front(), 0.4);
}

TEST(SharedGpuRun, EasyCountsOnTheLastOfThoseWhoShare) {
  // The head wants both GPUs: at 300, when the second sharer ends. The last job would run on.
  const std::vector<Job> jobs{part(0, 500, 100, 100), part(1, 500, 299, 299), job(2, 2, 10, 10),
                              job(3, 1, 297, 297), job(4, 1, 300, 300)};
  const RunResult result = test::run_jobs({sharing(1, 2)}, jobs, {.backfill = "easy"});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 1, 300, 3, 310}));
}

TEST(SharedGpuRun, EasyLetsNobodyProlongAGpuThatIsPromised) {
  // 0.3 of the GPU is left: for one who ends by 100, not for one who would keep it.
  const std::vector<Job> jobs{part(0, 400, 100, 100), job(1, 1, 10, 10), part(2, 300, 500, 500),
                              part(3, 300, 97, 97)};
  const RunResult result = test::run_jobs({sharing(1, 1)}, jobs, {.backfill = "easy"});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100, 110, 3}));
}

}  // namespace
}  // namespace gpuscape
