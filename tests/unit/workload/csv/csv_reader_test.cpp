#include "sim/workload/formats/csv_reader.hpp"

#include <gmock/gmock.h>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Reads "0,60,4" and then `row`; returns why the latter was dropped or repaired, or "".
std::string reason_for(const std::string& row, const TraceSpec& spec = csv_spec(),
                       const std::string& header = "t,d,g", const std::string& good = "0,60,4") {
  const ReadTrace read = read_text(spec, header + "\n" + good + "\n" + row + "\n");
  EXPECT_EQ(read.report.rows, 2);
  EXPECT_EQ(read.report.jobs + read.report.dropped(), read.report.rows);
  return read.report.reasons.empty() ? "" : read.report.reasons.at(0).reason;
}

TEST(CsvReader, ReadsPhillysColumnsByName) {
  const ReadTrace read = read_text(trace_spec("philly-csv"),
                                   "cluster,num_gpus,duration,timestamp,job_id\n"
                                   "6214e9,4,1647463,2017-09-18 02:22:17,2278\n");
  const Job job = read.table.job(0);
  EXPECT_EQ(job.id, 2278);
  EXPECT_EQ(job.run_time, 1647463_s);
  EXPECT_EQ(job.demand, (Demand{.gpus = 4}));
  EXPECT_EQ(read.report.unix_origin, Seconds(1505701337));  // date -u -d '2017-09-18 02:22:17' +%s
  EXPECT_THAT(read.report.assumptions, ElementsAre("dates without a time zone are read as UTC"));
}

TEST(CsvReader, ReadsEveryFieldInItsUnit) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "a", "min"}, {"start", "b", "min"},   {"end", "c", "h"},
                  {"cores", "e", ""},     {"memory", "f", "GB"},   {"gpus", "g", ""},
                  {"id", "h", ""},        {"time_limit", "i", "d"}};
  const Job job = read_text(spec, "a,b,c,e,f,g,h,i\n5,30,2,2.5,1,8,77,1.5\n").table.job(0);
  EXPECT_EQ(job.run_time, 90_min);
  EXPECT_EQ(job.demand,
            (Demand{.gpus = 8, .milli_cores = 2500, .memory_mib = 954}));  // ⌈1e9 / 2^20⌉
  EXPECT_EQ(job.id, 77);
  EXPECT_EQ(job.time_limit, 36_h);
}

TEST(CsvReader, MultipliesWhatOneInstanceAsksFor) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "t", ""},       {"run_time", "d", ""},  {"gpus", "g", "percent"},
                  {"cores", "c", "percent"}, {"memory", "m", "MiB"}, {"instances", "n", ""}};
  const ReadTrace read = read_text(
      spec, "t,d,g,c,m,n\n0,9,25,600,10,2\n1,9,50,50,1,3\n2,9,200,100,1,4\n3,9,100,1,1,x\n");
  ASSERT_EQ(read.table.size(), 3U);
  EXPECT_EQ(read.table.job(0).demand,  // 2 x 25 % of a GPU, 2 x 6 cores
            (Demand{.gpus = 1, .milli_cores = 12000, .memory_mib = 20, .gpu_milli = 500}));
  EXPECT_EQ(read.table.job(1).demand.gpus, 2);  // 3 x 50 %: the second is not full
  EXPECT_EQ(read.table.job(2).demand.gpus, 8);
  EXPECT_EQ(read.report.reasons.at(0).reason, "number of instances is not a number");
}

TEST(CsvReader, ReadsModelsAndFeatures) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "t", ""},
                  {"run_time", "d", ""},
                  {"gpus", "g", ""},
                  {"gpu_models", "m", ""},
                  {"features", "f", ""}};
  const ReadTrace read = read_text(spec, "t,d,g,m,f\n0,60,1,T4|P100,\n1,60,1,,fast\n2,60,1,,\n");
  const NodeAsks& asks = read.table.origins().asks();
  EXPECT_EQ(asks[read.table.job(0).demand.asks], (NodeAsk{"T4|P100", ""}));
  EXPECT_EQ(asks[read.table.job(1).demand.asks], (NodeAsk{"", "fast"}));
  EXPECT_EQ(read.table.job(2).demand.asks, 0);
}

TEST(CsvReader, KnowsWhenAJobStartedAndNotesAStartBeforeTheSubmission) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "a", ""}, {"start", "b", ""}, {"run_time", "c", ""}};
  const ReadTrace read = read_text(spec, "a,b,c\n100,150,5\n200,190,5\n300,,5\n");
  EXPECT_EQ(read.report.jobs, 3);
  EXPECT_EQ(read.table.started_in_log(), 1U);
  EXPECT_EQ(read.table.logged_start(0), 50_s);
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_FALSE(read.report.reasons[0].dropped);
  EXPECT_EQ(read.report.reasons[0].reason,
            "started before it was submitted: its start is not compared");
}

