/// Jobs in circulation, from the source to the run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "sim/run/run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {
namespace {

using ::testing::ElementsAre;

DistributionSpec constant(double value) { return {.kind = "constant", .first = value}; }

ScenarioSpec closed_scenario(const ClosedSpec& closed, std::uint32_t nodes, std::int32_t gpus) {
  ScenarioSpec scenario;
  ModelSpec model{.type = "custom", .parameters = JsonValue::make_object(), .pointer = ""};
  model.parameters.set("count", JsonValue::make_integer(nodes));
  model.parameters.set("gpus", JsonValue::make_integer(gpus));
  scenario.cluster.nodes.push_back({"gpu", model});
  for (auto [spec, type] : {std::pair(&scenario.scheduler.policy, "fifo"),
                            std::pair(&scenario.scheduler.backfill, "none"),
                            std::pair(&scenario.scheduler.placement, "pack")})
    *spec = {.type = type, .parameters = JsonValue::make_object(), .pointer = ""};
  scenario.streams.emplace_back();
  scenario.streams[0].name = "closed";
  scenario.streams[0].closed = closed;
  return scenario;
}

RunResult run_closed(const ScenarioSpec& spec) {
  const CheckedScenario scenario = checked(spec);
  Run run(scenario, load_traces(spec));
  run.step_until(kForever, {});
  return run.finish();
}

ClosedSpec closed_spec(std::int64_t jobs, double run_time, double duration) {
  ClosedSpec spec;
  spec.jobs = jobs;
  spec.run_time = constant(run_time);
  spec.duration = Seconds(duration);
  return spec;
}

std::vector<double> submits(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    dates.push_back(result.jobs.submit(i).value());
  return dates;
}

TEST(ClosedStream, AJobFollowsWhenTheOneBeforeHasEnded) {
  const RunResult result = run_closed(closed_scenario(closed_spec(2, 10.0, 25.0), 1, 2));
  EXPECT_THAT(submits(result), ElementsAre(0.0, 0.0, 10.0, 10.0, 20.0, 20.0));
}

TEST(ClosedStream, NothingIsSubmittedFromItsDurationOn) {
  EXPECT_EQ(run_closed(closed_scenario(closed_spec(1, 10.0, 20.0), 1, 1)).jobs.size(), 2U);
  EXPECT_EQ(run_closed(closed_scenario(closed_spec(1, 10.0, 20.1), 1, 1)).jobs.size(), 3U);
}

TEST(ClosedStream, ThinksBeforeItSubmitsAgain) {
  ClosedSpec spec = closed_spec(1, 10.0, 40.0);
  spec.think_time = constant(5.0);
  EXPECT_THAT(submits(run_closed(closed_scenario(spec, 1, 1))), ElementsAre(0.0, 15.0, 30.0));
}

TEST(ClosedStream, WhatTheClusterCannotRunWaitsInTheQueue) {
  // Three in circulation, two can run: 2 jobs end every 10 s.
  const RunResult result = run_closed(closed_scenario(closed_spec(3, 10.0, 30.0), 1, 2));
  EXPECT_THAT(start_dates(result), ElementsAre(0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0));
}

TEST(ClosedStream, OnePerNodeTakesTheWholeNode) {
  ClosedSpec spec = closed_spec(1, 10.0, 5.0);
  spec.per = ClosedSpec::Per::node;
  const RunResult result = run_closed(closed_scenario(spec, 3, 8));
  ASSERT_EQ(result.jobs.size(), 3U);
  EXPECT_EQ(result.jobs.demand(2).gpus, 8);
  spec.per = ClosedSpec::Per::gpu;
  EXPECT_EQ(run_closed(closed_scenario(spec, 3, 8)).jobs.size(), 24U);
}

TEST(ClosedStream, ComesBetweenTheJobsOfOthersByDate) {
  ScenarioSpec scenario = closed_scenario(closed_spec(1, 7.0, 30.0), 1, 8);
  GenerateSpec generate;
  generate.jobs = 20;
  generate.jobs_per_hour = 3600.0;
  generate.gpus = {{1, 1.0}};
  generate.run_time = constant(1.0);
  scenario.streams.emplace_back();
  scenario.streams[1].name = "open";
  scenario.streams[1].generate = generate;
  const std::vector<double> dates = submits(run_closed(scenario));
  EXPECT_EQ(dates.size(), 25U) << "20 and those of 0, 7, 14, 21, 28 s";
  EXPECT_TRUE(std::ranges::is_sorted(dates));
}

TEST(ClosedStream, AJobDrawsByItsPlaceAndNumberWhateverEndsFirst) {
  ClosedSpec spec = closed_spec(4, 0.0, 3000.0);
  spec.run_time = {.kind = "exponential", .first = 100.0};
  const auto by_id = [&](std::int32_t gpus) {
    const RunResult result = run_closed(closed_scenario(spec, 1, gpus));
    std::map<std::int64_t, double> run_times;
    for (std::size_t i = 0; i < result.jobs.size(); ++i)
      run_times[result.jobs.id(i)] = result.jobs.run_time(i).value();
    return run_times;
  };
  const auto few = by_id(2);
  const auto many = by_id(4);
  EXPECT_GT(many.size(), few.size());
  for (const auto& [id, run_time] : few) EXPECT_EQ(many.at(id), run_time) << id;
}

}  // namespace
}  // namespace gpuscape::test
