#include "sim/run/record/workload_use.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Class 0 is an application, 1 the same cut short, 2 sessions with a duty, 3 sessions without.
ScenarioSpec scenario_with_classes() {
  ScenarioSpec scenario;
  scenario.streams.resize(1);
  scenario.streams[0].rules.resize(1);
  scenario.streams[0].classes = {
      {.name = "a", .application = ApplicationSpec{}},
      {.name = "a", .cut_short = true},
      {.name = "interactive", .interactive = true, .gpu_duty = DutySpec{0.25, 0.1, 0.5}},
      {.name = "interactive", .interactive = true}};
  return scenario;
}

RunResult run_of(const std::vector<ClassId>& applications) {
  RunResult run;
  for (const ClassId application : applications) {
    Job job;
    job.run_time = Seconds(100.0);
    job.demand.gpus = 2;
    job.application = application;
    run.jobs.add(job);
  }
  return run;
}

TEST(WorkloadUse, SumsGpuTimeByWhatJobsAre) {
  const auto use =
      workload_use(run_of({ClassId(0), ClassId(1), ClassId(2), ClassId(3), ClassId::none()}),
                   scenario_with_classes());
  ASSERT_TRUE(use.has_value());
  EXPECT_EQ(use->all.jobs, 5);
  ASSERT_EQ(use->applications.size(), 1U);
  EXPECT_EQ(use->applications[0].all.gpu_seconds, GpuSeconds(400.0));
  EXPECT_EQ(use->applications[0].cut_short.jobs, 1);
  EXPECT_EQ(use->interactive.all.jobs, 2);
  EXPECT_EQ(use->interactive.used, GpuSeconds(50.0)) << "a quarter of 200 GPU seconds";
  EXPECT_EQ(use->interactive.used_high, GpuSeconds(100.0));
  EXPECT_EQ(use->without.gpu_seconds, GpuSeconds(200.0));
}

TEST(WorkloadUse, SaysHowMuchIsNotKnown) {
  const auto use = workload_use(run_of({ClassId(0), ClassId(0), ClassId(1), ClassId::none()}),
                                scenario_with_classes());
  EXPECT_THAT(use_phrases(*use),
              ElementsAre("25.0 % of GPU-hours have no application: durations kept",
                          HasSubstr("25.0 % are of jobs that did not complete")));
}

TEST(WorkloadUse, IsNotSpokenOfWithoutRules) {
  ScenarioSpec scenario = scenario_with_classes();
  scenario.streams[0].rules.clear();
  EXPECT_FALSE(workload_use(run_of({ClassId(0)}), scenario).has_value());
}

}  // namespace
}  // namespace gpuscape
