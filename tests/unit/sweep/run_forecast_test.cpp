/// What a trial says of a whole run. Times are not compared: machines are shared.

#include "sim/sweep/run_forecast.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/study/metrics/estimates.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

constexpr Seconds kAmple{600.0};

CheckedScenario generated(int jobs, const char* replications) {
  return test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 4, "gpus": 8}}}}}},
      "workload": {{"streams": {{"s": {{"generate": {{"jobs": {}, "load": 0.8, "gpus": {{"1": 1}},
        "run_time": {{"distribution": "exponential", "mean": "1 h"}}}}}}}}}},
      "run": {{"seed": 1{}}}}})",
      jobs, replications));
}

TEST(RunForecast, OfARunThatEndsIsTheRun) {
  TraceCache traces;
  const auto forecast = forecast_run(generated(200, R"(, "replications": 3)"), traces, kAmple);
  ASSERT_TRUE(forecast && forecast->trial);
  EXPECT_FALSE(forecast->trial->result.partial);
  EXPECT_EQ(forecast->trial->result.replications, 3);
  EXPECT_EQ(forecast->share, 1.0);
  EXPECT_FALSE(forecast->is_at_least);
  EXPECT_GT(forecast->time, Seconds(0.0));
}

/// A trial that is stopped has run a part of the first replication, for no less than it was given:
/// all of them take as many times as long.
TEST(RunForecast, OfARunThatIsStoppedGrowsWithWhatIsLeft) {
  for (const int replications : {1, 4}) {
    TraceCache traces;
    const auto forecast = forecast_run(
        generated(10'000'000, fmt::format(R"(, "replications": {})", replications).c_str()), traces,
        Seconds(1.0));
    ASSERT_TRUE(forecast && forecast->trial);
    EXPECT_TRUE(forecast->trial->result.partial);
    EXPECT_FALSE(forecast->is_at_least);
    EXPECT_GT(forecast->share, 0.0);
    EXPECT_LT(forecast->share, 1.0);
    EXPECT_GE(forecast->time.value() * forecast->share, 0.9 * replications);
    EXPECT_NEAR(forecast->memory.value(), 160.0 * 10e6 * replications, 1.0);
  }
}

TEST(RunForecast, WithoutANumberOfReplicationsFiveAreTheLeast) {
  TraceCache traces;
  const auto forecast = forecast_run(generated(10'000'000, ""), traces, Seconds(1.0));
  ASSERT_TRUE(forecast && forecast->trial);
  EXPECT_TRUE(forecast->is_at_least);
}

/// Half a width of 8 % where 5 % is asked for: (8 ÷ 5)² as many.
TEST(RunForecast, ReplicationsGrowWithTheSquareOfAWidth) {
  StudyResult result;
  result.replications = 10;
  std::size_t decides = 0;
  while (!metrics()[decides].estimated || metrics()[decides].precision.relative == 0.0) ++decides;
  for (const Metric& metric : metrics()) result.estimates[metric.key].value = std::nan("");
  Estimate& estimate = result.estimates[metrics()[decides].key];
  const Precision& asked = metrics()[decides].precision;
  estimate.value = 1e6;
  estimate.high = 1e6 * (1.0 + 1.6 * asked.relative);
  EXPECT_NEAR(replications_for_precision(result), 10.0 * 1.6 * 1.6, 1e-6);
  estimate.high = 1e6 * (1.0 + 0.5 * asked.relative);
  EXPECT_NEAR(replications_for_precision(result), 10.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
