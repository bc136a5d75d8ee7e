/// Machines of a store that are lost while jobs read and write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::run_input;
using test::run_scenario;
using testing::AllOf;
using testing::HasSubstr;

// Two controllers together give what one job of 8 GPUs reads, 800 MB/s.
const std::string kPair =
    R"({"type": "appliance", "model": {"read_bandwidth": "800 MB/s", "write_bandwidth": "1 GB/s",
        "controllers": 2}})";
// Four servers likewise, of which one may be lost: then three read 3 fragments for each lost one.
const std::string kCoded =
    R"({"type": "volumes", "servers": 4, "drives": 1, "drive": {"read_bandwidth": "200 MB/s"},
        "protection": {"type": "erasure-coding", "data": 3, "parity": 1}})";

std::string away(const std::string& more, const std::string& end = "600 s") {
  return R"(, "maintenance": {"m": {"store": "store", "begin": "200 s", "end": ")" + end + "\"" +
         more + "}}";
}

RunResult run_with(const std::string& storage, const std::string& cluster) {
  return run_input({.storage = storage, .cluster = cluster}, {{}});
}

TEST(StoreLosses, HalfOfAPairServesHalf) {
  const RunResult result = run_with(kPair, away(""));
  // For 400 s at half the pace: 200 s of its work come later.
  EXPECT_NEAR(elapsed(result)[0], 1200.0, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).stall.value(), 200.0, 1e-6);
  EXPECT_NEAR(result.input->jobs.at(0).read.value(), 800e9, 1.0) << "nothing is lost";
  ASSERT_EQ(result.store_losses.size(), 1U);
  const StoreLoss& lost = result.store_losses[0];
  EXPECT_EQ(lost.times, 1);
  EXPECT_EQ(lost.most, 1);
  EXPECT_EQ(lost.of, 2);
  EXPECT_EQ(lost.degraded, Seconds(400.0));
  EXPECT_EQ(lost.down, Seconds(0.0));
  EXPECT_FALSE(lost.lost_data());
}

// Of four controllers of 200 MB/s each: two give half, one a quarter, for 400 s.
TEST(StoreLosses, EachControllerMoreTakesItsPart) {
  const std::string four =
      R"({"type": "appliance", "model": {"read_bandwidth": "800 MB/s", "controllers": 4}})";
  EXPECT_NEAR(elapsed(run_with(four, away("")))[0], 1100.0, 1e-6);
  EXPECT_NEAR(elapsed(run_with(four, away(R"(, "machines": 2)")))[0], 1200.0, 1e-6);
  EXPECT_NEAR(elapsed(run_with(four, away(R"(, "machines": 3)")))[0], 1300.0, 1e-6);
}

TEST(StoreLosses, WithoutControllersJobsWaitAndLoseNothing) {
  const RunResult result = run_with(kPair, away(R"(, "machines": 2)"));
  EXPECT_NEAR(elapsed(result)[0], 1400.0, 1e-3);
  EXPECT_EQ(result.store_losses.at(0).down, Seconds(400.0));
  EXPECT_FALSE(result.store_losses[0].lost_data());
}

TEST(StoreLosses, TwoAtATimeAddUp) {
  const RunResult result = run_with(kPair, R"(, "maintenance": {
      "a": {"store": "store", "begin": "200 s", "end": "400 s"},
      "b": {"store": "store", "begin": "300 s", "end": "500 s"}})");
  // 100 s at half, 100 s at nothing, 100 s at half.
  EXPECT_NEAR(elapsed(result)[0], 1200.0, 1e-3);
  const StoreLoss& lost = result.store_losses.at(0);
  EXPECT_EQ(lost.times, 2);
  EXPECT_EQ(lost.most, 2);
  EXPECT_EQ(lost.degraded, Seconds(300.0));
  EXPECT_EQ(lost.down, Seconds(100.0));
}

TEST(StoreLosses, ACodedVolumeReadsMoreForWhatItLost) {
  // Of 4 · 200 MB/s: 3 servers, each of whose reads is 1 + 1/4 (3 − 1) = 1.5 reads of drives.
  EXPECT_NEAR(elapsed(run_with(kCoded, away("")))[0], 1200.0, 1e-6);
}

TEST(StoreLosses, BeyondTheProtectionDataAreLostAndSaidSo) {
  const RunResult result = run_with(kCoded, away(R"(, "machines": 2)"));
  EXPECT_NEAR(elapsed(result)[0], 1400.0, 1e-3);
  EXPECT_TRUE(result.store_losses.at(0).lost_data());
  EXPECT_EQ(result.store_losses[0].survives, 1);
}

