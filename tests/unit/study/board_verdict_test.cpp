/// What a comparison without costs comes to, and where the GPU time of slowed jobs went.

#include "sim/study/compare/board_verdict.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/study/compare/compare_result.hpp"
#include "sim/study/metrics/slowdown_causes.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

struct Verdicts {
  Verdict wait = Verdict::no_difference_shown;
  Verdict stranded = Verdict::no_difference_shown;
};

StudyResult working_study() {
  StudyResult study = small_study();
  study.slo.clear();
  study.unfinished = 0;
  return study;
}

CompareResult compared(const std::vector<Verdicts>& variants) {
  CompareResult result;
  result.variants.push_back({"base", {working_study(), {}, {}}});
  for (const Verdicts& verdicts : variants) {
    result.variants.push_back({"v", {working_study(), {}, {}}});
    Comparison comparison;
    comparison.variant = result.variants.size() - 1;
    for (const auto& [key, verdict] : {std::pair{"queue_wait_mean_s", verdicts.wait},
                                       {"gpus_stranded_share", verdicts.stranded}}) {
      MetricDifference& made = comparison.metrics.emplace_back();
      made.metric = &metrics()[metric_index(key)];
      made.verdict = verdict;
    }
    result.comparisons.push_back(comparison);
  }
  return result;
}

TEST(BoardVerdictWithoutCost, TakesTheOneThatGainsAndLosesNothing) {
  const BoardVerdict made = board_verdict(
      compared({{Verdict::better, Verdict::worse}, {Verdict::better, Verdict::negligible}}));
  EXPECT_EQ(made.by, BoardVerdict::By::metrics);
  EXPECT_EQ(made.winner, 2U);
  EXPECT_THAT(made.tallies, SizeIs(2));
  EXPECT_THAT(made.tallies[0].better, SizeIs(1));
  EXPECT_THAT(made.tallies[0].worse, SizeIs(1));
  EXPECT_THAT(made.tallies[1].worse, SizeIs(0));
}

TEST(BoardVerdictWithoutCost, TakesTheBaselineWhereAllOthersLose) {
  const BoardVerdict made =
      board_verdict(compared({{Verdict::worse}, {Verdict::no_difference_shown, Verdict::worse}}));
  EXPECT_EQ(made.winner, 0U);
}

TEST(BoardVerdictWithoutCost, HasNoneWhereDesignsGainAndLose) {
  const BoardVerdict made = board_verdict(compared({{Verdict::better, Verdict::worse}}));
  EXPECT_EQ(made.by, BoardVerdict::By::nothing);
  EXPECT_THAT(made.why_none, HasSubstr("no design is better"));
}

TEST(BoardVerdictWithoutCost, HasNoneWhereSeveralGain) {
  const BoardVerdict made = board_verdict(compared({{Verdict::better}, {Verdict::better}}));
  EXPECT_FALSE(made.winner.has_value());
  EXPECT_THAT(made.why_none, HasSubstr("2 designs are better"));
}

TEST(BoardVerdictWithoutCost, ADesignThatMissesAnObjectiveDoesNotWin) {
  CompareResult result = compared({{Verdict::better}, {}});
  result.variants[1].outcome.result.slo = {
      {{.name = "wait", .limit = 1800.0}, estimate(4000.0, 3000.0, 5000.0), false}};
  const BoardVerdict made = board_verdict(result);
  EXPECT_FALSE(made.winner.has_value());
  EXPECT_THAT(made.short_of_work, SizeIs(1));
}

TEST(BoardVerdictWithoutCost, HasNoneOfAComparisonThatWasStopped) {
  CompareResult result = compared({{Verdict::better}});
  EXPECT_EQ(board_verdict(result).winner, 1U);
  result.partial = true;
  const BoardVerdict made = board_verdict(result);
  EXPECT_FALSE(made.winner.has_value());
  EXPECT_EQ(made.why_none, "it was stopped before the end");
}

TEST(GuessTrial, KeepsTheAnswerWhereTheWinnerStays) {
  CompareResult result = compared({{Verdict::better}, {}});
  result.verdict = board_verdict(result);
  ASSERT_EQ(result.verdict->winner, 1U);
  EXPECT_TRUE(keeps_answer(result, {.winner = 1U}));
  EXPECT_FALSE(keeps_answer(result, {.winner = 0U}));
  EXPECT_FALSE(keeps_answer(result, {}));
  result.verdict->winner.reset();
  EXPECT_TRUE(keeps_answer(result, {}));
  EXPECT_FALSE(keeps_answer(result, {.winner = 1U}));
}

