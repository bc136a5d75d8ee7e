#include <gtest/gtest.h>

#include "sim/live/live_request.hpp"
#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::design;
using test::generated_text;

/// Each outcome that is put up for the first design, in turn, by its stage.
std::vector<LiveAnswer> improvements(const std::vector<std::shared_ptr<const LiveState>>& states) {
  std::vector<LiveAnswer> all;
  for (const auto& state : states) {
    const LiveAnswer& answer = state->designs.at(0);
    if (answer.outcome == nullptr || answer.is_stale) continue;
    if (all.empty() || all.back().outcome != answer.outcome) all.push_back(answer);
  }
  return all;
}

std::vector<LiveAnswer> improvements_of(const LiveDesign& one) {
  test::States states;
  LiveStudy study(test::builtin_models(), states.options());
  states.watch(study);
  test::answered(study, {one});
  return improvements(states.all());
}

TEST(FirstAnswers, OfAGeneratedWorkloadComeByBatches) {
  std::vector<std::int64_t> replications;
  const std::string run = R"({"replications": 27})";
  for (const LiveAnswer& answer : improvements_of(design("A", generated_text(10, run)))) {
    replications.push_back(answer.outcome->result.replications);
    EXPECT_EQ(answer.stage, replications.back() == 27 ? LiveStage::exact : LiveStage::replications);
  }
  EXPECT_EQ(replications, (std::vector<std::int64_t>{1, 5, 15, 25, 27}));
}

TEST(FirstAnswers, OfAGeneratedWorkloadAreThoseOfFewerReplications) {
  const auto answers = improvements_of(design("A", generated_text(10, R"({"replications": 27})")));
  for (const std::size_t i : {0U, 1U, 2U}) {
    const StudyResult& shown = answers.at(i).outcome->result;
    const StudyResult alone =
        test::run_alone(design("A", generated_text(10, fmt::format(R"({{"replications": {}}})",
                                                                   shown.replications))))
            .result;
    for (const char* key : {"queue_wait_mean_s", "queue_wait_p95_s", "gpus_allocated_share"}) {
      EXPECT_EQ(shown.estimates[key].value, alone.estimates[key].value) << key;
      EXPECT_EQ(shown.estimates[key].high, alone.estimates[key].high) << key;
    }
    EXPECT_EQ(shown.warm_up, alone.warm_up);
  }
}

TEST(FirstAnswers, OfOneReplicationAreExactAtOnce) {
  const auto answers = improvements_of(design("A", generated_text(10, R"({"replications": 1})")));
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].stage, LiveStage::exact);
}

/// A log of 3000 jobs, of which each is believed to take a millisecond.
class LongLog : public ::testing::Test {
 protected:
  LongLog() {
    write_text(folder_.path() / "log.csv", test::log_text(3000));
    write_text(folder_.path() / "s.json", test::log_scenario());
    means_.seconds_per_job = 1e-3;
    order_.generation = board_.begin(order_.designs);
    LiveRequest(means_, board_, order_).run();
  }

  ScratchFolder folder_;
  std::vector<std::shared_ptr<const LiveState>> states_;
  LiveBoard board_{[this] { states_.push_back(board_.latest()); }};
  LiveMeans means_{.reader = DesignReader(test::builtin_models())};
  LiveOrder order_{1, {test::design_of(folder_.path() / "s.json")}, {}};
};

TEST_F(LongLog, IsAnsweredByItsFirstDaysBeforeItIsAnsweredExactly) {
  const std::vector<LiveAnswer> answers = improvements(states_);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].stage, LiveStage::first_weeks);
  EXPECT_EQ(answers[0].covers, 1_d);  // 3000 · 5 % = 150 jobs, ten minutes apart: 25 h
  EXPECT_EQ(answers[1].stage, LiveStage::exact);
  EXPECT_EQ(test::bytes(answers[1]), test::bytes_of_run(order_.designs[0]));
}

TEST_F(LongLog, FirstDaysAreTheAnswerToALogThatEndsThere) {
  const StudyResult& first = improvements(states_).at(0).outcome->result;
  write_text(folder_.path() / "log.csv", test::log_text(144));
  const StudyResult cut = test::run_alone(order_.designs[0]).result;
  EXPECT_EQ(first.jobs, 144);
  EXPECT_EQ(first.metrics["queue_wait_mean_s"], cut.metrics["queue_wait_mean_s"]);
  EXPECT_EQ(first.estimates["completion_p95_s"].high, cut.estimates["completion_p95_s"].high);
  EXPECT_EQ(first.first.timeline["gpus_allocated"], cut.first.timeline["gpus_allocated"]);
}

TEST_F(LongLog, IsAnsweredExactlyAtOnceWhereItTakesLittle) {
  EXPECT_LT(means_.seconds_per_job, 1e-3);  // as measured
  states_.clear();
  order_.designs[0].design.sets = {"/cluster/nodes/n/gpus=9"};
  means_.seconds_per_job = 0.25 / 3000;
  order_.generation = board_.begin(order_.designs);
  LiveRequest(means_, board_, order_).run();
  const std::vector<LiveAnswer> answers = improvements(states_);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].stage, LiveStage::exact);
}

}  // namespace
}  // namespace gpuscape
