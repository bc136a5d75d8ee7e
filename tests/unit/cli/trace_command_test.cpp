#include <gmock/gmock.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Names that need quotes, ids twice, a dependency, fractions of a second, no limit in one row.
constexpr const char* kLog =
    "job,who,group,queue,name,submitted,began,seconds,gpus,cores,mem,limit,after\n"
    "5,ann,\"vision, a\",long,train \"x\",2026-05-04 08:00:00,2026-05-04 08:00:00.5,3600.25,8,64,"
    "256,120,\n"
    "5,ann,\"vision, a\",long,train \"x\",2026-05-04 08:00:10,,100,2,16,64,10,5\n"
    "7,bob,nlp,short,eval,2026-05-05 09:30:00,2026-05-05 09:31:00,0,4,8,32,,5\n"
    "3,bob,nlp,short,,2026-05-05 09:30:00,2026-05-05 10:00:00,7200.125,1,8,32,200,\n";
constexpr const char* kColumns =
    R"({"id": "job", "submit": {"from": "submitted", "unit": "datetime"},
        "start": {"from": "began", "unit": "datetime"}, "run_time": "seconds", "gpus": "gpus",
        "cores": "cores", "memory": {"from": "mem", "unit": "GiB"},
        "time_limit": {"from": "limit", "unit": "min"}, "user": "who", "account": "group",
        "partition": "queue", "job_name": "name", "after": "after"})";

/// jobs.csv without its three dates, and with waits in whole milliseconds.
std::string without_dates(const std::string& jobs) {
  std::istringstream lines(jobs);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string cell;
    for (int column = 0; std::getline(cells, cell, ','); ++column) {
      const bool number = column == 5 && cell != "wait_s";
      if (column < 2 || column > 5 || (column == 5 && !number)) result += cell + ',';
      if (number) result += std::to_string(std::llround(1e3 * std::stod(cell))) + ',';
    }
    result += '\n';
  }
  return result;
}

