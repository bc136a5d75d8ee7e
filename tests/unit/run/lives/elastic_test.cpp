/// Jobs that run on more or fewer nodes than they ask for: each worked out by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/study/metrics/goodput.hpp"
#include "tests/unit/run/lives/run_with_failures.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::last_end_of;
using test::start_dates;
using testing::ElementsAre;

SavesSpec elastic(std::uint32_t min, std::uint32_t max, double pause = 5.0, double every = 0.0) {
  return {.elastic = {.min = min, .max = max, .pause = Seconds(pause), .every = Seconds(every)}};
}

/// Of the second stream, whose jobs keep their size.
Job rigid(double submit, std::int32_t gpus, double run_time) {
  Job made = job(submit, gpus, run_time);
  made.stream = 1;
  return made;
}

RunResult run(std::uint32_t nodes, std::vector<Job> jobs, SavesSpec of,
              test::PolicyNames names = {}) {
  return test::run_failing({.nodes = nodes,
                            .jobs = std::move(jobs),
                            .terms = {std::move(of), SavesSpec{}},
                            .names = std::move(names)});
}

/// "from-until: nodes" of each segment.
std::vector<std::string> sizes(const RunResult& result, std::size_t job = 0) {
  std::vector<std::string> all;
  for (const Segment& segment : result.jobs.segments(job))
    all.push_back(fmt::format("{}-{}: {}", segment.start.value(), segment.end.value(),
                              static_cast<unsigned>(segment.spans)));
  return all;
}

// 100 s on two nodes are 50 s on four.
TEST(Elastic, AloneItTakesAllThatItMay) {
  const RunResult result = run(5, {job(0, 16, 100)}, elastic(1, 4));
  EXPECT_THAT(sizes(result), ElementsAre("0-50: 4"));
  EXPECT_EQ(result.regrouped->grows, 1);
  EXPECT_EQ(result.regrouped->paused, GpuSeconds(0.0)) << "it had not begun";
  EXPECT_EQ(result.jobs.moves(), 0);
}

// On four nodes it did 20 s by 10; then 5 s of pause and 15 s on two; and 65 s are left, half as
// long on four, after a pause.
TEST(Elastic, ItGivesUpNodesForWhoWaitsAndTakesThemBack) {
  const RunResult result = run(4, {job(0, 16, 100), rigid(10, 16, 20)}, elastic(1, 4));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
  EXPECT_THAT(sizes(result), ElementsAre("0-10: 4", "10-30: 2", "30-67.5: 4"));
  EXPECT_EQ(result.regrouped->shrinks, 1);
  EXPECT_EQ(result.regrouped->grows, 2);
  EXPECT_EQ(result.regrouped->made_way, 1);
  EXPECT_EQ(result.regrouped->paused, GpuSeconds(16.0 * 5 + 32.0 * 5));
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.held, GpuSeconds(32.0 * 10 + 16.0 * 20 + 32.0 * 37.5 + 16.0 * 20));
  EXPECT_NEAR(split.useful.value(), 16.0 * 100 + 16.0 * 20, 1e-9);
}

// 22 GPUs are 8, 8 and 6: no part of them is so many nodes of its own.
TEST(Elastic, JobsThatDoNotFillTheirNodesKeepTheirSize) {
  const RunResult result =
      run(4, {rigid(0, 8, 50), rigid(0, 8, 50), job(0, 22, 100)}, elastic(1, 2));
  EXPECT_THAT(sizes(result, 2), ElementsAre("50-150: 3"));
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.held, GpuSeconds(2.0 * 8 * 50 + 22.0 * 100));
  EXPECT_NEAR(split.useful.value(), split.held.value(), 1e-9);
}

// Two of four nodes are taken until 100: it starts on them at half its pace.
TEST(Elastic, ItStartsOnFewerNodesThanItAsksFor) {
  const RunResult result = run(4, {rigid(0, 16, 100), job(0, 32, 100)}, elastic(1, 4));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0));
  EXPECT_THAT(sizes(result, 1), ElementsAre("0-100: 2", "100-155: 4"));
  EXPECT_EQ(result.regrouped->smaller_starts, 1);
}

