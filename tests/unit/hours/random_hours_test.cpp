/// Whatever the policy and the jobs: in the desktops' hours nobody else is on their nodes, and a
/// suspended job works as long as it would without being suspended, on the same nodes.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "tests/support/random_jobs.hpp"
#include "tests/unit/hours/hours_runs.hpp"

namespace gpuscape {
namespace {

using test::kDesktops;
using test::kHour;
using test::kTraining;

constexpr double kDay = 24.0 * kHour;

/// Hours of the desktops in a stretch.
double in_hours(const Segment& segment) {
  double sum = 0.0;
  for (double day = 0.0; day * kDay < segment.end.value(); ++day)
    sum += std::max(0.0, std::min(segment.end.value(), day * kDay + 18.0 * kHour) -
                             std::max(segment.start.value(), day * kDay + 8.0 * kHour));
  return sum;
}

class RandomHours : public testing::TestWithParam<test::PolicyNames> {
 protected:
  static std::vector<Job> jobs(std::uint32_t seed) {
    std::vector<Job> all = test::random_jobs(seed, {.count = 120, .gpus_total = 32, .load = 0.9});
    std::mt19937 random(seed);
    for (Job& one : all) {
      one.stream = random() % 3 == 0 ? kDesktops : kTraining;
      one.run_time = std::min(one.run_time * 6.0, Seconds(9.0 * kHour));  // of a night's 14
      one.time_limit = kForever;
      one.submit = one.submit * 6.0;
    }
    return all;
  }
};

std::set<std::uint32_t> nodes_of(const RunResult& result, const Segment& segment) {
  std::set<std::uint32_t> nodes;
  for (const AllocationSpan& span : result.jobs.spans(segment)) nodes.insert(span.node);
  return nodes;
}

/// Of a training job: how long it worked, while nobody who is not a desktop was there by day.
double worked(const RunResult& result, std::size_t job, bool may_stay) {
  double sum = 0.0;
  const Segment* before = nullptr;
  for (const Segment& segment : result.jobs.segments(job)) {
    const std::set<std::uint32_t> nodes = nodes_of(result, segment);
    if (*nodes.begin() < 3 && !may_stay) {
      EXPECT_EQ(in_hours(segment), 0.0);
    }
    if (before != nullptr && before->cause == Cause::suspended) {
      EXPECT_EQ(nodes_of(result, *before), nodes);
    }
    sum += (segment.end - segment.start).value();
    before = &segment;
  }
  return sum;
}

TEST_P(RandomHours, OthersLeaveAndGoOnWhereTheyWere) {
  for (const auto others :
       {HoursSpec::Others::suspend, HoursSpec::Others::requeue, HoursSpec::Others::finish}) {
    const bool finish = others == HoursSpec::Others::finish;
    std::int64_t left = 0;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(seed);
      HoursSpec spec = test::by_day(others);
      spec.nodes = {"gpu/0-2"};
      const RunResult result =
          test::run_by_hours(jobs(seed), {.hours = {spec}, .nodes = 4, .policies = GetParam()});
      left += result.hours[0].jobs;
      for (std::size_t job = 0; job < result.jobs.size(); ++job) {
        SCOPED_TRACE(job);
        if (result.jobs.stream(job) == kDesktops) continue;
        const double time = worked(result, job, finish);
        EXPECT_TRUE(finish || result.jobs.state(job) == JobState::completed);
        if (others == HoursSpec::Others::suspend) {
          EXPECT_NEAR(time, result.jobs.run_time(job).value(), 1e-6);
        }
      }
    }
    EXPECT_EQ(left > 10, !finish) << left;
  }
}

INSTANTIATE_TEST_SUITE_P(
    UnderEachPolicy, RandomHours,
    testing::Values(
        test::PolicyNames{}, test::PolicyNames{.backfill = "easy"},
        test::PolicyNames{.backfill = "conservative"}, test::PolicyNames{.scheduler = "sjf"},
        test::PolicyNames{.scheduler = "srtf"},
        test::PolicyNames{.scheduler = "slurm-multifactor", .backfill = "slurm"},
        test::PolicyNames{
            .scheduler = "quota-tree",
            .scheduler_parameters =
                R"({"queues": {"all": {"default": true, "gpus": {"deserved": 32}}}})"}));

}  // namespace
}  // namespace gpuscape
