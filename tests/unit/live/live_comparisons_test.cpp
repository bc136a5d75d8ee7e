#include "sim/live/live_comparisons.hpp"

#include <gtest/gtest.h>

#include "sim/report/compare/compare_json.hpp"
#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::answered;
using test::design;
using test::generated_text;

/// compare.json of the command, and with the live study's comparisons in place of its own.
void expect_comparisons_of_the_command(const std::vector<LiveDesign>& designs,
                                       const LiveState& state) {
  CompareResult reference = test::compared(designs);
  const std::vector<std::string> folders(designs.size(), "folder");
  const std::string expected = compare_json(reference, folders, {});
  ASSERT_EQ(reference.comparisons.size(), state.comparisons.size());
  for (std::size_t i = 0; i < state.comparisons.size(); ++i) {
    ASSERT_NE(state.comparisons[i], nullptr);
    reference.comparisons[i] = *state.comparisons[i];
    reference.comparisons[i].variant = i + 1;
  }
  EXPECT_EQ(compare_json(reference, folders, {}), expected);
}

class LiveComparison : public ::testing::Test {
 protected:
  LiveComparison() {
    write_text(folder_.path() / "log.csv", test::log_text(3000));
    write_text(folder_.path() / "s.json", test::log_scenario());
  }
  [[nodiscard]] LiveDesign of_log(const std::string& gpus) const {
    LiveDesign one = test::design_of(folder_.path() / "s.json", {"/cluster/nodes/n/gpus=" + gpus});
    one.name = gpus;
    return one;
  }

  ScratchFolder folder_;
  LiveStudy study_{test::builtin_models(), {.threads = 2}};
};

TEST_F(LiveComparison, OfLogsIsThatOfTheCommand) {
  const std::vector<LiveDesign> designs{of_log("8"), of_log("7"), of_log("12")};
  expect_comparisons_of_the_command(designs, *answered(study_, designs));
}

TEST_F(LiveComparison, OfGeneratedWorkloadsIsThatOfTheCommand) {
  const std::string text = generated_text(20);
  const std::vector<LiveDesign> designs{design("A", text),
                                        design("B", text, {"/cluster/nodes/n/count=6"}),
                                        design("C", text, {"/cluster/nodes/n/count=12"})};
  const auto state = answered(study_, designs);
  expect_comparisons_of_the_command(designs, *state);
  for (std::size_t i = 0; i < designs.size(); ++i)
    EXPECT_EQ(test::bytes(state->designs.at(i)), test::bytes_of_run(designs[i]));
}

TEST_F(LiveComparison, WithAWarmUpThatIsGivenIsThatOfTheCommand) {
  const std::string text = generated_text(20, R"({"warm_up": "1 d"})");
  const std::vector<LiveDesign> designs{design("A", text),
                                        design("B", text, {"/cluster/nodes/n/count=6"})};
  expect_comparisons_of_the_command(designs, *answered(study_, designs));
}

TEST_F(LiveComparison, OfALogAndGeneratedWorkloadsIsThatOfTheCommand) {
  const std::string text = generated_text(20);
  const std::vector<LiveDesign> designs{of_log("8"), design("B", text),
                                        design("C", text, {"/cluster/nodes/n/count=6"})};
  expect_comparisons_of_the_command(designs, *answered(study_, designs));
  expect_comparisons_of_the_command({designs[0], designs[1]},
                                    *answered(study_, {designs[0], designs[1]}));
}

TEST_F(LiveComparison, IsMadeAnewWhereAThirdDesignChangesTheWarmUp) {
  const std::string text = generated_text(20);
  const std::vector<LiveDesign> two{design("A", text),
                                    design("B", text, {"/cluster/nodes/n/count=7"})};
  answered(study_, two);
  std::vector<LiveDesign> three = two;
  three.push_back(design("C", text, {"/cluster/nodes/n/count=6"}));
  expect_comparisons_of_the_command(three, *answered(study_, three));
  expect_comparisons_of_the_command(two, *answered(study_, two));
}

/// The first comparison that is put up with the second of two designs.
std::shared_ptr<const Comparison> first_comparison(const std::vector<LiveDesign>& designs) {
  test::States states;
  LiveStudy study(test::builtin_models(), states.options());
  states.watch(study);
  answered(study, designs);
  for (const auto& state : states.all())
    if (state->comparisons.at(0) != nullptr) return state->comparisons[0];
  return nullptr;
}

TEST_F(LiveComparison, OfGeneratedWorkloadsBeginsWithFiveReplications) {
  const auto designs = [](int replications) {
    const std::string text =
        generated_text(20, fmt::format(R"({{"replications": {}}})", replications));
    return std::vector{design("A", text), design("B", text, {"/cluster/nodes/n/count=6"})};
  };
  const auto shown = first_comparison(designs(15));
  ASSERT_NE(shown, nullptr);
  const CompareResult of_five = test::compared(designs(5));
  for (std::size_t i = 0; i < shown->metrics.size(); ++i) {
    const Estimate& expected = of_five.comparisons.at(0).metrics.at(i).difference;
    EXPECT_EQ(shown->metrics[i].difference.method, expected.method);
    EXPECT_EQ(shown->metrics[i].difference.high, expected.high) << expected.method;
  }
}

TEST_F(LiveComparison, IsMadeOfTheOthersWhereOneHasAFault) {
  const std::string text = generated_text(20);
  const std::vector<LiveDesign> two{design("A", text),
                                    design("B", text, {"/cluster/nodes/n/count=7"})};
  std::vector<LiveDesign> three = two;
  three.push_back(design("C", text, {"/cluster/nodes/n/count=0"}));
  const auto state = answered(study_, three);
  EXPECT_FALSE(state->designs.at(2).faults.empty());
  EXPECT_EQ(state->comparisons.at(1), nullptr);
  LiveState of_two = *state;
  of_two.comparisons.resize(1);
  expect_comparisons_of_the_command(two, of_two);
}

TEST_F(LiveComparison, OfTwoUnchangedLogsIsKept) {
  const auto before = answered(study_, {of_log("8"), of_log("7"), of_log("12")});
  const auto after = answered(study_, {of_log("8"), of_log("7"), of_log("13")});
  EXPECT_EQ(after->comparisons.at(0), before->comparisons.at(0));
  EXPECT_NE(after->comparisons.at(1), before->comparisons.at(1));
}

TEST_F(LiveComparison, SharesWhatWasRun) {
  const std::string text = generated_text(20);
  const auto known = std::make_shared<KnownDesign>();
  known->scenario = std::make_shared<const CheckedScenario>(test::opened(design("A", text)));
  StudyOptions options;
  options.shelf = &known->shelf;
  TraceCache traces;
  const StudyOutcome outcome = run_study(*known->scenario, traces, options);
  for (std::int64_t i = 1; i < outcome.result.replications; ++i)
    EXPECT_NE(known->shelf.find(static_cast<std::size_t>(i)), nullptr);
  EXPECT_EQ(known->shelf.find(0), nullptr);  // lies in the outcome
}

}  // namespace
}  // namespace gpuscape
