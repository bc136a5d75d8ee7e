#include "sim/report/run/workload_lines.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/report/run/run_tables.hpp"
#include "sim/report/run/text_report.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

WorkloadUse use_of(std::size_t applications) {
  WorkloadUse use;
  use.all = {20, GpuSeconds(3600000.0)};
  for (std::size_t i = 0; i < applications; ++i)
    use.applications.push_back(
        {"app" + std::to_string(i), {1, GpuSeconds(360000.0) * static_cast<double>(i)}, {}});
  return use;
}

TEST(UseLines, NameTheLargestApplicationsFirst) {
  RunResult run;
  EXPECT_THAT(use_lines(run), IsEmpty());
  run.use = use_of(6);
  EXPECT_EQ(use_lines(run),
            "applications     app5: 1 job, 50.0 % of GPU-hours · app4: 1 job, 40.0 % of GPU-hours\n"
            "                 app3: 1 job, 30.0 % of GPU-hours · app2: 1 job, 20.0 % of GPU-hours\n"
            "                 app1: 1 job, 10.0 % of GPU-hours · 1 more\n");
}

TEST(UseLines, SayWhatSessionsHoldAndUse) {
  RunResult run;
  run.use = use_of(0);
  run.use->interactive = {{4, GpuSeconds(720000.0)},
                          {2, GpuSeconds(360000.0)},
                          GpuSeconds(36000.0),
                          GpuSeconds(18000.0),
                          GpuSeconds(72000.0)};
  EXPECT_EQ(use_lines(run),
            "interactive      4 sessions hold 200 GPU-h, 20.0 % of all;\n"
            "                   use 10 GPU-h (5–20) of the 100 GPU-h whose duty is given\n");
  run.use->interactive.with_duty = {};
  EXPECT_THAT(use_lines(run), HasSubstr("; how much they use is not given\n"));
}

TEST(ThroughputLine, IsOfClosedStreamsAlone) {
  StudyResult result = small_study();
  EXPECT_THAT(throughput_line(result), IsEmpty());
  result.first.closed = {Seconds(100.0)};
  result.estimates["jobs_per_hour"] = estimate(2.5, 2.4, 2.6);
  result.estimates["gpu_hours_per_hour"] = estimate(60.0, 59.0, 61.0);
  EXPECT_EQ(throughput_line(result),
            "throughput       2.5 (2.4–2.6) jobs/h · 60 (59–61) GPU-h/h\n");
  EXPECT_THAT(text_report(result), HasSubstr("\nclosed: constant number of jobs · "));
}

TEST(GroupLines, StandWhereThereAreTwoGroups) {
  AsLogged logged;
  logged.groups_are = "partition";
  logged.groups = {{"gpu", 7, 100.0, 60.0, 3600.0, 30.0, 7200.0}};
  EXPECT_THAT(group_lines(logged), IsEmpty());
  logged.groups.push_back({"", 1, 10.0, 0.0, 0.0, std::nan(""), std::nan("")});
  EXPECT_EQ(group_lines(logged),
            "by partition     jobs   as logged p50 / p95   replayed p50 / p95\n"
            "  gpu            7      1 min / 1 h           30 s / 2 h\n"
            "  (not said)     1      0 s / 0 s             – / –\n");
}

TEST(LeftOutLines, CountByTheKeyThatLeavesOut) {
  RunResult run;
  run.reads.emplace_back();
  EXPECT_THAT(left_out_lines(run), IsEmpty());
  run.reads[0].file = "log.csv";
  run.reads[0].leave_out("from", 2);
  run.reads[0].leave_out("to", 0);
  run.reads[0].leave_out("where", 1);
  EXPECT_EQ(left_out_lines(run),
            "left out         log.csv: 2 rows by \"from\", 1 row by \"where\"\n");
}

struct StringSink final : TextSink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

TEST(JobsCsv, SaysWhatJobsRunAndWhatWasThereAlready) {
  RunResult run = RunBuilder(4).result();
  run.classes = {{"vision, big"}};
  Job job;
  job.application = ClassId(0);
  run.jobs.add(job);
  job.application = ClassId::none();
  job.carried_over = CarriedOver::running;
  run.jobs.add(job);
  StringSink sink;
  write_jobs_csv(run, sink);
  EXPECT_THAT(sink.text, HasSubstr("waited_for,application,carried_over\n"));
  EXPECT_THAT(sink.text, HasSubstr(",\"vision, big\",\n"));
  EXPECT_THAT(sink.text, HasSubstr(",,running\n"));
}

}  // namespace
}  // namespace gpuscape
