#include "sim/study/replication_shelf.hpp"

#include <gtest/gtest.h>

#include "sim/report/run/result_json.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

CheckedScenario generated() {
  return test::checked(R"({"format": 1, "cluster": {"nodes": {"n": {"type": "pool", "count": 8}}},
      "workload": {"streams": {"jobs": {"generate": {"duration": "5 d", "load": 0.6,
      "gpus": {"1": 1}, "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
      "run": {"replications": 7}})");
}

std::shared_ptr<const RunResult> run_of(std::size_t jobs) {
  auto run = std::make_shared<RunResult>();
  for (std::size_t i = 0; i < jobs; ++i) run->jobs.add(Job{});
  return run;
}

std::string bytes(const CheckedScenario& scenario, ReplicationShelf* shelf) {
  StudyOptions options;
  options.shelf = shelf;
  return result_json(test::study(scenario, options), {});
}

TEST(ReplicationShelf, ChangesNoResult) {
  const CheckedScenario scenario = generated();
  ReplicationShelf shelf;
  const std::string alone = bytes(scenario, nullptr);
  EXPECT_EQ(bytes(scenario, &shelf), alone);  // fills it
  EXPECT_EQ(bytes(scenario, &shelf), alone);  // takes from it
}

TEST(ReplicationShelf, KeepsWhatAStudyRuns) {
  const CheckedScenario scenario = generated();
  ReplicationShelf shelf;
  bytes(scenario, &shelf);
  const auto before = shelf.find(6);
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(shelf.find(7), nullptr);
  bytes(scenario, &shelf);
  EXPECT_EQ(shelf.find(6), before);
}

TEST(ReplicationShelf, IsWhereAStudyTakesRunsFrom) {
  const CheckedScenario scenario = generated();
  ReplicationShelf shelf;
  const std::string alone = bytes(scenario, &shelf);
  shelf.lend(1, shelf.find(2));
  EXPECT_NE(bytes(scenario, &shelf), alone);
}

TEST(ReplicationShelf, KeepsNoMoreThanThereIsRoomFor) {
  ReplicationShelf shelf(1'000'000);
  shelf.keep(1, run_of(5000));  // more than 100 bytes each, fewer than 200
  shelf.keep(2, run_of(5000));
  EXPECT_NE(shelf.find(1), nullptr);
  EXPECT_EQ(shelf.find(2), nullptr);
  shelf.keep(3, run_of(10));
  EXPECT_NE(shelf.find(3), nullptr);
}

TEST(ReplicationShelf, WhatIsLentTakesNoRoom) {
  ReplicationShelf shelf(0);
  shelf.lend(0, run_of(5000));
  EXPECT_NE(shelf.find(0), nullptr);
}

}  // namespace
}  // namespace gpuscape
