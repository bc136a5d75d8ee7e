#include "sim/study/run_study.hpp"
#include "sim/study/replication_shelf.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/scenario/load/loader.hpp"
#include "sim/study/study.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// M/M/8 on a pool: mean run time 1 h, load 0.6, `days` of arrivals; `run` is the scenario's
/// section.
CheckedScenario generated(std::string_view days, std::string_view run) {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"pool": {"type": "pool", "count": 8}}},
    "workload": {"streams": {"jobs": {"generate": {"duration": ")" +
      std::string(days) +
      R"( d", "load": 0.6, "gpus": {"1": 1},
      "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
    "slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "1 h"}},
    "run": )" +
      std::string(run) + "}";
  return test::checked(text);
}

StudyResult study(const CheckedScenario& scenario, unsigned threads = 1) {
  StudyOptions options;
  options.threads = threads;
  return test::study(scenario, options);
}

TEST(RunStudy, StopsWhenMeansArePreciseEnough) {
  const StudyResult result = study(generated("200", "{}"));
  EXPECT_TRUE(result.precision_reached);
  EXPECT_GE(result.replications, 5);
  EXPECT_LT(result.replications, 100);
  // Erlang C for 8 servers at load 0.6: 0.139542 · 3600 s / (8 − 4.8).
  EXPECT_NEAR(result.estimates["queue_wait_mean_s"].value, 156.98, 0.10 * 156.98);
  EXPECT_NEAR(result.estimates["gpus_allocated_share"].value, 0.6, 0.02);
}

TEST(RunStudy, StopsAtTheMostReplicationsAndSaysSo) {
  const StudyResult result = study(generated("2", "{}"));
  EXPECT_FALSE(result.precision_reached);
  EXPECT_EQ(result.replications, 100);
}

TEST(RunStudy, DoesAsManyReplicationsAsAskedFor) {
  const StudyResult result = study(generated("2", R"({"replications": 7})"));
  EXPECT_EQ(result.replications, 7);
  EXPECT_EQ(result.estimates["queue_wait_mean_s"].method, "t over 7 replications");
  EXPECT_TRUE(result.precision_reached);
}

TEST(RunStudy, TakesTheBootstrapForOneReplication) {
  const StudyResult result = study(generated("20", R"({"replications": 1, "warm_up": "1 d"})"));
  EXPECT_EQ(result.warm_up, 1_d);
  EXPECT_EQ(result.estimates["queue_wait_mean_s"].method, "bootstrap-t over 19 days");
}

TEST(RunStudy, GivesTheSameWhateverTheThreads) {
  const CheckedScenario scenario = generated("5", R"({"replications": 16})");
  const StudyResult one = study(scenario, 1);
  const StudyResult four = study(scenario, 4);
  EXPECT_EQ(one.estimates["queue_wait_mean_s"].value, four.estimates["queue_wait_mean_s"].value);
  EXPECT_EQ(one.estimates["completion_p95_s"].high, four.estimates["completion_p95_s"].high);
  EXPECT_EQ(one.warm_up, four.warm_up);
}

TEST(RunStudy, KeepsReplicationsInTheirOrder) {
  std::vector<std::int64_t> kept;
  StudyOptions options;
  options.threads = 3;
  options.keep = [&](std::int64_t replication, const RunResult&) { kept.push_back(replication); };
  test::study(generated("1", R"({"replications": 8})"), options);
  EXPECT_EQ(kept, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7}));
}

TEST(RunStudy, MarksWhatWasStoppedAsPartial) {
  std::stop_source source;
  source.request_stop();
  StudyOptions options;
  options.stop = source.get_token();
  const StudyResult result = test::study(generated("5", "{}"), options);
  EXPECT_TRUE(result.partial);
  EXPECT_EQ(result.replications, 1);
}

TEST(RunStudy, KeepsReplicationsThatWereDoneWhenStopped) {
  std::stop_source source;
  StudyOptions options;
  options.stop = source.get_token();
  options.progress = [&](const StudyProgress& progress) {
    if (progress.replications == 5) source.request_stop();
  };
  const StudyResult result = test::study(generated("2", "{}"), options);
  EXPECT_TRUE(result.partial);
  EXPECT_EQ(result.replications, 5);
}

TEST(RunStudy, JudgesServiceLevels) {
  const StudyResult result = study(generated("20", R"({"replications": 5})"));
  ASSERT_EQ(result.slo.size(), 1U);
  // P(wait > 1 h) = 0.1395 · e^(−3.2) = 0.0057 < 0.05.
  EXPECT_TRUE(result.slo[0].met);
}

TEST(RunStudy, LeavesOutReplicationsWhoseStatisticsWereStopped) {
  const CheckedScenario scenario = generated("2", R"({"replications": 5, "warm_up": "0 s"})");
  std::stop_source source;
  StudyOptions options;
  options.stop = source.get_token();
  TraceCache traces;
  Study study(scenario, options, traces.inputs(scenario.spec, options.stop));
  study.start();
  const StudyRound statistics = study.first_statistics(study.found_warm_up());
  ASSERT_EQ(statistics.parts, 5U);
  for (std::size_t i = 0; i < statistics.parts; ++i) {
    if (i == 2) source.request_stop();
    statistics.part(i);
  }
  statistics.done();
  const StudyResult result = study.finish().result;
  EXPECT_TRUE(result.partial);
  EXPECT_FALSE(result.first.partial);
  EXPECT_EQ(result.replications, 2);
  EXPECT_FALSE(std::isnan(result.estimates["queue_wait_mean_s"].value));
}

}  // namespace
}  // namespace gpuscape
