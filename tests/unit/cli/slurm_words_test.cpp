/// Words for Slurm's programs: parted here, since no shell does.

#include "cli/slurm/slurm_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;

TEST(SlurmWords, ArePartedAtBlanksExceptBetweenQuotes) {
  EXPECT_THAT(slurm_words(""), ElementsAre());
  EXPECT_THAT(slurm_words("  -p main\t--time=2:00:00 "),
              ElementsAre("-p", "main", "--time=2:00:00"));
  EXPECT_THAT(slurm_words(R"(--comment "a b" 'c  "d')"), ElementsAre("--comment", "a b", "c  \"d"));
  EXPECT_THAT(slurm_words(R"(--comment=x" y"z '')"), ElementsAre("--comment=x yz", ""));
}

TEST(SlurmWords, NothingInThemIsForAShell) {
  EXPECT_THAT(slurm_words("--comment $(id);`id` -p a|b"),
              ElementsAre("--comment", "$(id);`id`", "-p", "a|b"));
}

TEST(SlurmWords, OpenQuotesAndWhatTheSweepSetsAreRefused) {
  for (const char* text : {"-p 'main", "--comment \"", "--array=0-3", "--array 0-3", "-a0-3",
                           "-J name", "-p main --wrap=true", "--wait", "-D /"})
    EXPECT_THROW(slurm_words(text), UsageError) << text;
  EXPECT_THAT(slurm_words("--account=a -A b"), ElementsAre("--account=a", "-A", "b"));
}

TEST(SlurmWords, NeighboursOfAnArrayAreARange) {
  EXPECT_EQ(array_ranges({}), "");
  EXPECT_EQ(array_ranges({5}), "5");
  EXPECT_EQ(array_ranges({0, 1, 2, 3, 7, 9, 10}), "0-3,7,9-10");
}

}  // namespace
}  // namespace gpuscape
