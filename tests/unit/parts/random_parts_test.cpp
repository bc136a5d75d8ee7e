/// A divided cluster against clusters of their own.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/random_jobs.hpp"
#include "tests/unit/parts/parts_runs.hpp"

namespace gpuscape {
namespace {

constexpr std::uint32_t kSeeds = 40;

const std::vector<test::PolicyNames>& policies() {
  static const std::vector<test::PolicyNames> kAll = {
      {.scheduler = "fifo", .backfill = "easy", .placement = "pack"},
      {.scheduler = "sjf", .backfill = "conservative", .placement = "best-fit"},
      {.scheduler = "kubernetes", .placement = "least-allocated"},
      {.scheduler = "kubernetes",
       .placement = "most-allocated",
       .scheduler_parameters = R"({"gangs": true})"},
      {.scheduler = "quota-tree",
       .placement = "pack",
       .scheduler_parameters = R"({"queues": {"acc": {"default": true}}})"},
      {.scheduler = "slurm-multifactor",
       .backfill = "slurm",
       .placement = "pack",
       .scheduler_parameters = R"({"weights": {"age": 1000}})"}};
  return kAll;
}

std::vector<Job> jobs_of(std::uint32_t seed, std::uint16_t stream) {
  std::vector<Job> jobs = test::random_jobs(
      seed,
      {.count = 60, .gpus_total = 32, .load = 1.0, .exact_limits = false, .share_of_gangs = 0.2});
  for (Job& job : jobs) job = test::of_stream(stream, job);
  return jobs;
}

RunResult alone(const test::PolicyNames& names, std::vector<Job> jobs) {
  for (Job& job : jobs) job.stream = 0;
  auto origins = std::make_shared<OriginTable>();
  origins->intern("", "acc", "", "");
  RunState state(Platform({test::nodes(4, 8)}), test::make_policies(names),
                 std::make_unique<test::ListSource>(std::move(jobs)), {},
                 {origins, {"s"}, {{1.0, 1.0}}});
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

/// Ends of jobs, since dates of starts say nothing of jobs that were stopped.
std::vector<std::pair<double, double>> lives(const RunResult& result, std::uint16_t stream) {
  std::vector<std::pair<double, double>> all;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    if (result.jobs.stream(i) != stream) continue;
    const bool ran = result.jobs.started(i);
    all.emplace_back(ran ? result.jobs.segments(i).front().start.value() : -1.0,
                     ran ? result.jobs.segments(i).back().end.value() : -1.0);
  }
  return all;
}

TEST(RandomParts, EachIsAsOnAClusterOfItsOwn) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const test::PolicyNames& a = policies()[seed % policies().size()];
    const test::PolicyNames& b =
        policies()[(seed / policies().size() + seed + 1) % policies().size()];
    const std::vector<Job> of_a = jobs_of(seed, 0);
    const std::vector<Job> of_b = jobs_of(1000 + seed, 1);
    std::vector<Job> both = of_a;
    both.insert(both.end(), of_b.begin(), of_b.end());
    std::ranges::stable_sort(both, {}, &Job::submit);
    const RunResult divided = test::run_parts({{"a", 4, a}, {"b", 4, b}}, both);
    ASSERT_EQ(lives(divided, 0), lives(alone(a, of_a), 0)) << seed << " " << a.scheduler;
    ASSERT_EQ(lives(divided, 1), lives(alone(b, of_b), 0)) << seed << " " << b.scheduler;
  }
}

TEST(RandomParts, WithMovesNoNodeIsOfTwoParts) {
  std::size_t moved = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    if (seed % policies().size() == 2) continue;  // pods one by one may lock each other
    std::vector<Job> both = jobs_of(seed, 0);
    const std::vector<Job> of_b = jobs_of(1000 + seed, 1);
    both.insert(both.end(), of_b.begin(), of_b.end());
    std::ranges::stable_sort(both, {}, &Job::submit);
    const RunResult result = test::run_parts(
        {{"a", 4, policies()[seed % policies().size()], 2}, {"b", 4, policies()[0], 1}}, both,
        PartMoves{Seconds(60.0), Seconds(120.0)});
    // GPUs of all parts never come to more than there are: nodes on their way are nobody's.
    for (std::size_t i = 0; i < result.timeline.size(); ++i)
      ASSERT_LE(result.timeline["queue_fair_share_gpus a"][i] +
                    result.timeline["queue_fair_share_gpus b"][i],
                64.0 + 1e-6)
          << seed;
    for (std::size_t i = 0; i < result.jobs.size(); ++i)
      ASSERT_TRUE(!result.jobs.can_run(i) || result.jobs.ended(i)) << seed << " job " << i;
    for (const std::string& note : result.policy_notes)
      if (note.find("moved to") != std::string::npos) ++moved;
  }
  EXPECT_GT(moved, kSeeds / 2);
}

}  // namespace
}  // namespace gpuscape
