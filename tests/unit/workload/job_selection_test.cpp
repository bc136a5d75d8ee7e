#include "sim/workload/job_selection.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(Glob, StarIsAnyTextAndQuestionMarkOneCharacter) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("vision-*", "vision-"));
  EXPECT_TRUE(matches_glob("*-a?c*e", "x-abcdce"));
  EXPECT_TRUE(matches_glob("?", "é")) << "two bytes, one character";
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("vision-*", "revision-1"));
  EXPECT_FALSE(matches_glob("a*b", "abc"));
  EXPECT_FALSE(matches_glob("Ann", "ann")) << "case matters";
}

TEST(Glob, ManyStarsTakeNoExponentialTime) {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  EXPECT_FALSE(matches_glob(glob + "*b", std::string(5000, 'a')));
}

TEST(TextPatterns, OneAlternativeMustMatchAndNoNegation) {
  const TextPatterns patterns = {{"a*", false}, {"b*", false}, {"*x", true}};
  EXPECT_TRUE(matches(patterns, "ab"));
  EXPECT_TRUE(matches(patterns, "b"));
  EXPECT_FALSE(matches(patterns, "c"));
  EXPECT_FALSE(matches(patterns, "ax"));
}

TEST(TextPatterns, NegationsAloneLeaveEverythingElseAlsoWhatIsNotKnown) {
  EXPECT_TRUE(matches({{"a", true}}, "b"));
  EXPECT_TRUE(matches({{"a", true}}, ""));
  EXPECT_TRUE(matches({}, "anything"));
}

TEST(Selector, EveryKeyThatIsGivenMustMatch) {
  SelectorSpec spec;
  spec.account = {{"lab-*", false}};
  spec.gpus = {{1, 1}, {8, 16}};
  spec.state = {{"completed", true}};
  LoggedJob row;
  row.account = "lab-1";
  row.demand.gpus = 8;
  row.state = LoggedState::timed_out;
  EXPECT_TRUE(matches(spec, row, false));
  row.demand.gpus = 7;
  EXPECT_FALSE(matches(spec, row, false));
  row.demand.gpus = 1;
  row.state = LoggedState::completed;
  EXPECT_FALSE(matches(spec, row, false));
}

TEST(Selector, KindIsWhatTheRulesSaid) {
  SelectorSpec spec;
  spec.interactive = true;
  EXPECT_TRUE(matches(spec, LoggedJob{}, true));
  EXPECT_FALSE(matches(spec, LoggedJob{}, false));
}

TEST(JobSelection, GoesByOrigins) {
  OriginTable origins;
  const std::uint32_t ann = origins.intern("ann", "", "gpu", "");
  SelectorSpec spec;
  spec.user = {{"ann", false}};
  const JobSelection selection(spec, origins);
  EXPECT_TRUE(selection.matches(ann, 1, false));
  EXPECT_FALSE(selection.matches(0, 1, false));
}

}  // namespace
}  // namespace gpuscape
