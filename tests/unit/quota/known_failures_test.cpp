/// Searches for jobs to stop that are known to fail are not made: no answer changes by that.

#include <gmock/gmock.h>

#include <random>
#include <tuple>

#include "tests/unit/quota/quota_runs.hpp"
#include "tests/unit/quota/random_trees.hpp"

namespace gpuscape {
namespace {

using Piece = std::tuple<double, double, Cause>;

/// When each job ran, and why it stopped.
std::vector<std::vector<Piece>> pieces_of(const RunResult& result) {
  std::vector<std::vector<Piece>> all;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    all.emplace_back();
    for (const Segment& segment : result.jobs.segments(job))
      all.back().emplace_back(segment.start.value(), segment.end.value(), segment.cause);
  }
  return all;
}

std::string waits_text(const RunResult& result) {
  std::string text;
  for (const QueueWait& wait : result.queues->waits)
    text += fmt::format("{} in {} for {} s by {} of {}\n", wait.job, wait.queue,
                        wait.waited.value(), static_cast<int>(wait.rule), wait.of);
  return text;
}

/// Trees that change whose jobs are stopped and when: minimum run times among them.
std::string parameters_of(const test::Tree& tree, std::mt19937& random) {
  const auto chance = [&](int in) {
    return std::uniform_int_distribution<int>(1, in)(random) == 1;
  };
  std::string keys;
  if (chance(3)) keys += R"("blocking": true, )";
  if (chance(3)) keys += R"("grace_time": "7 s", )";
  if (chance(3)) keys += R"("preemption_delay": "5 s", )";
  if (chance(3)) keys += R"("preempted": "go-on", )";
  if (chance(4)) keys += R"("cycle": "4 s", )";
  if (chance(4)) keys += R"("use_weight": 1.5, )";
  std::string queues = tree.parameters().substr(1);
  if (chance(2))
    for (std::size_t at = 0; (at = queues.find("\"priority\"", at)) != std::string::npos;
         at += 60) {
      const std::string least =
          chance(2) ? R"("reclaim_min_run_time": "9 s", )" : R"("preempt_min_run_time": "11 s", )";
      queues.insert(at, least);
    }
  return "{" + keys + R"("priorities": {"build": {"value": 100}, "high": {"value": 75}}, )" +
         queues;
}

void send_jobs(const test::Tree& tree, std::mt19937& random, test::QuotaRun& run) {
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  const std::vector<std::size_t> leaves = test::leaves_of(tree);
  double date = 0.0;
  for (int i = 0; i < 60; ++i) {
    date += draw(0, 6);
    const auto leaf = static_cast<std::size_t>(draw(0, static_cast<int>(leaves.size()) - 1));
    const char* qos = std::vector{"", "high", "build"}[static_cast<std::size_t>(draw(0, 2))];
    const int gpus = std::vector{1, 1, 2, 4, 8}[static_cast<std::size_t>(draw(0, 4))];
    run.jobs(fmt::format("q{}", leaves[leaf]), 1, date, gpus, draw(5, 60), qos);
  }
}

TEST(KnownFailures, ChangeNoAnswer) {
  std::int64_t stopped = 0;
  for (unsigned seed = 1; seed <= 600; ++seed) {
    std::mt19937 random(seed);
    test::Tree tree = test::random_tree(random);
    tree.gpus = 12;
    const std::string parameters = parameters_of(tree, random);
    test::QuotaRun run(parameters, {test::nodes(3, 4)});
    send_jobs(tree, random, run);
    const RunResult with = run.run();
    const RunResult without = run.run_with_every_search();
    ASSERT_EQ(pieces_of(with), pieces_of(without)) << "seed " << seed << ", " << parameters;
    ASSERT_EQ(waits_text(with), waits_text(without)) << "seed " << seed << ", " << parameters;
    for (const auto& pieces : pieces_of(with)) stopped += pieces.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(stopped, 1000);
}

}  // namespace
}  // namespace gpuscape
