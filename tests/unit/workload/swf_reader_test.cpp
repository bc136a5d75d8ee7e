#include "sim/workload/formats/swf_reader.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

const std::string kGoodRow = swf_row("1", "0", "60", "4");

/// Reads a good row and then `row`; returns why the latter was dropped, or "".
std::string drop_reason(const std::string& row) {
  const ReadTrace read = read_text(swf_spec(), kGoodRow + row);
  EXPECT_EQ(read.report.rows, 2);
  EXPECT_EQ(read.report.jobs + read.report.dropped(), read.report.rows);
  return read.report.reasons.empty() ? "" : read.report.reasons.at(0).reason;
}

TEST(SwfReader, TakesTheSixColumnsItNeeds) {
  const Job job = read_text(swf_spec(), swf_row("7", "100", "60", "4", "8", "3600")).table.job(0);
  EXPECT_EQ(job.id, 7);
  EXPECT_EQ(job.run_time, 60_s);
  EXPECT_EQ(job.demand, (Demand{.gpus = 4}));
  EXPECT_EQ(job.time_limit, 1_h);
}

TEST(SwfReader, TakesRequestedProcessorsWhereNoneWereAllocated) {
  EXPECT_EQ(read_text(swf_spec(), swf_row("1", "0", "1", "-1", "8")).table.job(0).demand.gpus, 8);
  EXPECT_EQ(read_text(swf_spec(), swf_row("1", "0", "1", "0", "8")).table.job(0).demand.gpus, 8);
  EXPECT_EQ(read_text(swf_spec(), swf_row("1", "0", "1", "4", "8")).table.job(0).demand.gpus, 4);
}

TEST(SwfReader, KnowsWhenAJobStartedWhereTheWaitIsKnown) {
  std::string waited = swf_row("1", "100", "60", "4");
  waited.replace(waited.find("-1"), 2, "30");  // the first unknown column is the wait
  const ReadTrace read = read_text(swf_spec(), waited + swf_row("2", "160", "60", "4"));
  EXPECT_EQ(read.table.started_in_log(), 1U);
  EXPECT_EQ(read.table.logged_start(0), 30_s) << "after the first submission";
  EXPECT_TRUE(std::isnan(read.table.logged_start(1).value()));
}

TEST(SwfReader, CountsJobsWithoutALimit) {
  const ReadTrace read = read_text(swf_spec(), kGoodRow + swf_row("2", "1", "1", "1", "1", "5"));
  EXPECT_EQ(read.report.without_time_limit, 1);
  EXPECT_EQ(read.table.job(0).time_limit, kForever);
  EXPECT_EQ(read.table.job(1).time_limit, 5_s);
}

TEST(SwfReader, TellsWhenTheLogBegan) {
  const ReadTrace read = read_text(
      swf_spec(), "; Version: 2\n;  UnixStartTime:  749458803 \n" + swf_row("1", "97", "1", "1"));
  EXPECT_EQ(read.report.unix_origin, Seconds(749458803 + 97));
  EXPECT_EQ(read.table.origin(), 97_s);
  EXPECT_EQ(read.report.rows, 1);
}

TEST(SwfReader, KnowsNoBeginningWithoutTheHeader) {
  EXPECT_EQ(read_text(swf_spec(), kGoodRow).report.unix_origin, std::nullopt);
  EXPECT_EQ(read_text(swf_spec(), "; UnixStartTime: soon\n" + kGoodRow).report.unix_origin,
            std::nullopt);
}

TEST(SwfReader, AcceptsTabsBlankLinesAndCommentsBetweenRows) {
  std::string tabbed = kGoodRow;
  std::ranges::replace(tabbed, ' ', '\t');
  const ReadTrace read = read_text(swf_spec(), "\n" + tabbed + " ; remark\n   \n" + kGoodRow);
  EXPECT_EQ(read.report.jobs, 2);
  EXPECT_EQ(read.report.rows, 2);
}

