#include "sim/live/log_cut.hpp"

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

/// Logs with a job at each of these dates.
RunInputs logs(const std::vector<std::vector<double>>& dates) {
  RunInputs inputs;
  for (const std::vector<double>& of_log : dates) {
    auto table = std::make_shared<JobTable>();
    for (const double date : of_log) table->add(test::job(date, 1, 60.0), Seconds(date + 5.0));
    inputs.traces.push_back({.table = std::move(table), .report = {}});
  }
  return inputs;
}

TEST(LogCut, LeavesAboutAsManyJobsAsAskedFor) {
  const auto cut = cut_after(logs({{0.0, 10.0, 20.0, 30.0}, {5.0, 25.0}}), 3);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->covers, Seconds(20.0));
  EXPECT_EQ(cut->inputs.traces[0].table->size(), 2U);
  EXPECT_EQ(cut->inputs.traces[1].table->size(), 1U);
}

TEST(LogCut, KeepsWhenJobsStarted) {
  const auto cut = cut_after(logs({{0.0, 10.0, 20.0}}), 2);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->inputs.traces[0].table->started_in_log(), 2U);
  EXPECT_EQ(cut->inputs.traces[0].table->logged_start(1), Seconds(15.0));
}

TEST(LogCut, EndsAfterWholeDays) {
  const double day = 86400.0;
  const auto cut = cut_after(logs({{0.0, 1.5 * day, 1.9 * day, 2.2 * day, 3.0 * day}}), 3);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->covers, 2_d);
  EXPECT_EQ(jobs_of(cut->inputs), 3U);
}

TEST(LogCut, IsNoneOfNothingAndOfAll) {
  const RunInputs inputs = logs({{0.0, 10.0, 20.0}});
  EXPECT_FALSE(cut_after(inputs, 0));
  EXPECT_FALSE(cut_after(inputs, 3));
  EXPECT_FALSE(cut_after(logs({{0.0, 0.0, 0.0}}), 1));
  EXPECT_FALSE(cut_after(RunInputs{}, 0));
}

TEST(LogCut, KeepsDependenciesOnEarlierJobs) {
  auto table = std::make_shared<JobTable>();
  for (const std::int64_t id : {1, 2, 3}) {
    LoggedJob row{};
    static_cast<Job&>(row) = test::job(10.0 * static_cast<double>(id), 1, 60.0);
    row.id = id;
    if (id > 1) row.after_ids = {{id - 1}};
    table->add_row(row, id);
  }
  table->finish();
  const auto cut = table->submitted_before(Seconds(20.0));
  EXPECT_EQ(cut->size(), 2U);
  EXPECT_EQ(cut->job(1).after.index(), 0U);
}

}  // namespace
}  // namespace gpuscape
