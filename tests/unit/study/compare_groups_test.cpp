/// Objectives of some of the jobs, and of metrics, beside each other.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/scenario/load/loader.hpp"
#include "sim/study/compare/compare.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

constexpr double kMinute = 60.0;

/// Ten days of 50 jobs. From 8:00 on a job of one GPU comes every 14 min and runs for 100 min, the
/// last of 49 at 19:12; at 12:00 `big` asks for all eight GPUs for two hours.
std::string ten_days() {
  std::string text = "t,d,g,u\n";
  const auto add = [&](int day, double minute, double run_time, int gpus, const char* user) {
    text += fmt::format("{},{},{},{}\n", 86400.0 * day + kMinute * minute, kMinute * run_time, gpus,
                        user);
  };
  for (int day = 0; day < 10; ++day) {
    for (int job = 0; job < 49; ++job) {
      if (job == 18) add(day, 12 * 60, 120, 8, "big");
      add(day, 8 * 60 + 14 * job, 100, 1, "small");
    }
  }
  return text;
}

class Groups : public ::testing::Test {
 protected:
  Groups() { std::ofstream(folder_.path() / "log.csv") << ten_days(); }

  [[nodiscard]] StudyOutcome outcome(const std::string& scheduler, int gpus = 8) const {
    const std::string text = fmt::format(
        R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "custom", "gpus": {}}}}}}},
      "workload": {{"streams": {{"log": {{"trace": {{"format": "csv", "file": "log.csv",
        "columns": {{"submit": "t", "run_time": "d", "gpus": "g", "user": "u"}}}}}}}}}},
      "scheduler": {{"policy": "{}"}},
      "slo": {{
        "big": {{"metric": "queue_wait", "quantile": 0.95, "at_most": "2 h", "where": {{"user": "big"}}}},
        "end": {{"metric": "completion", "quantile": 0.5, "at_most": "1 d"}},
        "use": {{"metric": "gpus_allocated_share", "at_least": 0.1}}}}}})",
        gpus, scheduler);
    TraceCache traces;
    return run_study(test::checked(load_scenario_text(text, (folder_.path() / "s.json").string(),
                                                      {}, {.objectives = objective_metrics()})),
                     traces, {});
  }

 private:
  ScratchFolder folder_;
};

const MetricDifference& metric(const Comparison& comparison, std::string_view key) {
  for (const MetricDifference& one : comparison.metrics)
    if (one.metric->key == key) return one;
  throw std::out_of_range(std::string(key));
}

// First come, first served, `big` waits for what came at 11:58 to end: 98 min. Shortest first, all
// that come until 19:12 go before it: until 20:52, 8 h 52 min.
TEST_F(Groups, AnObjectiveOfAGroupIsComparedOverItsOwnJobs) {
  const Comparison comparison = compare_outcomes(outcome("fifo"), outcome("sjf"));
  const SloDifference& big = comparison.slo.at(0);
  EXPECT_DOUBLE_EQ(big.baseline.value, 98.0 * kMinute);
  EXPECT_DOUBLE_EQ(big.difference.value, (532.0 - 98.0) * kMinute);
  EXPECT_DOUBLE_EQ(big.difference.low.value(), (532.0 - 98.0) * kMinute) << "on each of ten days";
  EXPECT_EQ(big.verdict, Verdict::worse);
  EXPECT_TRUE(big.met_at_baseline);
  EXPECT_FALSE(big.met);
  EXPECT_EQ(metric(comparison, "queue_wait_p95_s").verdict, Verdict::better) << "of all jobs";
}

TEST_F(Groups, AnObjectiveOfAMetricHasTheDifferenceOfThatMetric) {
  const Comparison comparison = compare_outcomes(outcome("fifo"), outcome("fifo", 9));
  const SloDifference& use = comparison.slo.at(2);
  EXPECT_EQ(use.difference.low, metric(comparison, "gpus_allocated_share").difference.low);
  EXPECT_EQ(use.difference.method, metric(comparison, "gpus_allocated_share").difference.method);
}

TEST_F(Groups, AnObjectiveOfAnotherSampleIsComparedOnIt) {
  const Comparison comparison = compare_outcomes(outcome("fifo"), outcome("sjf"));
  const SloDifference& end = comparison.slo.at(1);
  EXPECT_EQ(end.verdict, Verdict::better);
  EXPECT_GE(end.difference.value, *end.difference.low);
  EXPECT_LE(end.difference.value, *end.difference.high);
}

// Four GPUs have no room for `big`.
TEST_F(Groups, AGroupWithoutJobsHasNoInterval) {
  const SloDifference big = compare_outcomes(outcome("fifo"), outcome("fifo", 4)).slo.at(0);
  EXPECT_EQ(big.verdict, Verdict::no_interval);
  EXPECT_FALSE(big.difference.low.has_value());
  EXPECT_EQ(big.difference.method, "no interval: no such jobs");
}

}  // namespace
}  // namespace gpuscape
