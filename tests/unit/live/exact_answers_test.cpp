#include <gtest/gtest.h>

#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::answered;
using test::bytes;
using test::bytes_of_run;
using test::design;
using test::generated_text;

class ExactAnswers : public ::testing::Test {
 protected:
  ExactAnswers() {
    write_text(folder_.path() / "log.csv", test::log_text(3000));
    write_text(file(), test::log_scenario());
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "scenario.json"; }

  ScratchFolder folder_;
  LiveStudy study_{test::builtin_models(), {.threads = 2}};
};

TEST_F(ExactAnswers, OfAGeneratedWorkloadAreThoseOfRunStudy) {
  for (const char* run : {"{}", R"({"replications": 1})", R"({"replications": 7, "seed": 3})"}) {
    const LiveDesign one = design("A", generated_text(20, run));
    const auto state = answered(study_, {one});
    EXPECT_EQ(state->designs.at(0).stage, LiveStage::exact);
    EXPECT_EQ(bytes(state->designs[0]), bytes_of_run(one));
  }
}

TEST_F(ExactAnswers, OfALogAreThoseOfRunStudy) {
  const LiveDesign one = test::design_of(file(), {"/cluster/nodes/n/gpus=6"});
  const auto state = answered(study_, {one});
  EXPECT_EQ(state->designs.at(0).stage, LiveStage::exact);
  EXPECT_FALSE(state->designs[0].is_stale);
  EXPECT_EQ(bytes(state->designs[0]), bytes_of_run(one));
}

TEST_F(ExactAnswers, AreTheSameWhateverTheThreads) {
  const LiveDesign one = design("A", generated_text(20));
  LiveStudy alone(test::builtin_models(), {.threads = 1});
  LiveStudy four(test::builtin_models(), {.threads = 4});
  EXPECT_EQ(bytes(answered(alone, {one})->designs.at(0)),
            bytes(answered(four, {one})->designs.at(0)));
}

TEST_F(ExactAnswers, OfAnUnchangedDesignAreNotMadeAgain) {
  const LiveDesign a = design("A", generated_text(20));
  const auto before = answered(study_, {a});
  const auto after = answered(study_, {a, design("B", generated_text(5))});
  EXPECT_EQ(after->designs.at(0).outcome, before->designs.at(0).outcome);
  EXPECT_NE(after->designs.at(1).outcome, before->designs.at(0).outcome);
}

TEST_F(ExactAnswers, OfOneDesignUnderTwoNamesAreMadeOnce) {
  const std::string text = generated_text(20);
  const auto state = answered(study_, {design("A", text), design("B", text)});
  EXPECT_EQ(state->designs.at(0).outcome, state->designs.at(1).outcome);
  EXPECT_EQ(state->designs[1].stage, LiveStage::exact);
}

TEST_F(ExactAnswers, AreFoundAgainWhereAFaultyChangeIsTakenBack) {
  const LiveDesign good = design("A", generated_text(20));
  const auto before = answered(study_, {good});
  const auto faulty =
      answered(study_, {design("A", generated_text(20), {"/cluster/nodes/n/count=-1"})});
  EXPECT_FALSE(faulty->designs.at(0).faults.empty());
  EXPECT_TRUE(faulty->designs[0].is_stale);
  EXPECT_EQ(faulty->designs[0].outcome, before->designs.at(0).outcome);
  const auto after = answered(study_, {good});
  EXPECT_EQ(after->designs.at(0).outcome, before->designs[0].outcome);
  EXPECT_FALSE(after->designs[0].is_stale);
}

TEST_F(ExactAnswers, AreMadeAnewWhereTheScenarioOnDiskHasChanged) {
  const LiveDesign one = test::design_of(file());
  const auto before = answered(study_, {one});
  std::string text = test::log_scenario();
  write_text(file(), text.replace(text.find("8"), 1, "10"));
  const auto after = answered(study_, {one});
  EXPECT_NE(bytes(after->designs.at(0)), bytes(before->designs.at(0)));
  EXPECT_EQ(bytes(after->designs[0]), bytes_of_run(one));
}

TEST_F(ExactAnswers, AreMadeAnewWhereTheLogOnDiskHasChanged) {
  const LiveDesign one = test::design_of(file());
  EXPECT_EQ(answered(study_, {one})->designs.at(0).outcome->result.jobs, 3000);
  write_text(folder_.path() / "log.csv", test::log_text(2000));
  EXPECT_EQ(answered(study_, {one})->designs.at(0).outcome->result.jobs, 2000);
}

}  // namespace
}  // namespace gpuscape
