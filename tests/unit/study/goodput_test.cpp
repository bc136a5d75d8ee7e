/// What of the GPU time is progress, of runs worked out by hand.

#include "sim/study/metrics/goodput.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

// Of two nodes the one with the job fails at 1 000 s; the job begins anew on the other one and ends
// at 4 000 s, when the next one is submitted. The node is back at 2 000 s.
class Goodput : public testing::Test {
 protected:
  StudyResult study() {
    std::ofstream(folder_.path() / "log.csv") << "node,start_s,end_s\na/0,1000,2000\n";
    std::ofstream(folder_.path() / "jobs.csv")
        << "id,submit,run_time,gpus\n1,0,3000,8\n2,4000,1,8\n";
    return test::study(test::checked(
        R"({"format": 1, "cluster": {"nodes": {"a": {"type": "custom", "count": 2, "gpus": 8}},
            "failures": {"f": {"log": "log.csv"}}},
            "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "jobs.csv",
              "columns": {"id": "id", "submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}},
            "scheduler": {"policy": "fifo"}})",
        folder_.path() / "test.json"));
  }
  const ScratchFolder folder_;
};

TEST_F(Goodput, SharesAreOfWhatIsHeldAndOfWhatIsThere) {
  const StudyResult result = study();
  EXPECT_DOUBLE_EQ(result.estimates["goodput_share"].value, 0.75);
  EXPECT_DOUBLE_EQ(result.estimates["effective_time_share"].value, 3001.0 / 4001.0);
  EXPECT_DOUBLE_EQ(result.estimates["gpus_up_share"].value, 1.0 - 1000.0 / 8000.0);
  EXPECT_EQ(result.estimates["interruptions"].value, 1.0);
  const GpuTimeSplit split = gpu_time_split(result.first);
  EXPECT_EQ(split.held, GpuSeconds(8 * 4001.0));
  EXPECT_EQ(split.useful, GpuSeconds(8 * 3001.0));
  EXPECT_EQ(split.redone, GpuSeconds(8 * 1000.0));
}

// Two GPUs of the station that are nearer to each other than those that run times are rescaled for:
// the job takes less than that, and what its start took is no progress.
TEST(GpuTimeOfRescaledJobs, AddsUpWhereAJobIsQuickerThanItsRunTime) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "jobs.csv") << "id,submit,run_time,gpus\n1,0,5000,2\n";
  const StudyResult result = test::study(test::checked(
      R"({"format": 1, "cluster": {"nodes": {"a": {"type": "dgx-station-v100"}}},
          "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "jobs.csv",
            "columns": {"id": "id", "submit": "submit", "run_time": "run_time", "gpus": "gpus"}},
            "measured_on": "hgx-a100-4", "application": "resnet-50",
            "checkpoint": {"every": "0 s", "write": "0 s"}}}},
          "scheduler": {"policy": "fifo", "start_up": "20 s"}})",
      folder.path() / "test.json"));
  const GpuTimeSplit split = gpu_time_split(result.first);
  const Segment& segment = result.first.jobs.segments(0).front();
  const Seconds worked = segment.end - segment.start - Seconds(20.0);
  ASSERT_LT(worked, result.first.jobs.run_time(0)) << "else this says nothing";
  EXPECT_NEAR(split.useful.value(), 2 * worked.value(), 1e-6);
  EXPECT_EQ(split.starting, GpuSeconds(40.0));
  EXPECT_EQ(split.slowed, GpuSeconds(0.0));
}

}  // namespace
}  // namespace gpuscape
