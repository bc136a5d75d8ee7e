/// Data that are copied to nodes before a job works, writes that meet reads, and what nodes' cores
/// do to what is read; by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::ReadingJobs;
using test::run_input;
using test::run_scenario;
using test::waited_for;
using testing::HasSubstr;

const std::string kLocal =
    R"(, "local": {"type": "node-local", "drive": {"read_bandwidth": "4 GB/s",
        "write_bandwidth": "500 MB/s"}})";

// 100 GB of samples, at 400 MB/s of the store; later ones from the drives.
TEST(StageIn, JobsWaitUntilTheirNodesHaveTheData) {
  const InputCase of{
      .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "400 MB/s"})",
      .more_storage = kLocal,
      .dataset =
          R"(, "samples": 100000, "stage_in": true, "cache": {"size": "1 TB", "on": "local"})"};
  const RunResult result = run_input(of, {{}});
  EXPECT_NEAR(elapsed(result)[0], 1250.0, 1e-6);
  const InputRecord& job = result.input->jobs.at(0);
  EXPECT_NEAR(job.stall.value(), 250.0, 1e-6);
  EXPECT_NEAR(job.staged.value(), 1e11, 1.0);
  EXPECT_NEAR(job.read.value(), 1e11, 1.0);
  EXPECT_NEAR(job.from_cache.value(), 8e11, 1e3);
  EXPECT_EQ(waited_for(result, 0), "d: stage-in");
}

TEST(StageIn, IsNoFasterThanTheDrivesThatTakeIt) {
  const InputCase of{
      .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "4 GB/s"})",
      .more_storage = kLocal,
      .dataset =
          R"(, "samples": 100000, "stage_in": true, "cache": {"size": "1 TB", "on": "local"})"};
  EXPECT_NEAR(elapsed(run_input(of, {{}}))[0], 1200.0, 1e-6);
}

// Two nodes of one job copy 50 GB each, of which the other half comes from the store as they work:
// 800 of the 1 600 MB/s that both demand.
TEST(StageIn, OfAPartTheRestComesFromTheStore) {
  const InputCase of{
      .nodes = 2,
      .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "800 MB/s"})",
      .dataset = R"(, "samples": 100000, "stage_in": true, "cache": {"size": "50 GB"})"};
  const RunResult result = run_input(of, {{.gpus = 16}});
  EXPECT_NEAR(elapsed(result)[0], 1000.0 + 100e9 / 800e6, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).staged.value(), 1e11, 1.0);
  EXPECT_NEAR(result.input->jobs.at(0).from_cache.value(), 8e11, 1e3);
}

TEST(StageIn, JobsShareTheStoreAsTheyStage) {
  const InputCase of{
      .nodes = 2,
      .storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "400 MB/s"})",
      .dataset = R"(, "samples": 100000, "stage_in": true, "cache": {"size": "100 GB"})"};
  EXPECT_NEAR(elapsed(run_input(of, {{.count = 2}}))[1], 1500.0, 1e-6);
}

TEST(StageIn, NeedsSomewhereToKeepIt) {
  try {
    test::checked(test::input_scenario({.dataset = R"(, "stage_in": true)"}, {{}}));
    FAIL() << "no fault";
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nothing says what nodes keep of it"));
  }
}

/// One job reads 800 MB/s from the store, and another one writes 100 GB to it at 500 s, which takes
/// two bytes' time for each: `read` of the first, `elapsed` of both.
RunResult read_and_write(const std::string& read_bandwidth) {
  const std::string scenario = R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom",
      "count": 2, "gpus": 8, "cores": 64, "memory": "1 TB"}}, "storage": {"store": {
      "type": "appliance", "model": {"read_bandwidth": ")" +
                               read_bandwidth + R"(", "write_bandwidth": "400 MB/s"}}}},
    "workload": {"datasets": {"d": {"on": "store", "record": "1 MB"}}, "applications": {
      "a": {"type": "data-parallel", "samples_per_second": 100, "batch_per_gpu": 100,
        "gpu_straggler": 0, "node_straggler": 0, "launches_per_step": 0, "dataset": "d"}},
    "streams": {
      "reads": {"application": "a", "closed": {"jobs": 1, "gpus": {"8": 1}, "duration": "1 s",
        "run_time": {"distribution": "constant", "value": "2000 s"}}},
      "writes": {"checkpoint": {"every": "500 s", "size": "100 GB", "to": "store"},
        "closed": {"jobs": 1, "gpus": {"8": 1}, "duration": "1 s",
        "run_time": {"distribution": "constant", "value": "1000 s"}}}}},
    "scheduler": {"backfill": "none"}})";
  return run_scenario(scenario);
}

