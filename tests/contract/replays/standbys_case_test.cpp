/// One job on 4 096 servers (tests/fixtures/failures): the published default case of the simulator
/// AIReSim, a bare loop of it, and ours.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sim/run/run.hpp"
#include "tests/support/bare_failures.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

struct Mean {
  double value = 0.0;
  double error = 0.0;  ///< standard error
};

Mean mean_of_all(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += value;
  double squares = 0.0;
  for (const double value : values) squares += std::pow(value - sum / count, 2.0);
  return {sum / count, std::sqrt(squares / (count - 1.0) / count)};
}

/// Hours from the start of the job to its end, of each replication.
std::vector<double> hours(const std::string& variant) {
  const CheckedScenario scenario = test::checked(load_scenario(
      source_file("tests/fixtures/failures/one-job-on-4096-servers.json").string(),
      {.variant = variant}, test::builtin_options()));
  RunInputs inputs = load_traces(scenario.spec);
  std::vector<double> all;
  for (std::uint64_t replication = 0; replication < 40; ++replication) {
    inputs.replication = replication;
    Run run(scenario, inputs);
    run.step_until(kForever, {});
    const RunResult result = run.finish();
    const Segment& life = result.jobs.segments(0).back();
    EXPECT_EQ(result.jobs.segments(0).size(), 1U) << "it never waits in the queue";
    all.push_back((life.end - life.start).value() / 3600.0);
  }
  return all;
}

std::vector<double> hours(const test::BareCase& of) {
  std::vector<double> all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    all.push_back(test::BareLoop(of, seed).run().hours);
  return all;
}

void expect_equal(const Mean& ours, const Mean& loop) {
  EXPECT_NEAR(ours.value, loop.value, 3.0 * std::hypot(ours.error, loop.error));
}

TEST(StandbysCase, IsAsPublishedAndAsTheLoopSays) {
  const Mean ours = mean_of_all(hours(""));
  expect_equal(ours, mean_of_all(hours(test::BareCase{})));
  EXPECT_LT(ours.error, 9.0) << "h";
  EXPECT_GT(ours.value + 2.0 * ours.error, 9853.0);
  EXPECT_LT(ours.value - 2.0 * ours.error, 9879.0);
}

TEST(StandbysCase, IsAsPublishedWhereOnlyFailedRepairsGoOn) {
  const Mean ours = mean_of_all(hours("failed-repairs-go-on"));
  expect_equal(ours, mean_of_all(hours(test::BareCase{.of_failed = true})));
  EXPECT_GT(ours.value + 2.0 * ours.error, 9820.0);
  EXPECT_LT(ours.value - 2.0 * ours.error, 9844.0);
}

// The same failures in both, by the hours of work.
TEST(StandbysCase, MovesAsPublishedWithOneParameterAtATime) {
  const std::vector<double> before = hours("");
  const auto saved = [&](const std::string& variant) {
    const std::vector<double> after = hours(variant);
    std::vector<double> difference;
    for (std::size_t i = 0; i < before.size(); ++i) difference.push_back(before[i] - after[i]);
    return mean_of_all(difference);
  };
  const Mean recovery = saved("recovery-10-min");
  EXPECT_NEAR(recovery.value, 1844.0, 0.02 * 1844.0 + 2.0 * recovery.error);
  EXPECT_GT(saved("32-standbys").value, 0.0);
  const Mean silent = saved("fewer-silent-failures");
  const double loop = mean_of_all(hours(test::BareCase{})).value -
                      mean_of_all(hours(test::BareCase{.automatic_fails = 0.2})).value;
  EXPECT_GT(silent.value, 0.0);
  EXPECT_NEAR(silent.value, loop, 3.0 * std::hypot(silent.error, 3.0));
}

}  // namespace
}  // namespace gpuscape