TEST(CsvReader, CallsMillisecondsSince1970ADate) {
  TraceSpec spec = csv_spec();
  spec.columns[0].unit = "ms";
  EXPECT_EQ(read_text(spec, "t,d,g\n1600000000000,1,1\n").report.unix_origin, Seconds(1.6e9));
  EXPECT_EQ(read_text(spec, "t,d,g\n1000,1,1\n").report.unix_origin, std::nullopt);
}

TEST(CsvReader, AcceptsQuotesBlanksAndAByteOrderMark) {
  const ReadTrace read =
      read_text(csv_spec(), "\xEF\xBB\xBF\"t\", d ,g,note\r\n\"5\", 60 ,4,\"a, b\"\r\n");
  EXPECT_EQ(read.report.jobs, 1);
  EXPECT_EQ(read.table.job(0).run_time, 60_s);
}

TEST(CsvReader, AcceptsAnotherDelimiter) {
  TraceSpec spec = csv_spec();
  spec.delimiter = '|';
  EXPECT_EQ(read_text(spec, "t|d|g\n0|60|4\n").table.job(0).demand.gpus, 4);
}

TEST(CsvReader, TakesJobsWithoutGpuColumnForOneEach) {
  const ReadTrace read = read_text(csv_spec({}), "t,d\n0,60\n");
  EXPECT_EQ(read.table.job(0).demand.gpus, 1);
  EXPECT_THAT(read.report.assumptions, ElementsAre("no column of GPUs: each job asks for one"));
}

TEST(CsvReader, DropsDatesAndTimesThatCannotBe) {
  EXPECT_EQ(reason_for(",60,4"), "submit date is missing");
  EXPECT_EQ(reason_for("soon,60,4"), "submit date is not a number");
  EXPECT_EQ(reason_for("nan,60,4"), "submit date is not finite");
  EXPECT_EQ(reason_for("1e300,60,4"), "submit date is out of range");
  EXPECT_EQ(reason_for("-1,60,4"), "submit date is negative");
  EXPECT_EQ(reason_for("1,-0.5,4"), "run time is negative");
  EXPECT_EQ(reason_for("1,0,4"), "");
  EXPECT_EQ(reason_for("1,inf,4"), "run time is not finite");
}

// 2023-11-14 in every unit, read as if it were in s.
TEST(CsvReader, SaysInWhichUnitADateOutOfRangeWouldBeOne) {
  for (const auto& [number, unit] : {std::pair("1700000000000", "ms"),
                                     {"1700000000000000", "us"},
                                     {"1700000000123456789", "ns"}})
    EXPECT_EQ(reason_for(std::string(number) + ",60,4"),
              std::string("submit date is out of range: with \"unit\": \"") + unit +
                  "\" they would be dates since 1970");
}

// In s since 1970 they are; as ns they are 1.7 s after an origin that nobody knows.
TEST(CsvReader, SaysWhereDatesOfAFineUnitWouldBeDatesInACoarseOne) {
  TraceSpec spec = csv_spec();
  spec.columns[0].unit = "ns";
  const auto assumed = [&](const std::string& date) {
    return read_text(spec, "t,d,g\n" + date + ",60,4\n").report.assumptions;
  };
  EXPECT_THAT(assumed("1700000000"), ElementsAre(HasSubstr("with \"unit\": \"s\" they would be")));
  EXPECT_THAT(assumed("1700000000123456789"), ElementsAre());
  EXPECT_THAT(assumed("60000000000"), ElementsAre());
}

TEST(CsvReader, DropsGpuCountsThatCannotBe) {
  EXPECT_EQ(reason_for("1,60,"), "GPU count is missing");
  EXPECT_EQ(reason_for("1,60,0"), "asks for no GPU");
  EXPECT_EQ(reason_for("1,60,-1"), "GPU count is negative");
  EXPECT_EQ(reason_for("1,60,1.5"), "GPU count is not an integer");
  EXPECT_EQ(reason_for("1,60,-0.5"), "GPU count is negative");
  EXPECT_EQ(reason_for("1,60,2.0"), "");
  EXPECT_EQ(reason_for("1,60,2147483647"), "");
  EXPECT_EQ(reason_for("1,60,2147483648"), "GPU count is out of range");
}

