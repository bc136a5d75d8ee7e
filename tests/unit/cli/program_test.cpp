#include "cli/program.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "cli/process/version.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kScenario = R"({"format": 1, "title": "Small",
  "cluster": {"nodes": {"gpu": {"type": "custom", "count": 2, "gpus": 4, "cores": 8, "memory": "64 GiB"}}},
  "workload": {"streams": {"jobs": {"generate": {"duration": "4 d", "load": 0.5, "gpus": {"1": 1},
    "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
  "slo": {"never": {"metric": "queue_wait", "quantile": 0.5, "at_most": "1 h"}},
  "run": {"replications": 3}})";

class Program : public ::testing::Test {
 protected:
  Program() { write_text(scenario(), kScenario); }
  [[nodiscard]] std::string scenario() const { return folder_.path() / "s.json"; }
  [[nodiscard]] std::string out() const { return folder_.path() / "out"; }
  /// `gpuscape run` of the small scenario on the native loop: SimGrid allows one engine a process.
  Outcome run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"run", scenario(), "--loop", "native", "--out", out()};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }

  ScratchFolder folder_;
};

TEST_F(Program, AnswersAndLeavesAFolder) {
  const Outcome outcome = run();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("Small · base · "));
  EXPECT_THAT(outcome.out, HasSubstr("\nfiles            " + out() + "/: result.json"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Program, PrintsNothingButJsonWhenAsked) {
  const Outcome outcome = run({"--json"});
  EXPECT_EQ(outcome.out, read_text(folder_.path() / "out/result.json"));
  EXPECT_THAT(outcome.out, StartsWith("{\n  \"schema\": 1"));
}

// A folder that is meant to be shared.
TEST_F(Program, AnonymousNamesNeitherTheHostNorTheCommand) {
  run();
  const std::string file = folder_.path() / "out/result.json";
  EXPECT_THAT(read_text(file), HasSubstr("\"command\": \"gpuscape run "));
  EXPECT_THAT(read_text(file), ::testing::Not(HasSubstr("\"host\": \"\"")));
  const Outcome outcome = run({"--anonymous", "--json"});
  for (const std::string& text : {read_text(file), outcome.out}) {
    EXPECT_THAT(text, HasSubstr("\"command\": \"gpuscape\""));
    EXPECT_THAT(text, HasSubstr("\"host\": \"\""));
    EXPECT_THAT(text, ::testing::Not(HasSubstr(folder_.path().string())));
  }
  const std::string other = folder_.path() / "other.json";
  write_text(other, kScenario);
  EXPECT_EQ(run_program({"compare", scenario(), other, "--out", out() + "2", "--anonymous"}).code,
            0);
  EXPECT_THAT(read_text(folder_.path() / "out2/compare.json"),
              HasSubstr("\"command\": \"gpuscape\""));
}

TEST_F(Program, KeepsEveryReplicationWhenAsked) {
  run({"--keep-all"});
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/rep-001/jobs.csv"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/rep-002/timeline.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/rep-003"));
}

TEST_F(Program, ExitsWithOneForAMissedServiceLevelOnlyUnderRequireSlo) {
  EXPECT_EQ(run({"--require-slo"}).code, 0);
  EXPECT_EQ(run({"--set", "/workload/streams/jobs/generate/load=2", "--require-slo"}).code, 1);
  EXPECT_EQ(run({"--set", "/workload/streams/jobs/generate/load=2"}).code, 0);
}

TEST_F(Program, ExitsWithTwoForFaultsInTheScenarioOrTheWords) {
  const Outcome outcome = run({"--set", "/cluster/nodes/gpu/cout=3"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("count"));
  EXPECT_EQ(run_program({"run", "nowhere.json"}).code, 2);
  EXPECT_EQ(run_program({"fly"}).code, 2);
}

TEST_F(Program, ExitsWithThreeWhereResultsCannotBeWritten) {
  write_text(folder_.path() / "out", "a file in the way");
  const Outcome outcome = run();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("cannot make the folder"));
}

TEST_F(Program, GivesTheSameBytesForAnyNumberOfThreads) {
  run({"--threads", "1"});
  const std::string one = read_text(folder_.path() / "out/result.json");
  run({"--threads", "4"});
  const std::string four = read_text(folder_.path() / "out/result.json");
  EXPECT_EQ(one.substr(0, one.find("\"provenance\"")), four.substr(0, four.find("\"provenance\"")));
}

TEST(ProgramWords, NameTheVersionOfSimgridToo) {
  const Outcome outcome = run_program({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              ::testing::ContainsRegex("^gpuscape [0-9.]+ \\(SimGrid [34]\\.[0-9.]+\\)\n$"));
}

TEST(ProgramWords, PrintASchemaAndCompletionScripts) {
  EXPECT_THAT(run_program({"schema"}).out, HasSubstr("\"$schema\""));
  EXPECT_THAT(run_program({"completion", "fish"}).out, HasSubstr("complete -c gpuscape"));
  EXPECT_THAT(run_program({"__complete", "ru"}).out, "run\nruns\n");
}

TEST(ProgramWords, GoNowhereWhenOutputIsFull) {
  std::ofstream full("/dev/full");
  std::ostringstream err;
  EXPECT_EQ(program({"--version"}, full, err), 3);
  EXPECT_THAT(err.str(), HasSubstr("cannot write to standard output"));
}

// Runs of a sweep are kept by it: programs of other sources have other runs.
TEST(ProgramBuild, NamesTheSources) {
  EXPECT_THAT(source_digest(), ::testing::MatchesRegex("[0-9a-f]{64}"));
  EXPECT_EQ(program_build(), program_version() + "+" + source_digest().substr(0, 12));
}

}  // namespace
}  // namespace gpuscape