TEST(StoreLosses, AreOverWithTheRun) {
  const RunResult result = run_with(kPair, away("", "1e6 s"));
  EXPECT_NEAR(elapsed(result)[0], 1800.0, 1e-6);  // 200 s, and 800 s of work at half the pace
  EXPECT_NEAR(result.store_losses.at(0).degraded.value(), 1600.0, 1e-6);
}

TEST(StoreLosses, AreDrawnForEachMachineOverTheRun) {
  const InputCase of{.storage = kPair, .cluster = R"(, "failures": {"c": {"of": "storage",
      "store": "store", "mean_time": "1 d", "repair": {"time": "1 h"}}})"};
  const RunResult result = run_input(of, {{.run_time = 100.0 * 86400.0}});
  const StoreLoss& lost = result.store_losses.at(0);
  // Two controllers over 100 days or a little more: 200 failures, give or take three deviations.
  EXPECT_GT(lost.times, 155);
  EXPECT_LT(lost.times, 250);
  EXPECT_NEAR(lost.degraded.value(), 3600.0 * static_cast<double>(lost.times),
              0.1 * lost.degraded.value());
  EXPECT_FALSE(result.may_lose_work) << "no node fails";
  EXPECT_EQ(result.failures.at(0).times, lost.times);
  EXPECT_NEAR(result.input->jobs.at(0).stall.value(),
              0.5 * (lost.degraded - lost.down).value() + lost.down.value(), 10.0);
}

// Checkpoints of 100 GB at 1 GB/s, for which the job waits; while half of the array is away, 200 s.
TEST(StoreLosses, WritesTakeLonger) {
  const auto text = [](const std::string& maintenance) {
    return R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 1, "gpus": 8}},
        "storage": {"store": )" +
           kPair + "}" + maintenance + R"(}, "workload": {"streams": {"s": {
        "checkpoint": {"every": "500 s", "size": "100 GB", "to": "store"},
        "closed": {"jobs": 1, "gpus": {"8": 1}, "duration": "1 s",
                   "run_time": {"distribution": "constant", "value": "1000 s"}}}}},
        "scheduler": {"backfill": "none"}})";
  };
  EXPECT_NEAR(elapsed(run_scenario(text("")))[0], 1100.0, 1e-6);
  EXPECT_NEAR(elapsed(run_scenario(text(away("", "1000 s"))))[0], 1200.0, 1e-6);
}

std::string fault(const std::string& storage, const std::string& cluster) {
  try {
    test::checked(test::input_scenario({.storage = storage, .cluster = cluster}, {{}}));
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(StoreLosses, ANameAndANumberThatTheClusterHas) {
  EXPECT_THAT(fault(kPair, R"(, "maintenance": {"m": {"store": "stor", "begin": "1 s",
                              "end": "2 s"}})"),
              AllOf(HasSubstr("/cluster/maintenance/m/store"),
                    HasSubstr("there is no storage \"stor\""), HasSubstr("\"store\"?")));
  EXPECT_THAT(fault(kPair, away(R"(, "machines": 3)")),
              HasSubstr("storage \"store\" has 2 controllers in service, and 3 are to be away"));
  EXPECT_THAT(fault(R"({"write_bandwidth": "1 GB/s"})", away("")),
              HasSubstr("no machines that could be lost"));
  EXPECT_THAT(fault(kPair, away(R"(, "nodes": ["n"])")), HasSubstr("not of both"));
  EXPECT_THAT(fault(kPair, away(R"(, "jobs": "requeue")")), HasSubstr("jobs go on"));
  EXPECT_THAT(fault(kPair, R"(, "failures": {"c": {"of": "storage", "mean_time": "1 d",
                              "repair": {"time": "1 h"}}})"),
              HasSubstr("needs \"store\""));
  EXPECT_THAT(fault(kPair, R"(, "failures": {"c": {"of": "storage", "store": "store",
                              "pace": 0.5, "mean_time": "1 d", "repair": {"time": "1 h"}}})"),
              HasSubstr("\"pace\" does not apply to storage"));
  EXPECT_THAT(fault(kPair, R"(, "failures": {"c": {"store": "store", "mean_time": "1 d",
                              "repair": {"time": "1 h"}}})"),
              HasSubstr("\"store\" does not apply to nodes"));
}

}  // namespace
}  // namespace gpuscape