class TraceCommand : public ::testing::Test {
 protected:
  TraceCommand() { write_text(path("log.csv"), kLog); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] Outcome trace(std::vector<std::string> words) const {
    words.insert(words.begin(), "trace");
    return run_program(words);
  }
  [[nodiscard]] Outcome convert(const std::string& to, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"convert", path("log.csv"), "--columns", kColumns,
                                   "-o",      path(to)};
    words.insert(words.end(), more.begin(), more.end());
    return trace(words);
  }
  /// jobs.csv of a run of the jobs that `trace` (a section) names.
  [[nodiscard]] std::string schedule(const std::string& trace_section) const {
    write_text(
        path("s.json"),
        R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "count": 2, "gpus": 8,
               "cores": 64, "memory": "512 GiB"}}}, "workload": {"streams": {"jobs": {)" +
            trace_section + "}}}}");
    const Outcome outcome =
        run_program({"run", path("s.json"), "--loop", "native", "--out", path("out")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_text(path("out/jobs.csv"));
  }
  /// The "trace" section that the command printed.
  static std::string printed_section(const std::string& out) {
    return out.substr(out.find("\"trace\""));
  }

  ScratchFolder folder_;
};

TEST_F(TraceCommand, ConvertsWithoutChangingTheSchedule) {
  const std::string original = schedule(
      R"("trace": {"format": "csv", "file": "log.csv", "columns": )" + std::string(kColumns) + "}");
  for (const char* name : {"new.csv", "new.csv.gz", "new.csv.zst"}) {
    const Outcome outcome = convert(name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(schedule(printed_section(outcome.out)), original) << name;
  }
}

TEST_F(TraceCommand, ConvertsItsOwnTablesToThemselves) {
  ASSERT_EQ(convert("one.csv").code, 0);
  const Outcome outcome = trace({"convert", path("one.csv"), "-o", path("two.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_text(path("one.csv")), read_text(path("two.csv")));
}

TEST_F(TraceCommand, LeavesNoNameWhereItAnonymises) {
  for (const char* name : {"secret.csv", "secret.swf"}) {
    ASSERT_EQ(convert(name, {"--anonymise", "--renumber"}).code, 0);
    const std::string text = read_text(path(name));
    for (const char* original : {"ann", "bob", "vision", "nlp", "long", "short", "train", "eval"})
      EXPECT_THAT(text, Not(HasSubstr(original))) << name;
  }
  EXPECT_THAT(read_text(path("secret.csv")),
              AllOf(HasSubstr(",u1,a1,p1,j1"), HasSubstr(",u2,a2,p2")));
}

TEST_F(TraceCommand, KeepsPartitionsOnRequest) {
  ASSERT_EQ(convert("new.csv", {"--anonymise", "--keep-partitions"}).code, 0);
  EXPECT_THAT(read_text(path("new.csv")), HasSubstr(",u1,a1,long,j1"));
}

TEST_F(TraceCommand, ShufflesNamesBySeed) {
  ASSERT_EQ(convert("a.csv", {"--anonymise", "--shuffle", "1"}).code, 0);
  ASSERT_EQ(convert("b.csv", {"--anonymise", "--shuffle", "1"}).code, 0);
  EXPECT_EQ(read_text(path("a.csv")), read_text(path("b.csv")));
}

TEST_F(TraceCommand, WritesTheStandardWorkloadFormat) {
  ASSERT_EQ(convert("new.swf").code, 0);
  const std::string text = read_text(path("new.swf"));
  EXPECT_THAT(text, HasSubstr("; UnixStartTime: 1777881600\n; MaxProcs: 8\n"));
  // 256 GiB over eight processors in KiB; user, group, executable, queue, partition by number.
  EXPECT_THAT(text, HasSubstr("\n5 0 1 3600 8 -1 -1 8 7200 33554432 -1 1 1 1 -1 1 -1 -1\n"));
  EXPECT_THAT(trace({"info", path("new.swf")}).out, HasSubstr("4 jobs, 1 d 2 h, 2026-05-04 to"));
}

TEST_F(TraceCommand, ReplacesNothingUnlessForced) {
  write_text(path("there.csv"), "mine");
  const Outcome refused = convert("there.csv");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("is there already; --force replaces it"));
  EXPECT_EQ(read_text(path("there.csv")), "mine");
  EXPECT_EQ(convert("there.csv", {"--force"}).code, 0);
}

TEST_F(TraceCommand, GeneratesTheJobsThatARunWouldSubmit) {
  const std::string stream = R"("generate": {"jobs": 200, "load": 1.2, "gpus": {"1": 3, "4": 1},
      "run_time": {"distribution": "lognormal", "median": "1 h", "mean": "3 h"},
      "users": {"count": 5, "zipf": 1}})";
  const std::string generated = schedule(stream);
  const Outcome outcome = trace({"generate", path("s.json"), "-o", path("jobs.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string replayed = schedule(printed_section(outcome.out));
  // A log's first job comes at date 0, so dates are shifted, and rounded anew.
  EXPECT_EQ(without_dates(replayed), without_dates(generated));
  EXPECT_THAT(replayed, HasSubstr("user1"));
}

TEST_F(TraceCommand, FitsWhatAScenarioCanExtend) {
  write_text(path("s.json"),
             R"({"format": 1, "cluster": {"nodes": {"p": {"type": "pool", "count": 8}}},
    "workload": {"streams": {"jobs": {"generate": {"jobs": 500, "load": 0.5, "gpus": {"1": 1},
    "run_time": {"distribution": "exponential", "mean": "1 h"}}}}}})");
  ASSERT_EQ(trace({"fit", path("s.json"), "-o", path("fitted.json")}).code, 0);
  write_text(path("t.json"), R"({"format": 1, "extends": "fitted.json",
    "cluster": {"nodes": {"p": {"type": "pool", "count": 8}}}, "run": {"replications": 2}})");
  const Outcome checked = run_program({"check", path("t.json")});
  EXPECT_EQ(checked.code, 0) << checked.err;
}

TEST_F(TraceCommand, PrintsJsonAlone) {
  const Outcome outcome =
      trace({"info", path("log.csv"), "--columns", kColumns, "--on", "16", "--json"});
  const JsonValue value = parse_json(outcome.out, "info");
  EXPECT_EQ(value.find("jobs")->integer(), 4);
  EXPECT_EQ(value.find("cluster_gpus")->integer(), 16);
  EXPECT_EQ(value.find("users")->find("count")->integer(), 2);
}

TEST_F(TraceCommand, AsksForTheColumnsOfATableItDoesNotKnow) {
  const Outcome outcome = trace({"info", path("log.csv")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("job, who, group"), HasSubstr("--columns '{")));
}

TEST_F(TraceCommand, NamesWhatColumnsSaysWrong) {
  const Outcome outcome = trace(
      {"info", path("log.csv"), "--columns", R"({"submit": "submited", "run_time": "seconds"})"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'submitted'?"));
}

TEST_F(TraceCommand, DescribesAwkwardLogsWithoutNonsense) {
  for (const char* rows : {"5,10,1\n", "5,10,1\n5,10,1\n", "5,0,1\n9,0,2\n", "0,1,1\n1e9,1,1\n"}) {
    write_text(path("odd.csv"), std::string("submit_s,run_time_s,gpus\n") + rows);
    const Outcome outcome =
        trace({"info", path("odd.csv"), "--on", "4", "--svg", path("odd.svg"), "--force"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* nonsense : {"nan", "inf", "not a number", "forever"}) {
      EXPECT_THAT(outcome.out, Not(HasSubstr(nonsense))) << rows;
      EXPECT_THAT(read_text(path("odd.svg")), Not(HasSubstr(nonsense))) << rows;
    }
  }
}

TEST_F(TraceCommand, RefusesALogWithoutJobs) {
  write_text(path("empty.csv"), "");
  EXPECT_THAT(trace({"info", path("empty.csv")}).err, HasSubstr("the file is empty"));
  write_text(path("head.csv"), "submit_s,run_time_s,gpus\n");
  EXPECT_THAT(trace({"fit", path("head.csv")}).err, HasSubstr("the file contains no jobs"));
  EXPECT_EQ(trace({"info", path("missing.csv")}).code, 2);  // as the page of exit codes says
  EXPECT_THAT(trace({"info", folder_.path()}).err, HasSubstr("is a folder, not a log"));
}

TEST_F(TraceCommand, NeedsACommandOfItsOwn) {
  EXPECT_THAT(trace({}).err, HasSubstr("known here: info, convert, generate, fit"));
  EXPECT_THAT(trace({"inf"}).err, HasSubstr("did you mean \"info\"?"));
  EXPECT_THAT(trace({"info", "--help"}).out, HasSubstr("gpuscape trace info"));
}

}  // namespace
}  // namespace gpuscape