TEST(SwfReader, DropsRunTimesBelowZeroOnly) {
  EXPECT_EQ(drop_reason(swf_row("2", "0", "0", "1")), "");
  EXPECT_EQ(drop_reason(swf_row("2", "0", "-1", "1")), "run time is negative or unknown");
}

TEST(SwfReader, DropsDatesThatCannotBe) {
  EXPECT_EQ(drop_reason(swf_row("2", "-1", "1", "1")), "submit date is negative or unknown");
  EXPECT_EQ(drop_reason(swf_row("2", "nan", "1", "1")), "submit date is not a number");
  EXPECT_EQ(drop_reason(swf_row("2", "inf", "1", "1")), "submit date is out of range");
  EXPECT_EQ(drop_reason(swf_row("2", "1e12", "1", "1")), "");
  EXPECT_EQ(drop_reason(swf_row("2", "1000000000001", "1", "1")), "submit date is out of range");
}

TEST(SwfReader, DropsProcessorCountsThatCannotBe) {
  EXPECT_EQ(drop_reason(swf_row("2", "0", "1", "-1", "-1")), "asks for no processor");
  EXPECT_EQ(drop_reason(swf_row("2", "0", "1", "2147483647")), "");
  EXPECT_EQ(drop_reason(swf_row("2", "0", "1", "2147483648")), "processor count is out of range");
  EXPECT_EQ(drop_reason(swf_row("2", "0", "1", "many")), "processor count is not an integer");
}

TEST(SwfReader, DropsShortRowsAndPassesOverFurtherFields) {
  EXPECT_EQ(drop_reason("1 2 3\n"), "has fewer than 18 columns");
  EXPECT_EQ(drop_reason(kGoodRow.substr(0, kGoodRow.size() - 1) + " 19\n"),
            "has more than 18 fields: the others are passed over");
}

TEST(SwfReader, TellsTheFirstPlaceOfEachReason) {
  const ReadTrace read =
      read_text(swf_spec(), kGoodRow + "x\ny\n" + swf_row("2", "0", "-1", "1") + "z\n");
  ASSERT_EQ(read.report.reasons.size(), 2U);
  const RowReason& first = read.report.reasons[0];
  EXPECT_EQ(first.rows, 3);
  EXPECT_EQ(first.first_line, 2);
  EXPECT_EQ(first.example, "x");
  EXPECT_TRUE(first.dropped);
  EXPECT_EQ(read.report.reasons[1].first_line, 4);
}

TEST(SwfReader, KnowsWhoSentTheJobWhereToAndAfterWhich) {
  const ReadTrace read = read_text(swf_spec(),
                                   "1 0 5 60 4 -1 -1 4 -1 -1 1 12 3 7 2 9 -1 -1\n"
                                   "2 9 5 60 4 -1 -1 4 -1 -1 5 -1 -1 -1 2 -1 1 30\n");
  const OriginTable& origins = read.table.origins();
  EXPECT_EQ(origins[read.table.job(0).origin], (JobOrigin{"12", "3", "9", "2"}));
  EXPECT_EQ(origins[read.table.job(1).origin], (JobOrigin{"", "", "2", ""}));
  EXPECT_EQ(read.table.job(1).after, StreamJobId(0));
  EXPECT_EQ(read.table.job(1).after_how, DependsOn::end);
}

TEST(SwfReader, ThePrecedingJobCanBeIgnored) {
  TraceSpec spec = swf_spec();
  spec.obeys_dependencies = false;
  const ReadTrace read =
      read_text(spec, kGoodRow + "2 9 5 60 4 -1 -1 4 -1 -1 5 -1 -1 -1 2 -1 1 30\n");
  EXPECT_EQ(read.table.job(1).after, StreamJobId::none());
  EXPECT_THAT(read.report.assumptions,
              testing::ElementsAre("1 job would wait for others by the log: ignored"));
}