TEST(GuessTrial, MovesAMeanByItsPartOfWhatItWas) {
  CompareResult result = compared({{}});
  result.variants[1].outcome.result.estimates["completion_mean_s"].value = 200.0;
  const TrialAnswer trial{.completion_mean = {std::nan(""), 150.0}};
  EXPECT_DOUBLE_EQ(moves(result, trial, 1), -0.25);
  EXPECT_EQ(moves(result, trial, 0), 0.0);  // it does not rest on the guess
  EXPECT_EQ(moves(result, {}, 1), 0.0);     // it was not tried
}

TEST(SlowdownCauses, AreSharesOfTheGpuTimeOfJobsThatCompleted) {
  StudyResult study = study_with_traffic();
  RunResult& run = study.first;
  // 60 s on 2 GPUs, 1.5 s on 4 of which a third is lost, 10 s on one that does not end.
  run.remote[0] = {.calls = 6_s, .copies = 3_s, .attach = 1.5_s};
  run.remote[2] = {.calls = 100_s};
  MetricWindow window;
  window.average_to = Seconds(kForever);
  const SlowdownCauses causes = slowdown_causes(run, window);
  EXPECT_DOUBLE_EQ(causes.held.value(), 2 * 60.0 + 4 * 1.5);
  EXPECT_DOUBLE_EQ(causes.calls.value(), 12.0);
  EXPECT_DOUBLE_EQ(causes.copies.value(), 6.0);
  EXPECT_DOUBLE_EQ(causes.attaching.value(), 3.0);
  EXPECT_DOUBLE_EQ(causes.network.value(), 4 * (1.5 - 1.5 / 1.5));
  const StopCheck never;
  const auto share = [&](std::string_view key) {
    return value_of(metrics()[metric_index(key)], {.run = run, .window = window, .stop = never});
  };
  EXPECT_DOUBLE_EQ(share("slowed_by_network_share"), 2.0 / 126.0);
  EXPECT_DOUBLE_EQ(share("slowed_by_calls_share"), 12.0 / 126.0);
  EXPECT_DOUBLE_EQ(share("slowed_by_copies_share"), 6.0 / 126.0);
  EXPECT_DOUBLE_EQ(share("slowed_by_attaching_share"), 3.0 / 126.0);
}

TEST(SlowdownCauses, OfAJobOnLentGpusAreCountedOnce) {
  StudyResult study = study_with_traffic();
  RunResult& run = study.first;
  MetricWindow window;
  window.average_to = Seconds(kForever);
  // Job 1: 1.5 s on 4 GPUs, the last 1.2 s of them with the GPUs, of which 0.4 s are lost.
  run.remote[1] = {.calls = 0.1_s, .copies = 0.2_s, .attach = 0.3_s};
  EXPECT_NEAR(slowdown_causes(run, window).network.value(), 4 * 0.1, 1e-12);
  run.remote[1].copies = 0.5_s;  // more than all that was lost
  EXPECT_EQ(slowdown_causes(run, window).network.value(), 0.0);
}

TEST(SlowdownCauses, AreNotLookedForWhereNothingIsSharedOrLent) {
  const StudyResult study = small_study();
  const Metric& calls = metrics()[metric_index("slowed_by_calls_share")];
  EXPECT_FALSE(has(study.first, calls));
  const MetricWindow window;
  const StopCheck never;
  EXPECT_TRUE(std::isnan(value_of(calls, {.run = study.first, .window = window, .stop = never})));
}

TEST(SloVerdict, IsNotCertainWhereTheIntervalHoldsTheLimit) {
  SloVerdict slo{{.name = "wait", .limit = 100.0}, estimate(80.0, 60.0, 99.0), true};
  EXPECT_TRUE(slo.is_certain());
  EXPECT_DOUBLE_EQ(slo.margin(), 20.0);
  slo.value = estimate(80.0, 60.0, 101.0);
  EXPECT_FALSE(slo.is_certain());
  slo.value = estimate(180.0, 90.0, 200.0);
  EXPECT_FALSE(slo.is_certain());
  slo.at_least = true;
  EXPECT_DOUBLE_EQ(slo.margin(), 80.0);
  EXPECT_FALSE(slo.is_certain());
  slo.value = {180.0, {}, {}, "exact"};
  EXPECT_TRUE(slo.is_certain());
}

}  // namespace
}  // namespace gpuscape
