#include "sim/workload/formats/guess_trace.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class GuessTrace : public ::testing::Test {
 protected:
  std::string file(std::string_view text) const {
    write_text(folder_.path() / "log", text);
    return folder_.path() / "log";
  }
  ScratchFolder folder_;
};

TEST_F(GuessTrace, KnowsFormatsByTheirFirstLine) {
  EXPECT_EQ(guess_trace(file("\n; Version: 2.2\n1 0 …")).format, "swf");
  EXPECT_EQ(guess_trace(file("1 0 -1 5 1 -1 -1 1 -1 -1 1 1 1 -1 1 -1 -1 -1\n")).format, "swf");
  EXPECT_EQ(guess_trace(file("timestamp,duration,num_gpus,cluster\n")).format, "philly-csv");
  EXPECT_EQ(guess_trace(file("JobIDRaw|User|Submit\n")).format, "sacct");
  EXPECT_EQ(guess_trace(file("JobID|Submit|Start\n")).format, "sacct");
  EXPECT_EQ(guess_trace(file("name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n")).format,
            "openb");
}

TEST_F(GuessTrace, FindsASignBetweenColumnsThatFewUse) {
  EXPECT_EQ(guess_trace(file("JobIDRaw^State^Submit^Start^End\n")).format, "sacct");
  EXPECT_EQ(guess_trace(file("JobIDRaw~State~Submit~Start~End\n")).format, "sacct");
  EXPECT_EQ(guess_trace(file("id\x1fsubmit_s\x1frun_time_s\x1fgpus\n")).delimiter, '\x1f');
  EXPECT_EQ(guess_trace(file("id,submit_s,run_time_s,a#b#c#d#e\n")).delimiter, ',');
}

TEST_F(GuessTrace, OfASignThatFewUseIsRead) {
  const ReadTrace read = read_text(
      trace_spec("sacct"),
      "JobIDRaw^State^Submit^Start^End^AllocTRES\n"
      "7^COMPLETED^2026-01-01T00:00:00^2026-01-01T00:00:00^2026-01-01T01:00:00^gres/gpu=4\n");
  ASSERT_EQ(read.table.size(), 1U);
  EXPECT_EQ(read.table.job(0).demand.gpus, 4);
}

TEST_F(GuessTrace, KnowsSwfWithoutAHeader) {
  EXPECT_EQ(guess_trace(file("1 0 -1 5 1 -1 -1 1 -1 -1 1 1 1 -1 1 -1 -1 -1 8 60 all\n")).format,
            "swf");
  EXPECT_EQ(guess_trace(file("1 0 -1 5 1 -1 -1 1 -1 -1 1 ann 1 -1 1 -1 -1 -1\n")).format, "swf");
  const TempFile named("jobs.swf.gz", gzipped("1 0 -1 5 1 -1 -1 1 -1 -1 1 1 1 -1\n"));
  EXPECT_EQ(guess_trace(named.path()).format, "swf");
}

TEST_F(GuessTrace, KnowsTheHeadersOfTheMapsThatItShips) {
  const auto map_of = [this](const char* header) { return guess_trace(file(header)).columns_from; };
  EXPECT_EQ(map_of("job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n"),
            "tiresias");
  EXPECT_EQ(map_of("job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,"
                   "iteration_time,priority\n"),
            "muri");
  EXPECT_EQ(map_of("job_id,submit_s,duration_s,cpus,mem_mb\n"), "surf-lisa");
  EXPECT_EQ(map_of("job_id,submit_s,duration_s,cpus,cpu_capacity_mhz,mem_mb,mean_cpu_mhz,"
                   "max_cpu_mhz\n"),
            "surf-week");
}

TEST_F(GuessTrace, KnowsItsOwnTables) {
  const TraceSpec spec = guess_trace(file("\xEF\xBB\xBFid;submit_s;run_time_s;gpus;user\n"));
  EXPECT_EQ(spec.format, "csv");
  EXPECT_EQ(spec.delimiter, ';');
  EXPECT_EQ(spec.columns.size(), 5U);
}

TEST_F(GuessTrace, SaysWhatItAssumesOfItsOwnTableWithoutGpus) {
  const std::string log = "id,submit_s,run_time_s,cores\n1,0,60,4\n";
  const ReadTrace read = read_text(guess_trace(file(log)), log);
  EXPECT_EQ(read.table.job(0).demand, (Demand{1, 4000, 0}));
  EXPECT_THAT(read.report.assumptions,
              ::testing::ElementsAre(AllOf(HasSubstr("each job asks for one"),
                                           HasSubstr("none with \"gpus\": {\"constant\": 0}"))));
}

TEST_F(GuessTrace, SaysWhatATableHoldsThatItDoesNotKnow) {
  try {
    guess_trace(file("when,long,many\n1,2,3\n"));
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.issues()[0].message, HasSubstr("when, long, many"));
    EXPECT_THAT(error.issues()[0].hint, AllOf(HasSubstr("--columns"), HasSubstr("run_time")));
  }
}

TEST_F(GuessTrace, TellsScenariosFromLogs) {
  EXPECT_TRUE(looks_like_scenario(file("// ours\n{ \"format\": 1,\n \"workload\": {}}")));
  EXPECT_FALSE(looks_like_scenario(file("{\"jobs\": []}")));
  EXPECT_FALSE(looks_like_scenario(file("id,submit_s\n\"cluster\"")));
  EXPECT_FALSE(looks_like_scenario(file("")));
}

}  // namespace
}  // namespace gpuscape
