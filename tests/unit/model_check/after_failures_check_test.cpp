/// What a scenario says of jobs after a failure: restarts, the queue, fewer nodes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/base/error.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

std::string fault(const std::string& text) {
  try {
    test::checked(text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

constexpr const char* kFails = R"({"mean_time": "10 d", "repair": {"time": "2 h"}})";

/// Nodes of 8 GPUs, jobs of 32 and 12 of them; `stream` begins what the stream says.
std::string of_32_and_12_gpus(const std::string& stream, const std::string& cluster = "") {
  return R"({"format": 1, "cluster": {"nodes": {"a": {"type": "custom", "count": 7, "gpus": 8}})" +
         (cluster.empty() ? std::string(R"(, "failures": {"f": )") + kFails + "}" : cluster) +
         R"(}, "workload": {"streams": {"s": {)" + stream +
         R"("generate": {"jobs": 1, "load": 0.5, "gpus": {"32": 1, "12": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
}
constexpr const char* kSaves = R"("checkpoint": {"every": "1 h", "write": "1 min"}, )";

TEST(AfterFailuresCheck, WhatJobsDoAfterAFailure) {
  const CheckedScenario checked = test::checked(
      of_32_and_12_gpus(std::string(kSaves) +
                        R"("max_restarts": 3, "requeue": "back", "shrink": {"at_least": 2}, )"));
  const SavesSpec& saves = checked.spec.streams[0].saves;
  EXPECT_EQ(saves.max_restarts, 3);
  EXPECT_TRUE(saves.requeue_at_back);
  EXPECT_EQ(saves.shrink.at_least, 2);
  const SavesSpec none = test::checked(of_32_and_12_gpus("")).spec.streams[0].saves;
  EXPECT_FALSE(none.max_restarts);
  EXPECT_FALSE(none.requeue_at_back);
  EXPECT_EQ(
      test::checked(of_32_and_12_gpus(R"("max_restarts": 0, )")).spec.streams[0].saves.max_restarts,
      0);
  EXPECT_THAT(fault(of_32_and_12_gpus(R"("max_restarts": -1, )")),
              HasSubstr("/workload/streams/s/max_restarts: -1 is too small: at least 0"));
  EXPECT_THAT(fault(of_32_and_12_gpus(R"("max_restarts": 1.5, )")), HasSubstr("max_restarts"));
  EXPECT_THAT(fault(of_32_and_12_gpus(R"("requeue": "middle", )")),
              testing::AllOf(HasSubstr("/workload/streams/s/requeue"), HasSubstr("front"),
                             HasSubstr("back")));
}

TEST(AfterFailuresCheck, JobsOnSeveralNodesThatSaveMayShrink) {
  const auto shrink = [](const std::string& least, const std::string& cluster = "") {
    return fault(
        of_32_and_12_gpus(kSaves + (R"("shrink": {"at_least": )" + least + "}, "), cluster));
  };
  EXPECT_EQ(shrink("3"), "");
  EXPECT_THAT(shrink("4"), testing::AllOf(HasSubstr("/workload/streams/s/shrink/at_least"),
                                          HasSubstr("no job of the stream has more than 4 nodes"),
                                          HasSubstr("at most 3")));
  EXPECT_THAT(shrink("0"), HasSubstr("/workload/streams/s/shrink/at_least"));
  EXPECT_THAT(shrink("-2"), HasSubstr("/workload/streams/s/shrink/at_least"));
  EXPECT_THAT(fault(of_32_and_12_gpus(std::string(kSaves) + R"("shrink": {}, )")),
              HasSubstr("\"at_least\" is missing"));
  EXPECT_THAT(fault(of_32_and_12_gpus(R"("shrink": {"at_least": 1}, )")),
              HasSubstr("a job that saves nothing cannot go on with fewer nodes"));
  EXPECT_THAT(shrink("2", R"(, "networks": {})"), HasSubstr("nothing fails"));
  std::string small = of_32_and_12_gpus(std::string(kSaves) + R"("shrink": {"at_least": 1}, )");
  small.replace(small.find("\"32\""), 4, "\"8\"");
  EXPECT_THAT(fault(small), HasSubstr("no job of the stream has several whole nodes of 8 GPUs"));
  std::string pool = of_32_and_12_gpus(std::string(kSaves) + R"("shrink": {"at_least": 1}, )");
  pool.replace(pool.find(R"({"type": "custom", "count": 7, "gpus": 8})"), 41,
               R"({"type": "pool", "count": 56})");
  EXPECT_THAT(fault(pool), HasSubstr("\"a\" is a pool: its jobs have no nodes"));
}

TEST(AfterFailuresCheck, TransfersNeitherRestartNorShrink) {
  const std::string steps = R"({"format": 1, "cluster": {"nodes": {"a": {"type": "dgx-a100-40gb"}}},
      "workload": {"streams": {"s": {"max_restarts": 1, "requeue": "back", "shrink": {"at_least": 1},
        "transfers": [{"from": "a/0/gpu0", "to": "a/0/gpu1", "bytes": "1 MB"}]}}},
      "run": {"detail": "step"}})";
  for (const char* key : {"max_restarts", "requeue", "shrink"})
    EXPECT_THAT(fault(steps), HasSubstr(std::string("/workload/streams/s/") + key + ": transfers"));
}

}  // namespace
}  // namespace gpuscape
