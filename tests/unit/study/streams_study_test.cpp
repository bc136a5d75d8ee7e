/// Closed streams, objectives of some jobs, and parts of logs, from the scenario to the answer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/scenario/load/loader.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

StudyResult study(const std::string& text, const std::string& file = "test.json") {
  return test::study(test::checked(text, file));
}

std::string closed(const std::string& more) {
  return R"({"format": 1, "cluster": {"nodes": {"pool": {"type": "pool", "count": 2}}},
    "workload": {"streams": {"jobs": {"closed": {"jobs": 3, "duration": "400 d",
      "run_time": {"distribution": "exponential", "mean": "1 h"})" +
         more + "}}}}}";
}

TEST(ClosedStudy, ReachesTheThroughputOfTheMachineRepairModel) {
  // Three jobs, two servers, exponential running and thinking of 1 h each. With n in the system
  // p_n is proportional to 1, 3, 3, 1.5; throughput is (3 · 1 + 3 · 2 + 1.5 · 2) / 8.5 per hour.
  const StudyResult result =
      study(closed(R"(, "think_time": {"distribution": "exponential", "mean": "1 h"})"));
  EXPECT_NEAR(result.estimates["jobs_per_hour"].value, 12.0 / 8.5, 0.02 * 12.0 / 8.5);
  EXPECT_NEAR(result.estimates["gpu_hours_per_hour"].value, 12.0 / 8.5, 0.03 * 12.0 / 8.5);
  EXPECT_GE(result.replications, 5);
}

TEST(ClosedStudy, WithoutThinkingTheClusterIsFull) {
  const StudyResult result = study(closed(""));
  EXPECT_NEAR(result.estimates["gpu_hours_per_hour"].value, 2.0, 0.02);
  EXPECT_FALSE(result.overloaded()) << "what circulates is no open-loop load";
}

/// Two users on one GPU: ann's jobs run, bob's wait for them.
class LogStudy : public ::testing::Test {
 protected:
  LogStudy() {
    std::ofstream(folder_.path() / "log.csv") << "t,s,d,u\n"
                                                 "0,0,1000,ann\n0,1000,10,bob\n"
                                                 "2000,2000,1000,ann\n2500,3100,10,bob\n";
  }
  [[nodiscard]] StudyResult run(const std::string& trace, const std::string& more) const {
    return study(R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1}}},
      "workload": {"streams": {"log": {"trace": {"format": "csv", "file": "log.csv", "columns":
        {"submit": "t", "start": "s", "run_time": "d", "user": "u"})" +
                     trace + "}}}}" + more + "}",
                 (folder_.path() / "s.json").string());
  }

 private:
  ScratchFolder folder_;
};

std::string slo(const std::string& where) {
  return R"(, "slo": {"s": {"metric": "queue_wait", "quantile": 1, "at_most": "100 s", "where": )" +
         where + "}}";
}

TEST_F(LogStudy, AnObjectiveIsOfTheJobsThatItMeans) {
  const StudyResult ann = run("", slo(R"({"user": "ann"})"));
  EXPECT_TRUE(ann.slo[0].met);
  EXPECT_EQ(ann.slo[0].value.value, 0.0);
  const StudyResult bob = run("", slo(R"({"user": "b*"})"));
  EXPECT_FALSE(bob.slo[0].met);
  EXPECT_EQ(bob.slo[0].value.value, 1000.0);
}

TEST_F(LogStudy, AnObjectiveThatMeansNobodyIsNotMet) {
  const StudyResult result = run("", slo(R"({"user": "carl"})"));
  EXPECT_TRUE(std::isnan(result.slo[0].value.value));
  EXPECT_FALSE(result.slo[0].met);
}

TEST_F(LogStudy, RefusesAnObjectiveByWhatNoLogSays) {
  EXPECT_THROW((void)run("", slo(R"({"qos": "high"})")), ScenarioError);
}

TEST_F(LogStudy, WhatWasCarriedOverOccupiesTheClusterAndIsNotCounted) {
  // From 2400 s on: ann's second job has 600 s left, bob's second comes 100 s later.
  const StudyResult result = run(R"(, "from": "2400 s")", "");
  EXPECT_EQ(result.jobs, 1);
  EXPECT_EQ(result.estimates["queue_wait_mean_s"].value, 500.0);
  EXPECT_EQ(result.first.jobs.size(), 2U);
}

}  // namespace
}  // namespace gpuscape
