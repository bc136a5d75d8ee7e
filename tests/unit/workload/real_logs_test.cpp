/// The public logs against what is published about them beside the files (rows, means) and what an
/// awk one-liner over the decompressed file gives.

#include <gtest/gtest.h>

#include "sim/scenario/load/loader.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

TraceSpec job_columns(std::string_view unit) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "submit_time", std::string(unit)},
                  {"run_time", "duration", std::string(unit)},
                  {"gpus", "num_gpu", ""},
                  {"id", "job_id", ""}};
  return spec;
}

TraceSpec surf_columns() {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "submit_s", "s"},
                  {"run_time", "duration_s", "s"},
                  {"cores", "cpus", ""},
                  {"memory", "mem_mb", "MB"},
                  {"id", "job_id", ""}};
  return spec;
}

/// The columns of a map that comes with the program.
TraceSpec mapped(const std::string& map) {
  const auto scenario = load_scenario_text(
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "pool", "count": 1}}}, "workload":
          {"streams": {"j": {"trace": {"format": "csv", "file": "f", "columns": ")" +
          map + R"("}}}}})",
      "s.json");
  scenario.throw_if_issues();
  return *scenario.spec.streams.at(0).trace;
}

/// Reads data/traces/`name`; none, with the test marked, where the file is absent.
std::optional<ReadTrace> read_shared(TraceSpec spec, const std::string& name) {
  const auto file = shared_file("data/traces/" + name);
  if (!file) {
    return std::nullopt;
  }
  spec.file = file->string();
  ReadTrace read;
  read.report = read_trace(spec, read.table);
  EXPECT_EQ(read.report.dropped(), 0);
  EXPECT_EQ(read.report.repaired(), 0);
  EXPECT_EQ(read.report.rows, static_cast<std::int64_t>(read.table.size()));
  return read;
}

struct Means {
  double gpus = 0.0;
  double run_time = 0.0;
  double gpu_hours = 0.0;  ///< in all
};

Means means_of(const JobTable& table) {
  Means means;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Job job = table.job(i);
    means.gpus += job.demand.gpus;
    means.run_time += job.run_time.value();
    means.gpu_hours += job.demand.gpus * job.run_time.value() / 3600.0;
  }
  means.gpus /= static_cast<double>(table.size());
  means.run_time /= static_cast<double>(table.size());
  return means;
}

