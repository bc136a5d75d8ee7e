/// Shortest remaining time first in rounds, against what Muri's testbed measured (Zhao et al.,
/// SIGCOMM 2022; 64 GPUs on 8 nodes, rounds of 360 s). Its outcome files show that jobs took 1.053
/// times the service that the trace names.

#include <gtest/gtest.h>

#include "sim/workload/formats/read_trace.hpp"
#include "tests/support/run_builders.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr double kServiceFactor = 1.053;

std::vector<Job> served_as_measured(const std::filesystem::path& file) {
  TraceSpec spec;
  spec.file = file.string();
  spec.format = "csv";
  spec.columns = {{"id", "job_id", ""},
                  {"submit", "submit_time", "ms"},
                  {"run_time", "duration", "ms"},
                  {"gpus", "num_gpu", ""}};
  JobTable table;
  read_trace(spec, table);
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < table.size(); ++i) {
    jobs.push_back(table.job(i));
    jobs.back().run_time *= kServiceFactor;
  }
  return jobs;
}

/// The mean of a column of seconds in one of its outcome files.
double measured_mean(const std::filesystem::path& file, const std::string& column) {
  TraceSpec spec;
  spec.file = file.string();
  spec.format = "csv";
  spec.columns = {{"submit", "submit_time", "s"}, {"run_time", column, "s"}};
  JobTable table;
  read_trace(spec, table);
  double sum = 0.0;
  for (std::size_t i = 0; i < table.size(); ++i) sum += table.job(i).run_time.value();
  return sum / static_cast<double>(table.size());
}

TEST(MuriTestbed, MeanCompletionUnderShortestRemainingTimeIsWithinFivePercent) {
  const auto folder = shared_file("data/traces/muri_testbed_2022");
  if (!folder) return;
  const RunResult result =
      test::run_jobs({test::nodes(8, 8)}, served_as_measured(*folder / "cluster_trace.csv.gz"),
                     {.scheduler = "srtf", .scheduler_parameters = R"({"round": "360 s"})"});
  double sum = 0.0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    sum += result.jobs.completion_time(i).value();
  const double measured = measured_mean(*folder / "result_SRTF_jobs.csv.gz", "JCT");
  EXPECT_NEAR(measured, 249140.0, 1.0);  // as the authors' result.out says
  EXPECT_NEAR(sum / static_cast<double>(result.jobs.size()), measured, 0.05 * measured);
}

}  // namespace
}  // namespace gpuscape
