/// Checkpoints of streams and applications: what they are written to, and how large they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/scenario/application_saves.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

struct Parts {
  std::string stream = "";        ///< keys, each with a comma behind
  std::string applications = "";  ///< of the workload
  std::string storage = R"("scratch": {"write_bandwidth": "40 GB/s", "per_node": "5 GB/s"})";
};

std::string scenario(const Parts& parts) {
  return R"({"format": 1, "cluster": {"nodes": {"a": {"type": "dgx-a100-40gb", "count": 4}}, "networks": {
      "compute": {"type": "single-switch", "link": "25 GB/s", "latency": "1 us"}}, "storage": {)" +
         parts.storage + R"(}}, "workload": {"applications": {)" + parts.applications +
         R"(}, "streams": {"s": {)" + parts.stream +
         R"("generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
}

ScenarioSpec checked(const Parts& parts) { return test::checked(scenario(parts)).spec; }

std::string fault(const Parts& parts) {
  try {
    test::checked(scenario(parts));
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(SavesCheck, ACheckpointIsWrittenToAStorageByItsName) {
  const ScenarioSpec spec = checked(
      {.stream = R"("checkpoint": {"every": "30 min", "to": "scratch", "size": "912 GiB"},)"});
  const CheckpointSpec& saves = *spec.streams[0].saves.checkpoint;
  EXPECT_EQ(saves.to, 0U);
  EXPECT_EQ(saves.size, Bytes(912.0 * 1024 * 1024 * 1024));
  EXPECT_EQ(spec.cluster.storage[0].write_bandwidth, BytesPerSecond(40e9));
  EXPECT_EQ(spec.cluster.storage[0].per_node, BytesPerSecond(5e9));
}

// MLPerf Storage has 105 GiB for 8 billion parameters: 14 B each are 104.3 GiB.
TEST(SavesCheck, ItsSizeFollowsFromTheParametersOfTheApplication) {
  const ScenarioSpec spec =
      checked({.stream = R"("application": "resnet-50", "checkpoint": {"every": "daly", "to":
                            "scratch"},)"});
  const SavesSpec saves = saves_of(spec.streams[0]);
  ASSERT_TRUE(saves.checkpoint);
  EXPECT_EQ(saves.checkpoint->size, Bytes(14.0 * 25.6e6));
}

TEST(SavesCheck, AnApplicationSaysMoreThanItsStream) {
  const ScenarioSpec spec =
      checked({.stream = R"("restart": "1 min", "checkpoint": {"every": "1 h", "write": "1 min"},
                    "applications": [{"where": {"gpus": ">= 8"}, "application": "large"},
                                     {"where": {}, "application": "small"}],)",
               .applications =
                   R"("large": {"step_time": "1 s", "bytes_per_step": "1 GB", "restart": "9 min",
                            "checkpoint": {"every": "500 steps", "write": "30 s"}},
                          "small": {"step_time": "1 s", "bytes_per_step": "1 GB"})"});
  const std::vector<SavesSpec> saves = saves_by_class(spec.streams[0]);
  ASSERT_EQ(saves.size(), 4U) << "with those that were cut short";
  EXPECT_EQ(saves[0].restart, 540_s);
  EXPECT_EQ(saves[0].checkpoint->every_steps, 500);
  EXPECT_EQ(saves[1].checkpoint->every_steps, 500) << "cut short, it saved all the same";
  EXPECT_EQ(saves[2].restart, 60_s);
  EXPECT_EQ(saves[2].checkpoint->every, 3600_s);
}

TEST(SavesCheck, WhatIsMissingIsNamed) {
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "1 h"},)"}),
              HasSubstr("\"write\" or \"to\" is missing"));
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "1 h", "to": "scratch"},)"}),
              HasSubstr("nothing says how large a checkpoint is"));
  EXPECT_THAT(
      fault({.stream = R"("checkpoint": {"every": "1 h", "to": "scrach", "size": "1 GB"},)"}),
      HasSubstr("there is no storage \"scrach\""));
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "1 h", "to": "scratch", "write": "1 s",
                                   "size": "1 GB"},)"}),
              HasSubstr("says how long a write takes"));
  EXPECT_THAT(
      fault({.stream = R"("checkpoint": {"every": "1 h", "write": "1 s", "size": "1 GB"},)"}),
      HasSubstr("nothing says how fast it is written"));
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "1000 steps", "write": "1 s"},)"}),
              HasSubstr("no application whose steps could be counted"));
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "0 steps", "write": "1 s"},)"}),
              HasSubstr("/checkpoint/every"));
  EXPECT_THAT(fault({.stream = R"("checkpoint": {"every": "1 min", "to": "scratch",
                                   "size": "5 TB"},)"}),
              HasSubstr("takes 2 min 5 s to be written, longer than the interval"));
}

TEST(SavesCheck, CopiesInMemoryAreMoreFrequentAndNeedStandbys) {
  const std::string copies =
      R"("checkpoint": {"every": "1 h", "write": "1 min", "in_memory": {"every": "EVERY",
                        "write": "2 s"}},)";
  const auto with = [&](const std::string& every) {
    std::string text = copies;
    return text.replace(text.find("EVERY"), 5, every);
  };
  const std::string standbys = R"("standbys": {"nodes": 1},)";
  EXPECT_EQ(fault({.stream = with("5 min") + standbys}), "");
  EXPECT_THAT(fault({.stream = with("5 min")}),
              HasSubstr("the stream has no standbys, and does not shrink"));
  EXPECT_THAT(fault({.stream = with("1 h") + standbys}),
              HasSubstr("copies in memory are taken more often than checkpoints"));
  EXPECT_THAT(fault({.stream = with("1 s") + standbys}),
              HasSubstr("a copy takes longer than the interval"));
}

TEST(SavesCheck, AStorageThatNobodyWritesToIsNoted) {
  EXPECT_THAT(checked({}).notes, testing::Contains("storage \"scratch\": nobody writes to it"));
}

}  // namespace
}  // namespace gpuscape
