/// One job on 4 096 servers (tests/fixtures/failures): the published default case of the simulator
/// AIReSim, a bare loop of it, and ours.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sim/run/record/stays.hpp"
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

struct Outcome {
  std::vector<double> hours = {};    ///< from the start of the job to its end, by replication
  std::vector<double> waiting = {};  ///< of them, in which it neither worked nor recovered
};

Outcome ours_of(const std::string& variant) {
  const CheckedScenario scenario = test::checked(
      load_scenario(source_file("tests/fixtures/failures/one-job-on-4096-servers.json").string(),
                    {.variant = variant}, test::builtin_options()));
  const double recovery = scenario.spec.streams[0].saves.restart.value() / 3600.0;
  RunInputs inputs = load_traces(scenario.spec);
  Outcome all;
  for (std::uint64_t replication = 0; replication < 40; ++replication) {
    inputs.replication = replication;
    Run run(scenario, inputs);
    run.step_until(kForever, {});
    const RunResult result = run.finish();
    const Segment& life = result.jobs.segments(0).back();
    EXPECT_EQ(result.jobs.segments(0).size(), 1U) << "it never waits in the queue";
    const double hours = (life.end - life.start).value() / 3600.0;
    const auto failures = static_cast<double>(survived_failures(result.jobs, 0).size());
    all.hours.push_back(hours);
    all.waiting.push_back(hours - 256.0 * 24.0 - failures * recovery);
  }
  return all;
}

const Outcome& ours() {
  static const Outcome all = ours_of("");
  return all;
}

Mean loop_of(const test::BareCase& of) {
  std::vector<double> hours;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    hours.push_back(test::BareLoop(of, seed).run().hours);
  return mean_of_all(hours);
}

Mean mean_difference(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < before.size(); ++i) difference.push_back(before[i] - after[i]);
  return mean_of_all(difference);
}

void expect_equal(const Mean& ours, const Mean& loop) {
  EXPECT_NEAR(ours.value, loop.value, 3.0 * std::hypot(ours.error, loop.error));
}

TEST(StandbysCase, IsAsPublishedAndAsTheLoopSays) {
  const Mean mean = mean_of_all(ours().hours);
  expect_equal(mean, loop_of({}));
  EXPECT_LT(mean.error, 9.0) << "h";
  EXPECT_GT(mean.value + 2.0 * mean.error, 9853.0);
  EXPECT_LT(mean.value - 2.0 * mean.error, 9879.0);
}

TEST(StandbysCase, IsAsPublishedWhereOnlyFailedRepairsGoOn) {
  const Mean mean = mean_of_all(ours_of("failed-repairs-go-on").hours);
  expect_equal(mean, loop_of({.of_failed = true}));
  EXPECT_GT(mean.value + 2.0 * mean.error, 9820.0);
  EXPECT_LT(mean.value - 2.0 * mean.error, 9844.0);
}

TEST(StandbysCase, SavesWhatAShorterRecoverySaves) {
  const Mean saved = mean_difference(ours().hours, ours_of("recovery-10-min").hours);
  EXPECT_NEAR(saved.value, 1844.0, 0.02 * 1844.0);
  EXPECT_LT(saved.error, 0.005 * 1844.0);
}

// Sixteen choices of 3 min less, 0.8 h: less than the failures themselves differ, so that only the
// time for choices and spares tells.
TEST(StandbysCase, WaitsLessWithMoreStandbys) {
  const Mean saved = mean_difference(ours().waiting, ours_of("32-standbys").waiting);
  EXPECT_GT(saved.value, 2.0 * saved.error);
  EXPECT_NEAR(saved.value, 0.8, 3.0 * saved.error);
}

// Bad servers fail again: 33 failures of 20 min.
TEST(StandbysCase, IsShorterWhereFewerRepairsFailSilently) {
  const Outcome fewer = ours_of("fewer-silent-failures");
  const Mean mean = mean_of_all(fewer.hours);
  expect_equal(mean, loop_of({.automatic_fails = 0.2}));
  EXPECT_GT(mean_difference(ours().hours, fewer.hours).value, 0.0);
}

}  // namespace
}  // namespace gpuscape
