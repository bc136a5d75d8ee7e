#include "sim/study/as_logged.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

Job submitted(double date, double run_time, std::int32_t gpus) {
  Job job;
  job.submit = Seconds(date);
  job.run_time = Seconds(run_time);
  job.demand.gpus = gpus;
  return job;
}

LoadedTrace trace_of(const std::shared_ptr<JobTable>& table) {
  table->finish();
  return {table, {}};
}

std::optional<AsLogged> of(const RunResult& run, const std::vector<LoadedTrace>& traces) {
  return as_logged(run, traces, whole_log(run));
}

TEST(AsLogged, SaysNothingWhereTheLogHasNoStarts) {
  const auto table = std::make_shared<JobTable>();
  table->add(submitted(0, 10, 1));
  RunBuilder run(4);
  run.job(0, 10, 1, 0.0);
  EXPECT_FALSE(of(run.result(), {trace_of(table)}).has_value());
}

TEST(AsLogged, DescribesTheLogAndHowCloseTheReplayComes) {
  const auto table = std::make_shared<JobTable>();
  table->add(submitted(1000, 100, 2), Seconds(1000));   // waits 0 s
  table->add(submitted(1000, 100, 2), Seconds(1800));   // waits 800 s
  table->add(submitted(1000, 100, 2));                  // not known
  table->add(submitted(1000, 100, 4), Seconds(11000));  // waits 10 000 s
  RunBuilder run(4);
  run.job(0, 100, 2, 300.0);    // 300 s off: close
  run.job(0, 100, 2, 400.0);    // 400 s off: not close, a fifth of 800 s is less than 5 min
  run.job(0, 100, 2, 400.0);    // not compared
  run.job(0, 100, 4, 11900.0);  // 1900 s off: close, a fifth of 10 000 s is 2000 s
  const auto logged = of(run.result(), {trace_of(table)});
  ASSERT_TRUE(logged.has_value());
  EXPECT_EQ(logged->jobs, 3);
  EXPECT_EQ(logged->compared, 3);
  EXPECT_DOUBLE_EQ(logged->close_share, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(logged->queue_wait_mean, 3600.0);
  EXPECT_DOUBLE_EQ(logged->queue_wait_p50, 800.0);
  EXPECT_DOUBLE_EQ(logged->completion_mean, 3700.0);
  EXPECT_TRUE(std::isnan(logged->gpus_allocated_share)) << "one job's start is not known";
}

TEST(AsLogged, CallsCloseWhatIsHalfOfAUsualWaitOff) {
  const auto table = std::make_shared<JobTable>();
  RunBuilder run(4);
  // Logged: 20 s for each. Replayed: 2, 4, 8, 10, 12 s off, give or take half of 20 s.
  for (const double off : {2.0, 4.0, 8.0, 10.0, 12.0}) {
    table->add(submitted(0, 100, 1), Seconds(20));
    run.job(0, 100, 1, 20.0 + off);
  }
  const auto logged = of(run.result(), {trace_of(table)});
  EXPECT_DOUBLE_EQ(logged->close_within, 10.0);
  EXPECT_DOUBLE_EQ(logged->close_share, 0.8);
  EXPECT_DOUBLE_EQ(logged->strict_share, 0.2);
}

TEST(AsLogged, CallsThreeSecondsCloseWhereAUsualWaitIsNone) {
  const auto table = std::make_shared<JobTable>();
  RunBuilder run(4);
  for (const double off : {0.0, 3.0, 4.0, 200.0}) {
    table->add(submitted(0, 100, 1), Seconds(0));
    run.job(0, 100, 1, off);
  }
  const auto logged = of(run.result(), {trace_of(table)});
  EXPECT_DOUBLE_EQ(logged->close_within, 3.0);
  EXPECT_DOUBLE_EQ(logged->close_share, 0.5);
}

TEST(AsLogged, AveragesGpusOverTheTimeOfTheReplaysAverages) {
  const auto table = std::make_shared<JobTable>();
  table->add(submitted(0, 1000, 4), Seconds(0));
  table->add(submitted(100, 4000, 4), Seconds(5000));
  RunBuilder run(8);
  run.job(0, 1000, 4, 0.0).job(100, 4000, 4, 100.0);
  const auto logged = of(run.result(), {trace_of(table)});
  ASSERT_TRUE(logged.has_value());
  EXPECT_DOUBLE_EQ(logged->gpus_allocated_share, 4.0 / 8.0) << "in the first 100 s";
}

TEST(AsLogged, PairsJobsByStreamAndOrder) {
  const auto first = std::make_shared<JobTable>();
  first->add(submitted(0, 10, 1), Seconds(50));
  const auto second = std::make_shared<JobTable>();
  second->add(submitted(0, 10, 1), Seconds(0));
  RunResult run;
  run.gpus_total = 4;
  run.end = Seconds(100);
  for (const int stream : {1, 0}) {  // the second stream's job comes first
    Job job = submitted(0, 10, 1);
    job.stream = static_cast<std::uint16_t>(stream);
    const std::uint32_t index = run.jobs.add(job);
    const AllocationSpan span{0, 1};
    run.jobs.start(index, Seconds(stream == 0 ? 50 : 0), {&span, 1});
    run.jobs.end(index, Seconds(90), JobState::completed);
  }
  const auto logged = of(run, {trace_of(first), trace_of(second)});
  ASSERT_TRUE(logged.has_value());
  EXPECT_EQ(logged->close_share, 1.0);
  EXPECT_DOUBLE_EQ(logged->queue_wait_mean, 25.0);
}

/// A log's row of a partition, in a table of its own origins.
void add_row(JobTable& table, const char* partition, double start, CarriedOver past) {
  LoggedJob row;
  static_cast<Job&>(row) = submitted(0, 10, 1);
  row.logged_start = Seconds(start);
  row.partition = partition;
  row.carried_over = past;
  table.add_row(row, 1);
}

TEST(AsLogged, TellsPartitionsApartByFallingGpuTime) {
  const auto table = std::make_shared<JobTable>();
  for (const auto& [partition, start] :
       {std::pair("short", 5), {"long", 100}, {"long", 200}, {"long", 600}})
    add_row(*table, partition, start, CarriedOver::no);
  RunBuilder run(4);
  run.job(0, 10, 1, 7.0).job(0, 10, 1, 10.0).job(0, 10, 1, 20.0).job(0, 10, 1, {});
  run.result().origins = std::make_shared<OriginTable>(table->origins());
  const auto logged = of(run.result(), {trace_of(table)});
  EXPECT_EQ(logged->groups_are, "partition");
  ASSERT_EQ(logged->groups.size(), 2U);
  EXPECT_EQ(logged->groups[0].name, "long");
  EXPECT_DOUBLE_EQ(logged->groups[0].logged_p50, 200.0);
  EXPECT_DOUBLE_EQ(logged->groups[0].replayed_p50, 15.0) << "of the two that started";
  EXPECT_DOUBLE_EQ(logged->groups[1].replayed_p95, 7.0);
}

TEST(AsLogged, LeavesOutWhatWasCarriedOverButCountsItsGpus) {
  const auto table = std::make_shared<JobTable>();
  add_row(*table, "", 0.0, CarriedOver::running);
  add_row(*table, "", 5.0, CarriedOver::no);
  RunBuilder run(4);
  Job before = submitted(0, 10, 1);
  before.carried_over = CarriedOver::running;
  const AllocationSpan span{0, 1};
  run.result().jobs.start(run.result().jobs.add(before), Seconds(0), {&span, 1});
  run.result().jobs.end(0, Seconds(10), JobState::completed);
  run.job(0, 10, 1, 5.0);
  const auto logged = of(run.result(), {trace_of(table)});
  EXPECT_EQ(logged->jobs, 1);
  EXPECT_DOUBLE_EQ(logged->gpus_allocated_share, 20.0 / (4.0 * 15.0));
}

TEST(AsLogged, CountsGpusAsFarAsTheReplayGoes) {
  const auto table = std::make_shared<JobTable>();
  table->add(submitted(0, 100, 4), Seconds(0));
  table->add(submitted(0, 100, 4), Seconds(150));
  RunBuilder run(8);
  run.job(0, 100, 4, 0.0).job(0, 100, 4, 100.0);
  const LoadedTrace trace = trace_of(table);
  // Of 8 GPUs for 200 s: four for 100 s, and four for the 50 s until then.
  EXPECT_DOUBLE_EQ(of(run.result(), {trace})->gpus_allocated_share, 600.0 / 1600.0);
}

}  // namespace
}  // namespace gpuscape