TEST(CsvReader, ReadsPartsOfAGpuToTheThousandth) {
  const auto part = [](const std::string& gpus, const std::string& unit) {
    const TraceSpec spec = csv_spec({{"gpus", "g", unit}});
    return read_text(spec, "t,d,g\n0,60," + gpus + "\n").table.job(0).demand;
  };
  EXPECT_EQ(part("0.25", ""), (Demand{.gpus = 1, .gpu_milli = 250}));
  EXPECT_EQ(part("460", "milli-gpus"), (Demand{.gpus = 1, .gpu_milli = 460}));
  EXPECT_EQ(part("2000", "milli-gpus"), (Demand{.gpus = 2}));
  EXPECT_EQ(part("0.0001", ""), (Demand{.gpus = 1, .gpu_milli = 1}));
  EXPECT_EQ(part("0.9999", ""), (Demand{.gpus = 1}));
}

TEST(CsvReader, ReadsJobsOfCoresAlone) {
  const TraceSpec spec = csv_spec({{"gpus", "g", ""}, {"cores", "c", ""}});
  EXPECT_EQ(read_text(spec, "t,d,g,c\n0,60,0,4\n").table.job(0).demand,
            (Demand{.milli_cores = 4000}));
  EXPECT_EQ(reason_for("1,60,0,0", spec, "t,d,g,c", "0,60,0,4"), "asks for neither GPUs nor cores");
}

TEST(CsvReader, TakesAConstantInsteadOfAColumn) {
  ColumnSpec none{"gpus", "", ""};
  none.constant = 0.0;
  ColumnSpec memory{"memory", "", "GiB"};
  memory.constant = 2.0;
  const TraceSpec spec = csv_spec({none, memory, {"cores", "c", ""}});
  EXPECT_EQ(read_text(spec, "t,d,c\n0,60,4\n").table.job(0).demand,
            (Demand{.milli_cores = 4000, .memory_mib = 2048}));
}

TEST(CsvReader, PassesOverTheHeaderOfAnotherFileBehindTheFirst) {
  const ReadTrace read = read_text(csv_spec(), "t,d,g\n0,60,4\nt,d,g\n1,60,4\n");
  EXPECT_EQ(read.report.rows, 2);
  EXPECT_EQ(read.report.jobs, 2);
}

TEST(CsvReader, DropsBrokenRows) {
  EXPECT_EQ(reason_for("1,60"), "has fewer fields than the header");
  EXPECT_EQ(reason_for("1,60,4,5"), "has more fields than the header");
  EXPECT_EQ(reason_for("1,\"60,4"), "quotes do not close");
  EXPECT_EQ(reason_for(std::string("1,60\0,4", 7)), "line holds a NUL byte");
}

TEST(CsvReader, DropsBothHalvesOfAFieldOverTwoLines) {
  const ReadTrace read =
      read_text(csv_spec(), "t,d,g,n\n0,1,1,x\n1,60,4,\"two\nlines\"\n2,60,4,x\n");
  EXPECT_EQ(read.report.rows, 4);
  EXPECT_EQ(read.report.jobs, 2);
  EXPECT_EQ(read.report.dropped(), 2);
}

TEST(CsvReader, DropsAnOverlongLineAndReadsOn) {
  const std::string text = "t,d,g\n1,60," + std::string(kLongestLine, '0') + "4\n2,60,4\n";
  const ReadTrace read = read_text(csv_spec(), text);
  EXPECT_EQ(read.report.jobs, 1);
  EXPECT_EQ(read.report.reasons.at(0).reason, "line is longer than 1048576 bytes");
  EXPECT_LE(read.report.reasons.at(0).example.size(), 84U);  // 80 and an ellipsis
}

TEST(CsvReader, DropsJobsThatEndBeforeTheyStart) {
  TraceSpec spec = trace_spec("csv");
  spec.columns = {{"submit", "t", ""}, {"start", "s", ""}, {"end", "e", ""}};
  EXPECT_EQ(reason_for("1,5,4", spec, "t,s,e", "0,1,2"), "ends before it starts");
  EXPECT_EQ(reason_for("1,5,5", spec, "t,s,e", "0,1,2"), "");
  EXPECT_EQ(reason_for("1,5,", spec, "t,s,e", "0,1,2"), "end date is missing");
}

