/// Results that will not fit are refused before the start, unless they are asked for all the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::design;
using test::generated_text;

/// A study that is told how much memory is free. M/M/8 of ten days has 1152 jobs, and five
/// replications are held: 0.92 MB.
LiveStudy study_with(Bytes free) {
  return {test::builtin_models(), {.threads = 1, .free_memory = [free] { return free; }}};
}

TEST(ShortMemory, ADesignWhoseResultsDoNotFitSaysHowMuchTheyTake) {
  LiveStudy study = study_with(Bytes(9e5));
  const LiveAnswer answer = test::answered(study, {design("A", generated_text(10))})->designs[0];
  EXPECT_EQ(answer.outcome, nullptr);
  EXPECT_TRUE(answer.lacks_memory);
  EXPECT_THAT(answer.failure, testing::HasSubstr("take up about 900 KiB, and 900 kB of memory"));
}

TEST(ShortMemory, ADesignThatFitsIsRun) {
  LiveStudy study = study_with(Bytes(9.3e5));
  const LiveAnswer answer = test::answered(study, {design("A", generated_text(10))})->designs[0];
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(answer.stage, LiveStage::exact);
}

TEST(ShortMemory, WhatTheDesignsOfARequestTakeUpAddsUp) {
  LiveStudy study = study_with(Bytes(9.3e5));
  const auto state = test::answered(
      study, {design("A", generated_text(10)), design("B", generated_text(10, R"({"seed": 9})"))});
  EXPECT_EQ(state->designs[0].stage, LiveStage::exact);
  EXPECT_THAT(state->designs[1].failure, testing::HasSubstr("1.76 MiB with the other designs"));
}

TEST(ShortMemory, ItIsRunAllTheSameWhereThatIsAskedFor) {
  LiveStudy study = study_with(Bytes(1000.0));
  study.ask({design("A", generated_text(10))}, WhenMemoryIsShort::run);
  study.wait();
  EXPECT_EQ(study.latest()->designs[0].stage, LiveStage::exact);
}

}  // namespace
}  // namespace gpuscape
