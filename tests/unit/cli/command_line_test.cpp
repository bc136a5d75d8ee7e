#include "cli/line/command_line.hpp"

#include <gmock/gmock.h>

#include "cli/builtin_commands.hpp"
#include "cli/commands/run.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CommandLine parsed(const std::vector<std::string>& words) {
  CommandLine line(builtin_commands());
  line.parse(words);
  return line;
}

/// The options of the `run` that was chosen.
const RunOptions& run_of(const CommandLine& line) {
  return dynamic_cast<const RunCommand&>(line.chosen()).options();
}

UsageError fault(const std::vector<std::string>& words) {
  try {
    parsed(words);
  } catch (const UsageError& error) {
    return error;
  }
  return {"no fault", ""};
}

TEST(CommandLine, ReadsEveryOptionOfRun) {
  const CommandLine line = parsed({"run", "s.json", "--variant", "v", "--set", "/a=1", "--set=/b=2",
                                   "--seed", "7", "--out", "o", "--loop", "native", "--threads",
                                   "3", "--json", "--keep-all", "--perfetto", "--require-slo"});
  const RunOptions& run = run_of(line);
  EXPECT_EQ(run.file, "s.json");
  EXPECT_EQ(run.scenario.design.variant, "v");
  EXPECT_THAT(run.scenario.design.sets, ElementsAre("/a=1", "/b=2"));
  EXPECT_EQ(run.scenario.design.seed, 7U);
  EXPECT_EQ(run.out, "o");
  EXPECT_EQ(run.loop, "native");
  EXPECT_EQ(run.threads, 3U);
  EXPECT_TRUE(run.json && run.keep_all && run.perfetto && run.require_slo);
}

TEST(CommandLine, TakesOneValueForEachSet) {
  const CommandLine line = parsed({"run", "--set", "/a=1", "s.json"});
  EXPECT_EQ(run_of(line).file, "s.json");
  EXPECT_THAT(run_of(line).scenario.design.sets, ElementsAre("/a=1"));
}

TEST(CommandLine, TakesSimgridsLoopUnlessToldOtherwise) {
  EXPECT_EQ(run_of(parsed({"run", "s.json"})).loop, "simgrid");
  EXPECT_EQ(run_of(parsed({"run", "s.json", "--loop", "native"})).loop, "native");
}

TEST(CommandLine, HasOneSetOfLimitsForACommandAndThoseWithinIt) {
  EXPECT_EQ(parsed({"check", "s.json"}).limits().max_rows, 10'000'000);
  EXPECT_EQ(parsed({"check", "s.json", "--max-rows", "7"}).limits().max_rows, 7);
  const std::vector<std::string> words{"catalog", "--max-memory", "1 GiB", "import"};
  EXPECT_EQ(parsed(words).limits().max_memory, "1 GiB");
}

TEST(CommandLine, HintsAtTheNearestCommand) {
  EXPECT_EQ(fault({"rnu", "s.json"}).message, "unknown command \"rnu\"");
  EXPECT_EQ(fault({"rnu", "s.json"}).hint, "did you mean \"run\"?");
}

TEST(CommandLine, HintsAtTheNearestOption) {
  EXPECT_EQ(fault({"run", "s.json", "--sed", "7"}).message, "unknown option \"--sed\"");
  EXPECT_THAT(fault({"run", "s.json", "--sed", "7"}).hint, HasSubstr("did you mean \"--se"));
}

TEST(CommandLine, RefusesNothingAtAllAndAMissingScenario) {
  EXPECT_EQ(fault({}).message, "no command");
  EXPECT_THAT(fault({"run"}).message, HasSubstr("scenario"));
  EXPECT_EQ(fault({"run", "a.json", "b.json"}).message, "unexpected word \"b.json\"");
}

TEST(CommandLine, RefusesValuesThatCannotBe) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--loop", "tcp"},
                                                {"--threads", "-1"},
                                                {"--threads", "many"},
                                                {"--seed", "-3"},
                                                {"--seed", "1.5"}}) {
    std::vector<std::string> all{"run", "s.json"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_NE(fault(all).message, "no fault") << words.back();
  }
}

std::string printed(const std::vector<std::string>& words) { return run_program(words).out; }

TEST(CommandLine, HelpOfACommandIsWhatTheCommandSaysOfItself) {
  EXPECT_EQ(printed({"help"}), printed({"--help"}));
  EXPECT_THAT(printed({"help"}), HasSubstr("Usage: gpuscape [OPTIONS] SUBCOMMAND\n"));
  EXPECT_EQ(printed({"help", "run"}), printed({"run", "--help"}));
  EXPECT_EQ(printed({"help", "run", "--"}), printed({"run", "--help"}));
  EXPECT_EQ(printed({"help", "trace", "info"}), printed({"trace", "info", "--help"}));
  EXPECT_THAT(printed({"help", "help"}), HasSubstr("gpuscape help trace info"));
}

TEST(CommandLine, HelpOfNoCommandIsRefusedWithTheNearest) {
  const Outcome outcome = run_program({"help", "ru"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "gpuscape: error: unknown command \"ru\"\n  hint: did you mean \"run\" or \"runs\"?\n");
  EXPECT_THAT(run_program({"help", "trace", "inf"}).err, HasSubstr("did you mean \"info\"?"));
  EXPECT_THAT(run_program({"help", "run", "info"}).err,
              HasSubstr("unknown command \"run info\"\n"));
}

}  // namespace
}  // namespace gpuscape