TEST(CsvReader, RepairsWhatAJobCanDoWithout) {
  const TraceSpec cores = csv_spec({{"cores", "c", ""}});
  EXPECT_EQ(reason_for("1,60,", cores, "t,d,c"), "core count is missing: taken as 0");
  EXPECT_EQ(reason_for("1,60,-1", cores, "t,d,c"), "core count is negative: taken as 0");
  EXPECT_EQ(reason_for("1,60,1e16", cores, "t,d,c"), "core count is out of range: taken as 0");
  const TraceSpec limit = csv_spec({{"time_limit", "l", ""}});
  EXPECT_EQ(reason_for("1,60,UNLIMITED", limit, "t,d,l"),
            "time limit is not a number: taken as none");
  EXPECT_EQ(reason_for("1,60,0", limit, "t,d,l"), "time limit is zero: taken as none");
  EXPECT_EQ(reason_for("1,60,", limit, "t,d,l"), "");
}

TEST(CsvReader, CountsARepairedRowAsAJob) {
  const ReadTrace read = read_text(csv_spec({{"cores", "c", ""}}), "t,d,c\n0,60,x\n");
  EXPECT_EQ(read.report.jobs, 1);
  EXPECT_EQ(read.report.repaired(), 1);
  EXPECT_EQ(read.report.dropped(), 0);
}

TEST(CsvReader, NumbersRowsWhereIdsAreWords) {
  const ReadTrace read = read_text(csv_spec({{"id", "j", ""}}), "t,d,j\nx,1,a\n0,60,b\n0,60,7\n");
  EXPECT_EQ(read.table.job(0).id, 2);
  EXPECT_EQ(read.table.job(1).id, 3);
  EXPECT_EQ(read.report.repaired(), 0);
  EXPECT_THAT(read.report.assumptions, testing::Contains(HasSubstr("row number is the id")));
}

TEST(CsvReader, RepairsASingleIdThatIsAWord) {
  const ReadTrace read = read_text(csv_spec({{"id", "j", ""}}), "t,d,j\n0,60,70\n1,60,b\n");
  EXPECT_EQ(read.table.job(1).id, 2);
  EXPECT_EQ(read.report.repaired(), 1);
}

TEST(CsvReader, KeepsWhoSentAJobAndWhatItWaitsFor) {
  const TraceSpec spec = csv_spec({{"gpus", "g", ""},
                                   {"id", "i", ""},
                                   {"user", "u", ""},
                                   {"partition", "p", ""},
                                   {"after", "a", ""}});
  const ReadTrace read = read_text(spec, "t,d,g,i,u,p,a\n0,5,1,7,user1,long,\n1,5,1,8,,,7\n");
  EXPECT_EQ(read.table.origins()[read.table.job(0).origin], (JobOrigin{"user1", "", "long", ""}));
  EXPECT_EQ(read.table.job(1).origin, 0U);
  EXPECT_EQ(read.table.job(1).after, StreamJobId(0));
}

TEST(CsvReader, AJobMayWaitForSeveral) {
  const TraceSpec spec = csv_spec({{"gpus", "g", ""}, {"id", "i", ""}, {"after", "a", ""}});
  const ReadTrace read =
      read_text(spec, "t,d,g,i,a\n0,5,1,2,\n1,5,1,3,\n2,5,1,4,\"2,3\"\n3,5,1,5,afterany:2:4\n");
  EXPECT_EQ(read.table.job(2).after, StreamJobId(0));
  EXPECT_EQ(read.table.further_dependencies(2),
            (std::vector<Dependency>{{StreamJobId(1), DependsOn::success}}));
  EXPECT_EQ(read.table.job(3).after_how, DependsOn::end);
  EXPECT_EQ(read.table.further_dependencies(3),
            (std::vector<Dependency>{{StreamJobId(2), DependsOn::end}}));
  EXPECT_TRUE(read.report.reasons.empty());
}

TEST(CsvReader, ADependencyThatIsNoNumberIsNoted) {
  const TraceSpec spec = csv_spec({{"gpus", "g", ""}, {"after", "a", ""}});
  const ReadTrace read = read_text(spec, "t,d,g,a\n0,5,1,x\n");
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_FALSE(read.report.reasons[0].dropped);
  EXPECT_EQ(read.table.job(0).after, StreamJobId::none());
}

TEST(CsvReader, KeepsOverHowManyNodesAJobIsSpread) {
  const TraceSpec spec = csv_spec({{"gpus", "g", ""}, {"nodes", "n", ""}});
  const ReadTrace read = read_text(spec, "t,d,g,n\n0,5,8,2\n1,5,8,\n2,5,8,x\n");
  EXPECT_EQ(read.table.job(0).demand.nodes, 2);
  EXPECT_EQ(read.table.job(1).demand.nodes, 0);
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_EQ(read.report.reasons[0].reason, "node count is not an integer: as few as hold the job");
}

}  // namespace
}  // namespace gpuscape
