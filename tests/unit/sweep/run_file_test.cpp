/// A run as a file, and as a row of runs.csv.

#include "sim/report/runs/run_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "sim/report/runs/runs_csv.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::kTime;
using test::sweep_of;
using testing::HasSubstr;

constexpr const char* kVersion = "0.1.0";
const std::string kTen = eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}");

RunRecord made_up() {
  RunRecord record{
      .key = std::string(64, 'a'), .sweep = "s", .index = 3, .axes = {{"n", "8 \"x\""}}};
  record.jobs = 10;
  record.gpus = 8;
  record.replications = 5;
  record.currency = "EUR";
  record.figures = {{.name = "total_cost", .value = 1.0 / 3.0, .low = 0.1, .high = 0.5},
                    {.name = "queue_wait_mean_s", .value = std::nan("")}};
  record.objectives = {{.figure = {.name = "wait", .value = 2.5, .low = 2.0, .high = 3.0},
                        .metric = "queue_wait",
                        .quantile = 0.95,
                        .limit = 2.75,
                        .of_jobs = true,
                        .is_time = true,
                        .met = true}};
  return record;
}

RunFile file_of(const RunRecord& record) {
  RunFile file{.record = record};
  file.add(record);
  return file;
}

TEST(RunFile, IsReadAsItWasWritten) {
  const std::string text = run_file_text(file_of(made_up()), kVersion);
  const ReadRunFile read = read_run_file(text, std::string(64, 'a'));
  ASSERT_TRUE(read.run) << read.fault;
  EXPECT_EQ(read.version, kVersion);
  EXPECT_EQ(run_file_text(*read.run, kVersion), text);
  const RunRecord record = read.run->records().at(0);
  EXPECT_EQ(record.index, 3);
  EXPECT_EQ(record.figure("total_cost")->value, 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(record.figure("queue_wait_mean_s")->value));
  EXPECT_FALSE(verdict_of(record.objectives.at(0)).is_certain());
  EXPECT_EQ(runs_csv(read.run->records()), runs_csv(std::vector<RunRecord>{made_up()}));
}

TEST(RunFile, AnyByteThatIsAnotherIsFound) {
  const std::string text = run_file_text(file_of(made_up()), kVersion);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_NE(read_run_file(damaged, std::string(64, 'a')).fault, "") << at;
    EXPECT_NE(read_run_file(text.substr(0, at), std::string(64, 'a')).fault, "") << at;
  }
  EXPECT_EQ(read_run_file(text, std::string(64, 'b')).fault,
            "it is of another run than its name says");
}

// Every column that is no axis is refused as the name of one.
TEST(RunsCsv, HasNoTwoColumnsOfOneName) {
  const std::string table = runs_csv(sweep_of(kTen).records);
  std::istringstream head(table.substr(0, table.find('\n')));
  int columns = 0;
  for (std::string name; std::getline(head, name, ',');) {
    if (name == "nodes" || name == "time") continue;
    ++columns;
    EXPECT_THAT(fault_of([&] {
                  test::space_of(
                      eight_jobs("{\"" + name + R"(": {"set": "/run/seed", "values": [1, 2]}})"));
                }),
                HasSubstr("\"" + name + "\" is a column of runs.csv already"));
  }
  EXPECT_GT(columns, 40);
}

TEST(RunsCsv, QuotesAndLeavesEmptyWhatARunLacks) {
  RunRecord faulty{.key = "k", .index = 4, .axes = {{"n", "9"}}, .fault = "no, \"never\""};
  EXPECT_EQ(runs_csv(std::vector<RunRecord>{made_up(), faulty}),
            "design,n,fault,infeasible,jobs,replications,precision_reached,unfinished,never_fit,"
            "overloaded,nothing_started,total_cost,total_cost_low,total_cost_high,"
            "queue_wait_mean_s,currency,cost_is_at_least,wait,wait_low,wait_high,wait_met,key\n"
            "3,\"8 \"\"x\"\"\",,no,10,5,yes,0,0,no,no,0.3333333333333333,0.1,0.5,,EUR,no,2.5,2,3,"
            "yes," +
                std::string(64, 'a') +
                "\n"
                "4,9,\"no, \"\"never\"\"\",no,,,,,,,,,,,,,,,,,,k\n");
}

}  // namespace
}  // namespace gpuscape
