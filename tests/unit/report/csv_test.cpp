#include "sim/report/format/csv.hpp"
#include "sim/report/run/run_tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

struct StringSink final : TextSink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

std::string jobs_csv(const RunResult& run) {
  StringSink sink;
  write_jobs_csv(run, sink);
  return sink.text;
}

TEST(CsvCell, IsQuotedOnlyWhereItMustBe) {
  EXPECT_EQ(csv_cell("plain text"), "plain text");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
}

// A spreadsheet computes what begins so, whoever wrote it.
TEST(CsvCell, IsNoFormula) {
  EXPECT_EQ(csv_cell("=1+2"), "'=1+2");
  EXPECT_EQ(csv_cell("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(csv_cell("-2+3"), "'-2+3");
  EXPECT_EQ(csv_cell("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_cell("\tx"), "'\tx");
  EXPECT_EQ(csv_cell("=a,b"), "\"'=a,b\"");
  EXPECT_EQ(csv_cell("-"), "-");
  EXPECT_EQ(csv_cell("-1.5"), "-1.5");
  EXPECT_EQ(csv_cell("a=b"), "a=b");
}

TEST(JobsCsv, HasARowForEachJobAndEmptyCellsForWhatNeverHappened) {
  EXPECT_EQ(jobs_csv(small_study().first),
            "job,stream,submit_s,start_s,end_s,wait_s,gpus,state,placement,waited_for\n"
            "1,jobs,0,0,60,0,2,completed,gpu/0:2,\n"
            "2,jobs,30,60,61.5,30,4,completed,gpu/0:4,no_whole_node\n"
            "3,jobs,5356800,,,,1,waiting,,\n");
}

TEST(JobsCsv, LeavesTheEndOfARunningJobEmpty) {
  RunBuilder builder(4);
  RunResult& run = builder.job(5.0, 10.0, 1, {}).result();
  const AllocationSpan span{0, 1};
  run.jobs.start(0, Seconds(7.5), {&span, 1});
  EXPECT_NE(jobs_csv(run).find("1,jobs,5,7.5,,2.5,1,running,gpu/0:1,\n"), std::string::npos);
}

TEST(JobsCsv, JoinsNodesOfAGangAndNamesAPoolAlone) {
  RunBuilder builder(8);
  RunResult& run = builder.job(0.0, 1.0, 12, {}).result();
  run.nodes = {{"gpu", 0, 2, 8, false}, {"cpus", 2, 1, 64, true}};
  const std::vector<AllocationSpan> spans{{0, 8}, {1, 4}, {2, 3}};
  run.jobs.start(0, Seconds(0.0), spans);
  EXPECT_NE(jobs_csv(run).find(",running,gpu/0:8+gpu/1:4+cpus:3,\n"), std::string::npos);
}

TEST(JobsCsv, QuotesNamesWithCommasAndQuotes) {
  RunBuilder builder(4);
  RunResult& run = builder.job(0.0, 1.0, 2, 0.0).result();
  run.nodes[0].group = "a,b";
  run.streams[0] = "my \"jobs\"";
  EXPECT_NE(jobs_csv(run).find("1,\"my \"\"jobs\"\"\",0,0,1,0,2,completed,\"a,b/0:2\",\n"),
            std::string::npos);
}

TEST(JobsCsv, SaysWhatTheNetworkDidToJobsThatExchangedData) {
  EXPECT_EQ(jobs_csv(study_with_traffic().first),
            "job,stream,submit_s,start_s,end_s,wait_s,gpus,state,placement,waited_for,slowdown,"
            "slowed_by,network_s\n"
            "1,jobs,0,0,60,0,2,completed,gpu/0:2,,1,,0\n"
            "2,jobs,30,60,61.5,30,4,completed,gpu/0:4,no_whole_node,1.5,leaf 0 → spine 1,0.5\n"
            "3,jobs,5356800,,,,1,waiting,,,,,\n");
}

TEST(TimelineCsv, HasTheLinksUseWhereJobsExchangeData) {
  StringSink sink;
  write_timeline_csv(study_with_traffic().first, sink);
  EXPECT_EQ(sink.text,
            "time_s,gpus_allocated,gpus_stranded,gpus_idle_queued,jobs_waiting,jobs_running,host_"
            "links_used_share,"
            "fabric_links_used_share,jobs_exchanging,jobs_slowed\n"
            "0,2.5,0.5,0.75,0.25,1,0.25,0.5,2,1\n");
}

TEST(JobsCsv, PrintsNumbersThatReadBackEqual) {
  RunBuilder builder(4);
  builder.job(0.1 + 0.2, 1.0, 2, 1e17);
  const std::string text = jobs_csv(builder.result());
  EXPECT_NE(text.find(",0.30000000000000004,1e+17,"), std::string::npos);
}

TEST(TimelineCsv, HasARowForEachInterval) {
  StringSink sink;
  RunResult run = small_study().first;
  run.timeline["gpus_allocated"].push_back(4.0);
  for (auto* column : {&run.timeline["gpus_stranded"], &run.timeline["gpus_idle_queued"],
                       &run.timeline["jobs_waiting"], &run.timeline["jobs_running"]})
    column->push_back(0.0);
  write_timeline_csv(run, sink);
  EXPECT_EQ(sink.text,
            "time_s,gpus_allocated,gpus_stranded,gpus_idle_queued,jobs_waiting,jobs_running\n"
            "0,2.5,0.5,0.75,0.25,1\n"
            "60,4,0,0,0,0\n");
}

/// A name in Latin-1, as logs of the nineties have them.
TEST(CsvCell, IsUtf8WhateverTheLogHas) {
  EXPECT_EQ(csv_cell("M\xFCller"), "M\uFFFDller");
  EXPECT_EQ(csv_cell("M\u00FCller"), "M\u00FCller");
  EXPECT_EQ(csv_cell("a,\xE2\x82"), "\"a,\uFFFD\uFFFD\"");  // a euro sign that is cut off
}

}  // namespace
}  // namespace gpuscape
