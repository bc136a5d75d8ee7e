#include "sim/study/logged_timeline.hpp"

#include <gmock/gmock.h>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

LoadedTrace trace_with(const std::vector<std::pair<Job, double>>& rows) {
  auto table = std::make_shared<JobTable>();
  for (const auto& [job, start] : rows) table->add(job, Seconds(start));
  table->finish();
  LoadedTrace trace;
  trace.table = std::move(table);
  return trace;
}

Job job_of(std::int32_t gpus, Seconds run_time) {
  Job job;
  job.run_time = run_time;
  job.demand.gpus = gpus;
  return job;
}

RunResult run_of(std::size_t intervals) {
  RunResult run;
  run.timeline.interval = 60_s;
  run.timeline["gpus_allocated"].assign(intervals, 0.0);
  return run;
}

TEST(LoggedTimeline, HoldsGpusFromTheLoggedStartForTheRunTime) {
  // Four GPUs from 30 s to 150 s; two from 60 s to 90 s.
  const LoadedTrace trace = trace_with({{job_of(4, 120_s), 30.0}, {job_of(2, 30_s), 60.0}});
  EXPECT_THAT(gpus_as_logged(run_of(4), {trace}),
              ElementsAre(DoubleEq(2.0), DoubleEq(5.0), DoubleEq(2.0), DoubleEq(0.0)));
}

TEST(LoggedTimeline, CutsWhatLiesBeyondTheRun) {
  const LoadedTrace trace = trace_with({{job_of(4, 1000_s), 60.0}, {job_of(1, 60_s), 500.0}});
  EXPECT_THAT(gpus_as_logged(run_of(2), {trace}), ElementsAre(DoubleEq(0.0), DoubleEq(4.0)));
}

TEST(LoggedTimeline, IsEmptyWhereNoLogSaysWhenItsJobsStarted) {
  auto table = std::make_shared<JobTable>();
  table->add(job_of(4, 120_s));
  table->finish();
  LoadedTrace trace;
  trace.table = table;
  EXPECT_TRUE(gpus_as_logged(run_of(4), {trace}).empty());
}

}  // namespace
}  // namespace gpuscape
