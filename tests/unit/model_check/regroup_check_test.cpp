/// Running jobs that move or change their size: what does not go with it, and where it is said.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/base/error.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string scenario(const std::string& scheduler, const std::string& stream = "",
                     const std::string& node = R"("type": "dgx-a100-40gb", "count": 4)") {
  return R"({"format": 1, "cluster": {"nodes": {"a": {)" + node + R"(}}},
      "workload": {"streams": {"training": {)" +
         stream + R"("generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
      "run_time": {"distribution": "constant", "value": "1 h"}}}}}, "scheduler": {)" +
         scheduler + "}}";
}

std::string fault(const std::string& text) {
  try {
    test::checked(text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(RegroupCheck, WhatIsWrittenIsRead) {
  const ScenarioSpec spec =
      test::checked(scenario(R"("defragment": {"pause": "2 min", "state": "40 GB",
          "bandwidth": "10 GB/s", "when": "always", "at_most": 3, "streams": ["training"]},
          "decision_time": {"every": "30 s", "rate": 10})",
                             R"("elastic": {"min": 2, "max": 8, "pause": "1 min"},)"))
          .spec;
  ASSERT_TRUE(spec.scheduler.defragment);
  EXPECT_EQ(spec.scheduler.defragment->pause, Seconds(120));
  EXPECT_EQ(spec.scheduler.defragment->state / spec.scheduler.defragment->bandwidth, Seconds(4));
  EXPECT_FALSE(spec.scheduler.defragment->only_where_it_pays);
  EXPECT_EQ(spec.scheduler.defragment->at_most, 3U);
  EXPECT_EQ(spec.scheduler.decision_time.every, Seconds(30));
  EXPECT_EQ(spec.scheduler.decision_time.each, Seconds(0.1));
  EXPECT_EQ(spec.streams[0].saves.elastic.min, 2U);
  EXPECT_EQ(spec.streams[0].saves.elastic.max, 8U);
}

TEST(RegroupCheck, StateNeedsABandwidth) {
  EXPECT_THAT(fault(scenario(R"("defragment": {"pause": "1 min", "state": "40 GB"})")),
              AllOf(HasSubstr("/scheduler/defragment/state"), HasSubstr("\"bandwidth\"")));
}

TEST(RegroupCheck, AStreamThatIsNotThereIsNamed) {
  EXPECT_THAT(fault(scenario(R"("defragment": {"pause": "1 min", "streams": ["trainning"]})")),
              AllOf(HasSubstr("no stream is called \"trainning\""), HasSubstr("training\"?")));
}

TEST(RegroupCheck, PodsOneByOneDoNotMove) {
  EXPECT_THAT(
      fault(scenario(
          R"("policy": "kubernetes", "backfill": "none", "defragment": {"pause": "1 min"})")),
      HasSubstr("\"kubernetes\" starts pods one by one"));
}

TEST(RegroupCheck, APoolHasNoNodesToMoveBetween) {
  const std::string pool = R"("type": "pool", "count": 64)";
  EXPECT_THAT(fault(scenario(R"("defragment": {"pause": "1 min"})", "", pool)),
              HasSubstr("a pool has no nodes"));
  EXPECT_THAT(fault(scenario("", R"("elastic": {"min": 1, "max": 2},)", pool)),
              HasSubstr("jobs on a pool have no nodes"));
}

TEST(RegroupCheck, TheLeastIsNoMoreThanTheMost) {
  EXPECT_THAT(fault(scenario("", R"("elastic": {"min": 3, "max": 2},)")),
              AllOf(HasSubstr("/workload/streams/training/elastic/min"),
                    HasSubstr("3 nodes are more than \"max\", 2")));
}

TEST(RegroupCheck, ElasticIsNotForPoliciesThatCountWhatJobsAskFor) {
  const auto under = [](const std::string& policy) {
    return fault(scenario(fmt::format(R"("policy": {}, "backfill": "none")", policy),
                          R"("elastic": {"min": 1, "max": 2},)"));
  };
  EXPECT_THAT(
      under(R"({"type": "cohorts", "queues": {"a": {"default": true, "gpus": {"nominal": 8}}}})"),
      HasSubstr("\"cohorts\" counts what jobs ask for"));
  EXPECT_EQ(under(R"({"type": "quota-tree", "queues": {"a": {"default": true}}})"), "");
}

TEST(RegroupCheck, ElasticExcludesStandbys) {
  EXPECT_THAT(fault(scenario("", R"("elastic": {"min": 1, "max": 2}, "standbys": {"nodes": 1},)")),
              HasSubstr("one of \"elastic\", \"shrink\" and \"standbys\""));
}

}  // namespace
}  // namespace gpuscape