TEST(RealLog, PhillyHasItsJobsGangsAndHours) {
  const auto read =
      read_shared(trace_spec("philly-csv"), "philly/philly_2017-09-18_2017-11-19.csv.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 68043U);
  const Means means = means_of(read->table);
  EXPECT_NEAR(means.gpus, 1.26, 0.005);
  EXPECT_NEAR(means.run_time, 12354, 0.5);
  EXPECT_NEAR(means.gpu_hours, 775989, 0.5);
  EXPECT_EQ(read->table.job(0).id, 2278);
}

TEST(RealLog, NasaHasItsJobsAndUtilisation) {
  const auto read = read_shared(swf_spec(), "swf/NASA-iPSC-1993-3.1-cln.swf.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 18239U);
  const double makespan_hours = 7949022.0 / 3600.0;  // reference_fcfs.csv
  EXPECT_NEAR(means_of(read->table).gpu_hours / (128 * makespan_hours), 0.466093, 5e-7);
  EXPECT_EQ(read->report.unix_origin, Seconds(749458803));
}

TEST(RealLog, RiccHasItsJobsLimitsAndUtilisation) {
  const auto read = read_shared(swf_spec(), "swf/RICC-2010-2.swf.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 447794U);
  EXPECT_EQ(read->report.without_time_limit, 2);
  const double makespan_hours = 13484620.0 / 3600.0;  // reference_fcfs.csv
  EXPECT_NEAR(means_of(read->table).gpu_hours / (8192 * makespan_hours), 0.854727, 5e-7);
}

TEST(RealLog, LublinHasItsJobsAndIsOverloaded) {
  const auto read = read_shared(swf_spec(), "swf/lublin_256.swf.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 10000U);
  const Seconds last = read->table.job(9999).submit;
  EXPECT_NEAR(means_of(read->table).gpu_hours / (last / 1_h), 272.0, 0.5);
  EXPECT_EQ(read->report.unix_origin, std::nullopt);
}

TEST(RealLog, TiresiasHasSixtyJobs) {
  const auto read = read_shared(job_columns("s"), "tiresias_2019/60_job.csv");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 60U);
  const double makespan_hours = 3335.0 / 3600.0;  // reference_fcfs.csv, on 16
  EXPECT_NEAR(means_of(read->table).gpu_hours / (16 * makespan_hours), 0.498951, 5e-7);
}

TEST(RealLog, MuriHasItsJobsInMilliseconds) {
  const auto read = read_shared(job_columns("ms"), "muri_testbed_2022/cluster_trace.csv.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 400U);
  EXPECT_NEAR(means_of(read->table).gpu_hours, 61344, 0.5);
}

TEST(RealLog, TheSurfWeekHasItsJobsOnOneNodeEach) {
  const auto read = read_shared(surf_columns(), "surf_lisa_2022/surf_week_2022-10-07_tasks.csv.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 7850U);
  const Job job = read->table.job(0);
  EXPECT_EQ(job.demand,
            (Demand{.gpus = 1, .milli_cores = 16000, .memory_mib = 95368}));  // ⌈1e11 / 2^20⌉
  const double makespan_hours = 604800.0 / 3600.0;  // reference_fcfs.csv, on 277
  EXPECT_NEAR(means_of(read->table).gpu_hours / (277 * makespan_hours), 0.416664, 5e-7);
}

TEST(RealLog, TheSurfQuarterHasItsJobs) {
  const auto read =
      read_shared(surf_columns(), "surf_lisa_2022/surf_lisa_2022-07_to_2022-09.csv.gz");
  if (!read) return;
  EXPECT_EQ(read->table.size(), 124833U);
  EXPECT_NEAR(means_of(read->table).run_time, 7704, 0.5);
}

TEST(RealLog, EagleIsReadByItsMap) {
  TraceSpec spec = mapped("eagle");
  const auto file = shared_file("data/traces/slurm_eagle_2019/sample_eagle_data.csv");
  if (!file) return;
  spec.file = file->string();
  ReadTrace read;
  read.report = read_trace(spec, read.table);
  EXPECT_EQ(read.table.size(), 1000U);
  EXPECT_EQ(read.table.started_in_log(), 1000U);
  // tail -n +2 FILE | cut -d, -f1 | sort | uniq | wc -l: 549 ids, arrays have one.
  EXPECT_EQ(read.report.repaired(), 451);
}

TEST(RealLog, MuriAndTiresiasAreReadByTheirMaps) {
  const auto muri = read_shared(mapped("muri"), "muri_testbed_2022/cluster_trace.csv.gz");
  const auto tiresias = read_shared(mapped("tiresias"), "tiresias_2019/60_job.csv");
  if (!muri || !tiresias) return;
  EXPECT_NEAR(means_of(muri->table).gpu_hours, 61344, 0.5);
  EXPECT_EQ(tiresias->table.size(), 60U);
}

TEST(RealLog, SurfIsReadByItsMapsAsJobsOfCoresAlone) {
  const auto week =
      read_shared(mapped("surf-week"), "surf_lisa_2022/surf_week_2022-10-07_tasks.csv.gz");
  const auto quarter =
      read_shared(mapped("surf-lisa"), "surf_lisa_2022/surf_lisa_2022-07_to_2022-09.csv.gz");
  if (!week || !quarter) return;
  EXPECT_EQ(week->table.job(0).demand, (Demand{.milli_cores = 16000, .memory_mib = 95368}));
  EXPECT_EQ(quarter->table.size(), 124833U);
  EXPECT_EQ(quarter->report.unix_origin, Seconds(1656604920));  // the first row's submit_s
}

// The README beside the files: 8 152 pods, 7 064 with GPUs, 3 078 of them fractional, 897 pending.
TEST(RealLog, OpenbHasItsPods) {
  const auto file = shared_file("data/traces/alibaba_openb_2023/openb_pod_list_default.csv.gz");
  if (!file) return;
  TraceSpec spec = trace_spec("openb");
  spec.file = file->string();
  ReadTrace read;
  read.report = read_trace(spec, read.table);
  EXPECT_EQ(read.report.rows, 8152);
  EXPECT_EQ(read.report.dropped(), 897);
  std::int64_t parts = 0;
  for (std::size_t i = 0; i < read.table.size(); ++i)
    parts += read.table.job(i).demand.gpu_milli > 0 ? 1 : 0;
  EXPECT_EQ(parts, 2573);  // of the 3 078 fractional ones 505 are pending
  EXPECT_EQ(read.report.repaired(), 0);
  EXPECT_NEAR(read.table.job(read.table.size() - 1).submit.value() / 86400.0, 149.0, 0.5);
}

TEST(RealLog, TheSmallFixturesAreRead) {
  const auto cqsim = read_shared(swf_spec(), "swf/cqsim_test.swf");
  const auto accasim = read_shared(swf_spec(), "swf/accasim_workload.swf");
  if (!cqsim || !accasim) return;
  EXPECT_EQ(cqsim->table.size(), 9U);
  EXPECT_EQ(accasim->table.size(), 25U);
}

}  // namespace
}  // namespace gpuscape