// Reading and writing rise together until r + 2 w = 800 MB/s: 800/3 each, for 375 s. The reader
// loses two thirds of these.
TEST(StoreReadsAndWrites, TakeOfTheSameMachines) {
  const RunResult result = read_and_write("800 MB/s");
  EXPECT_NEAR(elapsed(result)[1], 1000.0 + 375.0, 1e-6);
  EXPECT_NEAR(elapsed(result)[0], 2000.0 + 375.0 * 2.0 / 3.0, 1e-6);
  EXPECT_NEAR(result.input->stores.at(0).peak, 1.0, 1e-9);
  EXPECT_EQ(waited_for(result, 0), "store: controllers");
  EXPECT_EQ(result.input->stores.at(0).machine, "controller");
}

// 2 400 MB/s of reading: a byte written takes six: r + 6 w: the reader has 342.9 as does the
// writer.
TEST(StoreReadsAndWrites, AsLargeAPartAsOfWhatCanBeWritten) {
  const RunResult result = read_and_write("2400 MB/s");
  const double each = 2400.0 / 7.0;
  EXPECT_NEAR(elapsed(result)[1], 1000.0 + 100e3 / each, 1e-6);
  EXPECT_NEAR(elapsed(result)[0], 2000.0 + 100e3 / each * (1.0 - each / 800.0), 1e-6);
}

// Eight GPUs want 800 MB/s; tls and ipsec take 4 cores for each GB/s, and there are two.
TEST(Protocols, NodesCoresBoundWhatIsRead) {
  const auto run_with = [](const std::string& protocols) {
    return run_input(
        {.storage =
             R"({"type": "appliance", "model": {"read_bandwidth": "8 GB/s"}, )" + protocols + "}"},
        {{}});
  };
  const std::string by_cores =
      R"("protocols": {"tls": {"cores_per_gb_s": 3}, "ipsec": {"cores_per_gb_s": 1}})";
  const RunResult bound = run_with(by_cores + R"(, "protocol_cores": 2)");
  EXPECT_NEAR(elapsed(bound)[0], 1600.0, 1e-6);
  EXPECT_EQ(waited_for(bound, 0), "store: nodes' cores for tls, ipsec");
  EXPECT_NEAR(bound.input->stores.at(0).node_cores, 2.0, 1e-9);
  const RunResult counted = run_with(by_cores);
  EXPECT_NEAR(elapsed(counted)[0], 1000.0, 1e-6);
  EXPECT_NEAR(counted.input->stores.at(0).node_cores, 3.2, 1e-9);
  const RunResult offloaded = run_with(
      R"("protocols": {"tls": {"cores_per_gb_s": 3, "offloaded": true},
         "ipsec": {"cores_per_gb_s": 1}}, "protocol_cores": 2)");
  EXPECT_NEAR(elapsed(offloaded)[0], 1000.0, 1e-6);
  EXPECT_NEAR(offloaded.input->stores.at(0).node_cores, 0.8, 1e-9);
}

TEST(Protocols, ATargetsAdapterServesInItsProcessorsPlace) {
  const auto run_with = [](const std::string& target) {
    return run_input({.storage = R"({"type": "volumes", "servers": 1, "drives": 1, "cores": 1,
        "drive": {"read_bandwidth": "8 GB/s", "read_latency": "100 us"}, )" +
                                 target + "}"},
                     {{}});
  };
  // One core serves 400 reads of 1 MB in a second: half of what is wanted.
  EXPECT_NEAR(elapsed(run_with(R"("core_time": "2.5 ms")"))[0], 2000.0, 1e-6);
  EXPECT_NEAR(elapsed(run_with(R"("target": "adapter")"))[0], 1000.0, 1e-6);
  EXPECT_EQ(run_with(R"("target": "adapter")").input->stores.at(0).target_cores, 0.0);
}

}  // namespace
}  // namespace gpuscape