// Half of its nodes take it to 200: until then the head of three nodes waits, and 150 s from 30 on
// are in nobody's way.
TEST(Elastic, OnFewerNodesItIsExpectedToTakeLonger) {
  const RunResult result = run(
      5,
      {rigid(0, 16, 500), rigid(0, 8, 30), job(0, 32, 100), rigid(10, 24, 10), rigid(20, 8, 150)},
      elastic(2, 4), {.backfill = "easy"});
  EXPECT_EQ(sizes(result, 2)[0], "0-200: 2");
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 200, 30));
}

TEST(Elastic, BelowItsLeastSizeItWaits) {
  const RunResult result = run(4, {rigid(0, 16, 100), job(0, 32, 100)}, elastic(3, 4));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
  EXPECT_THAT(sizes(result, 1), ElementsAre("100-200: 4"));
}

// It gives up what it has beyond the least, and no more: 24 GPUs do not come together.
TEST(Elastic, ItKeepsItsLeastSize) {
  const RunResult result = run(4, {job(0, 32, 100), rigid(10, 24, 20)}, elastic(2, 4));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
  EXPECT_THAT(sizes(result), ElementsAre("0-100: 4"));
}

// 4 s are left of it on four: a pause of 5 s costs more than that saves.
TEST(Elastic, ItTakesNoNodesThatDoNotPay) {
  const RunResult result = run(4, {job(0, 16, 100), rigid(10, 16, 80)}, elastic(1, 4, 10.0));
  EXPECT_THAT(sizes(result), ElementsAre("0-10: 4", "10-100: 2"));
}

// 30 s after the change at 10 it takes nodes again: 20 + 20 s are done, 60 left.
TEST(Elastic, ItWaitsBetweenChanges) {
  const RunResult result = run(4, {job(0, 16, 100), rigid(10, 16, 10)}, elastic(1, 4, 10.0, 30.0));
  EXPECT_THAT(sizes(result), ElementsAre("0-10: 4", "10-40: 2", "40-80: 4"));
}

// The one that has the smallest part of what it asks for takes the first node.
TEST(Elastic, SeveralTakeNodesInTurn) {
  const RunResult result =
      run(9, {rigid(0, 32, 50), job(0, 16, 200), job(0, 16, 200)}, elastic(1, 4, 0.0));
  EXPECT_EQ(sizes(result, 1)[0], "0-50: 3");
  EXPECT_EQ(sizes(result, 2)[0], "0-50: 2");
  EXPECT_EQ(sizes(result, 1)[1].substr(0, 3), "50-");
}

// A limit says when it is over: on half of its nodes it does not come to its end.
TEST(Elastic, ATimeLimitDoesNotStretch) {
  std::vector<Job> jobs{rigid(0, 16, 300), job(0, 32, 100, 150)};
  const RunResult result = run(4, jobs, elastic(1, 4), {.kill_overrun = true});
  EXPECT_THAT(sizes(result, 1), ElementsAre("0-150: 2"));
  EXPECT_EQ(result.jobs.state(1), JobState::timed_out);
}

TEST(Elastic, JobsOnPartsOfUnequalNodesKeepTheirSize) {
  const RunResult result = run(4, {job(0, 12, 100)}, elastic(1, 4));
  EXPECT_THAT(sizes(result), ElementsAre("0-100: 2"));
  EXPECT_EQ(result.regrouped->grows, 0);
}

// Two nodes are asked for: the elastic job gives one up, and 4 GPUs move for the other.
TEST(Elastic, WithMovesBothMakeRoom) {
  test::PolicyNames names;
  names.defragment = DefragmentSpec{.pause = Seconds(1)};
  std::vector<Job> jobs{job(0, 8, 100),   rigid(0, 4, 100), rigid(0, 4, 10),
                        rigid(0, 4, 100), rigid(0, 4, 10),  rigid(5, 16, 10)};
  const RunResult result = run(4, jobs, elastic(1, 2), names);
  EXPECT_EQ(start_dates(result)[5], 10.0);
  EXPECT_EQ(sizes(result)[1].substr(0, 3), "10-");
  EXPECT_EQ(result.regrouped->shrinks, 1);
  EXPECT_EQ(result.regrouped->moves, 1);
  EXPECT_EQ(result.regrouped->made_way, 1);
}

}  // namespace
}  // namespace gpuscape