/// A row with three fields more: what field 5 says, the GPUs, and the properties.
std::string extended_row(int number, int allocated, int gpus, const std::string& properties) {
  return fmt::format("{} {} 0 60 {} -1 -1 {} 3600 -1 1 1 1 -1 1 -1 -1 -1 {} 50 {}\n", number,
                     number, allocated, allocated, gpus, properties);
}

constexpr const char* kExtended =
    ";  4: allocated_nodes     (number of all allocated nodes/or number of all CPU cores)\n"
    "; 18: used_GPUs           (sum over all used nodes)\n"
    "; 19: soft_walltime       (expected runtime in seconds)\n"
    "; 20: required_properties (separated by \":\", for example all:excl:2x4)\n";

TEST(ExtendedSwf, ReadsGpusAndNodesByTheirNames) {
  const ReadTrace read = read_text(swf_spec(), kExtended + extended_row(1, 2, 16, "all:excl:2x56"));
  EXPECT_EQ(read.table.job(0).demand, (Demand{16, 112'000, 0, 2}));
  EXPECT_EQ(read.report.reasons.at(0).reason, "asks for whole nodes (excl): takes what it names");
  EXPECT_THAT(read.report.assumptions.at(0), testing::HasSubstr("passed over: soft_walltime"));
}

TEST(ExtendedSwf, ReadsFieldsCountedFromOneAndNodesOfTheirOwn) {
  const ReadTrace read =
      read_text(swf_spec(),
                "; Field 19 - Nodes used\n; Field 20 - GPUs used\n; Field 21 - Energy used (J)\n"
                "1 0 0 60 448 -1 -1 448 3600 -1 1 1 1 -1 1 -1 -1 -1 8 64 1e6\n");
  EXPECT_EQ(read.table.job(0).demand, (Demand{64, 448'000, 0, 8}));
}

TEST(ExtendedSwf, BelievesThatFieldFiveCountsNodesWhereJobsHaveMoreGpus) {
  const ReadTrace read = read_text(
      swf_spec(), kExtended + extended_row(1, 4, 32, "all") + extended_row(2, 100, 0, "all"));
  EXPECT_EQ(read.table.job(0).demand, (Demand{32, 0, 0, 4}));
  EXPECT_EQ(read.table.job(1).demand, (Demand{0, 100'000, 0, 100}));
  EXPECT_THAT(read.report.assumptions,
              testing::Contains("field 5 counts nodes since jobs have more GPUs than it says"));
}

TEST(ExtendedSwf, BelievesThatFieldFiveCountsCoresWhereNothingSaysNodes) {
  const ReadTrace read = read_text(swf_spec(), kExtended + extended_row(1, 64, 8, "all"));
  EXPECT_EQ(read.table.job(0).demand, (Demand{8, 64'000, 0, 0}));
  TraceSpec said = swf_spec();
  said.processors = "nodes";
  EXPECT_EQ(read_text(said, kExtended + extended_row(1, 64, 8, "all")).table.job(0).demand,
            (Demand{8, 0, 0, 64}));
}

TEST(ExtendedSwf, GoesByTheMachinesNodesAndRefusesMoreThanItHas) {
  const std::string machine = std::string("; MaxNodes: 100\n; MaxProcs: 6400\n") + kExtended;
  EXPECT_EQ(
      read_text(swf_spec(), machine + extended_row(1, 100, 8, "all")).table.job(0).demand.nodes,
      100);
  EXPECT_EQ(read_text(swf_spec(), machine + extended_row(1, 101, 8, "all")).table.job(0).demand,
            (Demand{8, 101'000, 0, 0}));
  const std::string message = message_of<ScenarioError>(
      [&] { read_text(swf_spec(), machine + extended_row(1, 6401, 8, "all")); });
  EXPECT_THAT(message, testing::HasSubstr("log:7:1: error: a job has 6 401 cores, and the log's "
                                          "machine has 6 400 (MaxProcs)"));
}

}  // namespace
}  // namespace gpuscape
