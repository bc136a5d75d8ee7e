#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "sim/scheduling/run_time_estimate.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

RunResult run_srtf(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                   const std::string& parameters = "{}") {
  return test::run_jobs(std::move(groups), std::move(jobs),
                        {.scheduler = "srtf", .scheduler_parameters = parameters});
}

std::vector<double> ends(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    dates.push_back(result.jobs.segments(i).back().end.value());
  return dates;
}

TEST(ShortestRemainingFirst, AShorterJobTakesTheNodesOfALongerOneThatGoesOnAfterwards) {
  const RunResult result = run_srtf({test::nodes(1, 8)}, {job(0, 8, 100), job(10, 8, 20)});
  EXPECT_THAT(ends(result), ElementsAre(120, 30));
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_EQ(result.jobs.segments(0)[0].end, 10_s);
  EXPECT_EQ(result.jobs.segments(0)[1].start, 30_s);
  EXPECT_EQ(result.jobs.wait(0), 0_s);
  EXPECT_EQ(result.jobs.preemptions(), 1);
}

TEST(ShortestRemainingFirst, ComparesWhatIsLeftNotWhatThereWas) {
  // At 10 the first has 15 left, less than the second's 20.
  const RunResult result = run_srtf({test::nodes(1, 8)}, {job(0, 8, 25), job(10, 8, 20)});
  EXPECT_THAT(ends(result), ElementsAre(25, 45));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// At 10 the third takes the second's node, which takes the first's at once. At 20 the fourth takes
// the third's, which takes the second's: that one still counts among those that run.
TEST(ShortestRemainingFirst, StopsAJobThatWasStoppedAndWentOnElsewhereAtOnce) {
  const RunResult result = run_srtf(
      {test::nodes(2, 8)}, {job(0, 8, 1000), job(0, 8, 500), job(10, 8, 100), job(20, 8, 50)});
  EXPECT_THAT(ends(result), ElementsAre(1100, 550, 110, 70));
}

TEST(ShortestRemainingFirst, AddsTheRestartToWhatIsLeft) {
  const RunResult result =
      run_srtf({test::nodes(1, 8)}, {job(0, 8, 100), job(10, 8, 20)}, R"({"restart": "5 s"})");
  EXPECT_THAT(ends(result), ElementsAre(125, 30));
}

TEST(ShortestRemainingFirst, StopsNobodyWhereThatWouldNotMakeRoom) {
  // At 10 the second has 2 left and stays, so that 8 GPUs cannot be had before 12.
  const RunResult result =
      run_srtf({test::nodes(1, 8)}, {job(0, 4, 100), job(0, 4, 12), job(10, 8, 50)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 12));
  EXPECT_THAT(ends(result), ElementsAre(150, 12, 62));
}

TEST(ShortestRemainingFirst, TakesPartsOfTwoNodesOnlyWhereTheyAreNotFree) {
  Job halves = job(10, 8, 20);
  halves.demand.nodes = 2;
  Job other_halves = job(0, 8, 100);
  other_halves.demand.nodes = 2;
  EXPECT_THAT(ends(run_srtf({test::nodes(2, 8)}, {other_halves, halves})), ElementsAre(100, 30));
  const RunResult result = run_srtf({test::nodes(2, 8)}, {job(0, 16, 100), halves});
  EXPECT_THAT(ends(result), ElementsAre(120, 30));
  EXPECT_EQ(result.jobs.spans(result.jobs.segments(1)[0]).size(), 2U);
}

TEST(ShortestRemainingFirst, TakesTheNodeThatCostsFewestGpus) {
  const RunResult result =
      run_srtf({test::nodes(2, 8)}, {job(0, 8, 100), job(0, 2, 100), job(10, 7, 5)});
  EXPECT_EQ(result.jobs.segments(0).size(), 1U);
  EXPECT_EQ(result.jobs.segments(1).size(), 2U);
}

TEST(ShortestRemainingFirst, DecidesInRoundsWhereAskedTo) {
  const RunResult result =
      run_srtf({test::nodes(1, 8)}, {job(10, 8, 100), job(70, 8, 30)}, R"({"round": "60 s"})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(60, 120));
  EXPECT_THAT(ends(result), ElementsAre(220, 150));  // 60 to 120, then again from 180
}

TEST(ShortestRemainingFirst, LosesNoWorkOverManyPreemptions) {
  const std::vector<Job> jobs = test::random_jobs(5, {.count = 400, .gpus_total = 24, .load = 1.1});
  const RunResult result = run_srtf({test::nodes(3, 8)}, jobs);
  ASSERT_GT(result.jobs.preemptions(), 50);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    double ran = 0.0;
    for (const Segment& segment : result.jobs.segments(i))
      ran += (segment.end - segment.start).value();
    EXPECT_NEAR(ran, jobs[i].run_time.value(), 1e-6) << i;
  }
}

TEST(ShortestRemainingFirst, CompletesSoonerOnAverageThanShortestJobFirst) {
  const std::vector<Job> jobs = test::random_jobs(7, {.count = 400, .gpus_total = 24, .load = 1.0});
  const auto mean = [&](const std::string& scheduler) {
    const RunResult result =
        test::run_jobs({test::nodes(3, 8)}, jobs, {.scheduler = scheduler, .backfill = "easy"});
    const std::vector<double> all = ends(result);
    return std::accumulate(all.begin(), all.end(), 0.0);
  };
  EXPECT_LT(mean("srtf"), mean("sjf"));
  EXPECT_LT(mean("sjf"), mean("fifo"));
}

TEST(ShortestJobFirst, StartsTheShortestOfThoseThatWait) {
  const RunResult result = test::run_jobs(
      {test::nodes(1, 8)}, {job(0, 8, 100), job(10, 8, 50), job(20, 8, 5)}, {.scheduler = "sjf"});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 105, 100));
}

TEST(ShortestJobFirst, BelievesTheLimitWhereToldTo) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 8, 100), job(10, 8, 50, 60), job(20, 8, 5, 500)},
                     {.scheduler = "sjf", .scheduler_parameters = R"({"estimate": "limit"})"});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 150));
}

TEST(RunTimeEstimate, AnErrorIsTheSameInEveryRunAndHasTheMedianOne) {
  ReadingContext context;
  const JsonValue value = parse_json(R"({"error": 0.7})", "test");
  ObjectReader reader(value, "", context);
  const RunTimeEstimate estimate(reader);
  int above = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const WaitingJob waiting{.job = i, .run_time_left = 100_s};
    EXPECT_EQ(estimate.left(waiting), estimate.left(waiting));
    above += estimate.left(waiting) > 100_s ? 1 : 0;
  }
  EXPECT_NEAR(above, 500, 3.0 * std::sqrt(250.0));  // three standard errors of a fair coin
}

}  // namespace
}  // namespace gpuscape
