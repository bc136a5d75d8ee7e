/// Jobs that go through stored data at a rate.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::run_scenario;

/// Jobs of `gpus` GPUs that each go through 100 MB/s for 1000 s, on a store of 1 GB/s.
std::string scans(int jobs, int gpus, const std::string& dataset = "") {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 4, "gpus": 8}}}},
      "storage": {{"store": {{"write_bandwidth": "1 GB/s", "read_bandwidth": "1 GB/s"}}}}}},
      "workload": {{"datasets": {{"clicks": {{"on": "store"{}}}}},
      "applications": {{"scan": {{"type": "scan", "dataset": "clicks", "rate": "100 MB/s"}}}},
      "streams": {{"s": {{"application": "scan", "closed": {{"jobs": {}, "gpus": {{"{}": 1}},
      "duration": "1 s", "run_time": {{"distribution": "constant", "value": "1000 s"}}}}}}}}}},
      "scheduler": {{"backfill": "none"}}}})",
      dataset, jobs, gpus);
}

TEST(Scan, GoesAtItsRateWhereTheStoreGivesIt) {
  const RunResult result = run_scenario(scans(1, 8));
  EXPECT_NEAR(elapsed(result)[0], 1000.0, 1e-9);
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 8 * 100e6 * 1000.0, 1.0);
}

// Four jobs of 8 GPUs ask for 3.2 GB/s of a store that gives 1 GB/s.
TEST(Scan, WaitsForAStoreThatGivesLess) {
  const RunResult result = run_scenario(scans(4, 8));
  EXPECT_NEAR(elapsed(result)[0], 3200.0, 1e-6);
}

// A job on two nodes reads on both.
TEST(Scan, ReadsOnEveryNodeOfTheJob) {
  const RunResult result = run_scenario(scans(1, 16));
  EXPECT_NEAR(elapsed(result)[0], 1600.0, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 16 * 100e6 * 1000.0, 1.0);
}

// Its rate says what it reads, and not how large a record is, of which reads are counted.
TEST(Scan, ReadsAsManyBytesWhateverARecordIs) {
  EXPECT_NEAR(elapsed(run_scenario(scans(4, 8, R"(, "record": "1 kB")")))[0], 3200.0, 1e-6);
}

// 200 GB, of which a node keeps all: through once from the store, then as fast as it goes.
TEST(Scan, GoesThroughTheDataOnceAndThenReadsWhatNodesKept) {
  const RunResult result = run_scenario(
      scans(2, 8, R"(, "record": "1 MB", "samples": 200000, "cache": {"size": "200 GB"})"));
  // The first 200 GB take a job of 800 MB/s 250 s of its run time, at 500 MB/s 400 s.
  EXPECT_NEAR(elapsed(result)[0], 400.0 + 750.0, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 200e9, 1e3);
}

TEST(Scan, NeedsItsDatasetAndItsRate) {
  std::string text = scans(1, 8);
  text.replace(text.find(R"(, "rate": "100 MB/s")"), 20, "");
  try {
    test::checked(text);
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("\"rate\" is missing"));
  }
}

}  // namespace
}  // namespace gpuscape
