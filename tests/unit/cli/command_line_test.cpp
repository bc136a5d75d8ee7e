#include "cli/command_line.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CommandLine parsed(const std::vector<std::string>& words) {
  CommandLine line;
  line.parse(words);
  return line;
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
  EXPECT_EQ(line.command(), "run");
  EXPECT_EQ(line.run.file, "s.json");
  EXPECT_EQ(line.run.scenario.design.variant, "v");
  EXPECT_THAT(line.run.scenario.design.sets, ElementsAre("/a=1", "/b=2"));
  EXPECT_EQ(line.run.scenario.design.seed, 7U);
  EXPECT_EQ(line.run.out, "o");
  EXPECT_EQ(line.run.loop, "native");
  EXPECT_EQ(line.run.threads, 3U);
  EXPECT_TRUE(line.run.json && line.run.keep_all && line.run.perfetto && line.run.require_slo);
}

TEST(CommandLine, TakesOneValueForEachSet) {
  const CommandLine line = parsed({"run", "--set", "/a=1", "s.json"});
  EXPECT_EQ(line.run.file, "s.json");
  EXPECT_THAT(line.run.scenario.design.sets, ElementsAre("/a=1"));
}

TEST(CommandLine, TakesSimgridsLoopUnlessToldOtherwise) {
  EXPECT_EQ(parsed({"run", "s.json"}).run.loop, "simgrid");
}

TEST(CommandLine, HintsAtTheNearestCommand) {
  EXPECT_EQ(fault({"rnu", "s.json"}).message, "unknown command \"rnu\"");
  EXPECT_EQ(fault({"rnu", "s.json"}).hint, "did you mean \"run\"?");
}

TEST(CommandLine, HintsAtTheNearestOption) {
  EXPECT_EQ(fault({"run", "s.json", "--sed", "7"}).message, "unknown option \"--sed\"");
  EXPECT_THAT(fault({"run", "s.json", "--sed", "7"}).hint, HasSubstr("did you mean \"--se"));
}

TEST(CommandLine, SaysWhichCommandsAreNotInThisVersion) {
  EXPECT_EQ(fault({"sweep", "s.json"}).message, "the command \"sweep\" is not in this version");
  EXPECT_THAT(fault({"plan"}).hint,
              HasSubstr("run, compare, check, crosscheck, schema, catalog, topo, trace, validate"));
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

/// What `words` print, which ask for help.
std::string help_of(const std::vector<std::string>& words) {
  CommandLine line;
  try {
    line.parse(words);
  } catch (const CLI::Success& success) {
    return line.success_text(success);
  }
  return "";
}

TEST(CommandLine, HelpOfACommandIsWhatTheCommandSaysOfItself) {
  EXPECT_EQ(help_of({"help"}), help_of({"--help"}));
  EXPECT_EQ(help_of({"help", "run"}), help_of({"run", "--help"}));
  EXPECT_EQ(help_of({"help", "trace", "info"}), help_of({"trace", "info", "--help"}));
  EXPECT_THAT(help_of({"help", "help"}), HasSubstr("gpuscape help trace info"));
}

TEST(CommandLine, HelpOfNoCommandIsRefusedWithTheNearest) {
  EXPECT_EQ(fault({"help", "ru"}).message, "there is no command \"ru\"");
  EXPECT_EQ(fault({"help", "ru"}).hint, "did you mean \"run\"?");
  EXPECT_EQ(fault({"help", "trace", "inf"}).hint, "did you mean \"info\"?");
  EXPECT_EQ(fault({"help", "run", "info"}).message, "there is no command \"run info\"");
}

TEST(CommandLine, HasAnExampleInEveryHelp) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"run", "--help"},
                                                {"check", "--help"},
                                                {"schema", "--help"},
                                                {"completion", "--help"}}) {
    CommandLine line;
    try {
      line.parse(words);
      FAIL() << words.front();
    } catch (const CLI::Success& success) {
      EXPECT_THAT(line.success_text(success), HasSubstr("Example:\n"));
    }
  }
}

}  // namespace
}  // namespace gpuscape
