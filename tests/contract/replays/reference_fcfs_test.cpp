/// Strict first-come-first-served over a pool, against waiting times on which two independent
/// programs agreed (reference_fcfs.csv of the shared trace collection): every row, to the digits
/// printed there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/workload/formats/read_trace.hpp"
#include "tests/support/run_builders.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

struct Row {
  std::string file;
  std::vector<double>
      numbers;  // processors, jobs, mean, p50, p95, p99, max, share of zero, makespan, utilisation
};

std::vector<Row> read_reference(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    Row row;
    std::getline(cells, row.file, ',');
    for (std::string cell; std::getline(cells, cell, ',');) row.numbers.push_back(std::stod(cell));
    rows.push_back(row);
  }
  return rows;
}

TraceSpec trace_of(const std::filesystem::path& folder, const std::string& file) {
  TraceSpec spec;
  spec.file = (folder / file).string();
  spec.file_as_written = file;
  spec.format = file.find(".swf") != std::string::npos ? "swf"
                : file.starts_with("philly")           ? "philly-csv"
                                                       : "csv";
  if (file.starts_with("tiresias")) {
    spec.columns = {{"id", "job_id", ""},
                    {"submit", "submit_time", "s"},
                    {"run_time", "duration", "s"},
                    {"gpus", "num_gpu", ""}};
  } else if (file.starts_with("muri")) {
    spec.columns = {{"id", "job_id", ""},
                    {"submit", "submit_time", "ms"},
                    {"run_time", "duration", "ms"},
                    {"gpus", "num_gpu", ""}};
  } else if (file.starts_with("surf")) {
    spec.columns = {{"submit", "submit_s", "s"},
                    {"run_time", "duration_s", "s"}};  // one job = one unit
  }
  return spec;
}

double quantile(const std::vector<double>& sorted, double q) {
  const double at = static_cast<double>(sorted.size() - 1) * q;
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - std::floor(at));
}

double rounded(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  return std::round(value * scale) / scale;
}

/// The columns of the reference from our result.
std::vector<double> figures(const RunResult& result, double processors) {
  std::vector<double> waits;
  double sum = 0.0;
  double last_end = 0.0;
  double busy = 0.0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    waits.push_back(result.jobs.wait(i).value());
    sum += waits.back();
    last_end = std::max(last_end, result.jobs.segments(i).front().end.value());
    busy += result.jobs.run_time(i).value() * result.jobs.demand(i).gpus;
  }
  std::sort(waits.begin(), waits.end());
  const auto count = static_cast<double>(waits.size());
  const auto zeros = static_cast<double>(std::count(waits.begin(), waits.end(), 0.0));
  return {processors,
          count,
          rounded(sum / count, 3),
          rounded(quantile(waits, 0.5), 2),
          rounded(quantile(waits, 0.95), 2),
          rounded(quantile(waits, 0.99), 2),
          waits.back(),
          rounded(zeros / count, 6),
          last_end,
          rounded(busy / processors / last_end, 6)};
}

TEST(ReferenceFcfs, IsReproducedToTheDigitsPrinted) {
  const auto folder = shared_file("data/traces");
  if (!folder) return;
  const std::vector<Row> rows = read_reference(*folder / "reference_fcfs.csv");
  ASSERT_EQ(rows.size(), 11U);
  for (const Row& row : rows) {
    auto table = std::make_shared<JobTable>();
    read_trace(trace_of(*folder, row.file), *table);
    RunState state(Platform({test::pool(static_cast<std::int32_t>(row.numbers[0]))}),
                   test::make_policies({}), make_table_source(table, 0));
    run_natively(state.simulation(), kForever, {});
    const std::vector<double> ours = figures(state.take_result({}), row.numbers[0]);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_NEAR(ours[i], row.numbers[i], 1e-9 * std::abs(row.numbers[i]))
          << row.file << " on " << row.numbers[0] << ", column " << i;
    }
  }
}

}  // namespace
}  // namespace gpuscape
