/// Jobs of several tasks, of which none is cut, and jobs without a count of GPUs.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/workload/formats/guess_trace.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

/// The demand of one row, and why it was repaired or dropped.
struct Read {
  Demand demand = {};
  std::string reason = {};
};

/// Beside a row that can be used.
Read row_of(const std::string& header, const std::string& row) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "t", ""}, {"run_time", "d", ""}, {"gpus", "g", ""}};
  for (const auto& [field, name] :
       {std::pair("cores", "c"), {"nodes", "n"}, {"tasks", "k"}, {"instances", "i"}})
    if (header.find(name) != std::string::npos) spec.columns.push_back({field, name, ""});
  std::string good = "1";
  for (auto left = std::ranges::count(header, ','); left > 0; --left) good += ",1";
  const ReadTrace read =
      read_text(spec, "t,d,g" + header + "\n0,9," + row + "\n1,9," + good + "\n");
  Read one;
  if (read.table.size() == 2) one.demand = read.table.job(0).demand;
  if (!read.report.reasons.empty()) one.reason = read.report.reasons[0].reason;
  return one;
}

TEST(CsvTasks, AreNotCut) {
  EXPECT_EQ(row_of(",k", "15,5").demand.tasks(), 5);
  EXPECT_EQ(row_of(",k", "15,5").demand.gpus, 15);
  EXPECT_EQ(row_of(",k", "15,").demand.tasks(), 0);
  EXPECT_EQ(row_of(",k", "16,1").demand.tasks(), 1) << "one task of 16 GPUs needs such a node";
}

TEST(CsvTasks, OfInstancesAreThese) {
  EXPECT_EQ(row_of(",i", "3,5").demand, (Demand{.gpus = 15, .nodes = -5}));
  EXPECT_EQ(row_of(",i", "3,1").demand.tasks(), 0);
  EXPECT_EQ(row_of(",i", "0.5,3").demand, (Demand{.gpus = 2})) << "three halves on two GPUs";
}

TEST(CsvTasks, OfAJobWithoutGpusStayOnOneNode) {
  EXPECT_EQ(row_of(",c,k", "0,8,4").demand, (Demand{.gpus = 0, .milli_cores = 8000}));
}

TEST(CsvTasks, ThatDoNotDivideTheGpusAreIgnoredWithAWord) {
  const std::string uneven =
      "its GPUs are not shared evenly by its tasks, or these by its nodes: cut by GPUs";
  EXPECT_EQ(row_of(",k", "16,5").reason, uneven);
  EXPECT_EQ(row_of(",k", "16,5").demand.nodes, 0);
  EXPECT_EQ(row_of(",n,k", "12,3,4").reason, uneven);
  EXPECT_EQ(row_of(",k", "16,0").reason, "number of tasks is not an integer above 0: cut by GPUs");
  EXPECT_EQ(row_of(",k", "16,x").reason, "number of tasks is not an integer above 0: cut by GPUs");
}

TEST(CsvTasks, SpreadEvenlyOverNodesThatAreSaid) {
  const Read read = row_of(",n,k", "12,2,4");
  EXPECT_EQ(read.demand.nodes, 2);
  EXPECT_EQ(read.reason, "");
}

TEST(CsvTasks, AreWrittenAndReadAgain) {
  const std::string log = "submit_s,run_time_s,gpus,tasks\n0,9,15,5\n";
  const TempFile file("jobs.csv", log);
  EXPECT_EQ(read_text(guess_trace(file.path()), log).table.job(0).demand.tasks(), 5);
}

TEST(CsvRows, WithCoresAndNoCountOfGpusAreJobsWithoutGpus) {
  const Read read = row_of(",c", ",4");
  EXPECT_EQ(read.demand, (Demand{.gpus = 0, .milli_cores = 4000}));
  EXPECT_EQ(read.reason, "GPU count is missing: a job without GPUs, since it asks for cores");
  EXPECT_EQ(row_of(",c", ",0").reason, "GPU count is missing");
}

}  // namespace
}  // namespace gpuscape
