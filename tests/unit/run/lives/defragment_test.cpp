/// Running jobs that go to other nodes so that one fits which waits: each worked out by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/run/record/stays.hpp"
#include "tests/unit/run/lives/run_with_failures.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::nodes;
using test::PolicyNames;
using test::run_jobs;
using test::start_dates;
using test::stays;
using testing::ElementsAre;

PolicyNames moving(DefragmentSpec spec, PolicyNames names = {}) {
  names.defragment = std::move(spec);
  return names;
}
DefragmentSpec in(double pause) { return {.pause = Seconds(pause)}; }

/// Half of each of two nodes is free from 20 s on, and a whole one is asked for at 10 s.
std::vector<Job> halves() {
  return {job(0, 4, 100), job(0, 4, 20), job(0, 4, 100), job(10, 8, 50)};
}

TEST(Defragment, AJobMovesOnceEnoughIsFree) {
  const RunResult result = run_jobs({nodes(2, 8)}, halves(), moving(in(5)));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 20));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-20 on 0", "20-105 on 1"));
  EXPECT_THAT(stays(result, 2), ElementsAre("0-100 on 1"));
  EXPECT_THAT(stays(result, 3), ElementsAre("20-70 on 0"));
  ASSERT_TRUE(result.regrouped);
  EXPECT_EQ(result.regrouped->moves, 1);
  EXPECT_EQ(result.regrouped->made_way, 1);
  EXPECT_EQ(result.regrouped->paused, GpuSeconds(4.0 * 5));
  EXPECT_EQ(result.jobs.preemptions(), 0) << "it never waits";
}

TEST(Defragment, WithoutItTheJobWaits) {
  const RunResult result = run_jobs({nodes(2, 8)}, halves());
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 100));
  EXPECT_FALSE(result.regrouped);
}

// It would wait for 80 s with 8 GPUs; whoever moves loses 4 times the pause.
TEST(Defragment, MovesOnlyWhereItPays) {
  for (const auto& [pause, starts] : {std::pair(159.0, 20.0), {161.0, 100.0}}) {
    const RunResult result = run_jobs({nodes(2, 8)}, halves(), moving(in(pause)));
    EXPECT_EQ(start_dates(result)[3], starts) << pause;
    EXPECT_EQ(result.regrouped->moves, starts < 100.0 ? 1 : 0);
    EXPECT_EQ(result.regrouped->not_worth, starts < 100.0 ? 0 : 1);
  }
  DefragmentSpec always = in(161);
  always.only_where_it_pays = false;
  const RunResult result = run_jobs({nodes(2, 8)}, halves(), moving(always));
  EXPECT_EQ(start_dates(result)[3], 20.0);
  EXPECT_THAT(stays(result, 0), ElementsAre("0-20 on 0", "20-261 on 1"));
}

// 5 s, and 4 GPUs with 10 GB each at 2 GB/s.
TEST(Defragment, WhatGoesAlongTakesTime) {
  DefragmentSpec spec = in(5);
  spec.state = Bytes(10e9);
  spec.bandwidth = BytesPerSecond(2e9);
  const RunResult result = run_jobs({nodes(2, 8)}, halves(), moving(spec));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-20 on 0", "20-125 on 1"));
}

// Who moved ends at 105, and all of both nodes is asked for from 25 s on: what takes 33 s fits in
// between, from 70 s to 103.
TEST(Defragment, WhoMovedIsExpectedToEndLater) {
  std::vector<Job> jobs = halves();
  jobs.push_back(job(25, 16, 10));
  jobs.push_back(job(30, 8, 33));
  const RunResult result = run_jobs({nodes(2, 8)}, jobs, moving(in(5), {.backfill = "easy"}));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 20, 105, 70));
}

/// `busy` GPUs of each node for 100 s, and what is left of it for 10 s.
std::vector<Job> half_full(const std::vector<std::int32_t>& busy) {
  std::vector<Job> jobs;
  for (const std::int32_t gpus : busy) {
    jobs.push_back(job(0, gpus, 100));
    jobs.push_back(job(0, 8 - gpus, 10));
  }
  return jobs;
}

// 12 GPUs are free: 2 that move to the first node lose less than 4 that move to the second.
TEST(Defragment, WhoLosesLeastMoves) {
  std::vector<Job> jobs = half_full({6, 2, 4});
  jobs.push_back(job(1, 8, 9));
  const RunResult result = run_jobs({nodes(3, 8)}, jobs, moving(in(5)));
  EXPECT_THAT(stays(result, 2), ElementsAre("0-10 on 1", "10-105 on 0"));
  EXPECT_THAT(stays(result, 6), ElementsAre("10-19 on 1"));
}

// 3 + 3 GPUs are free: 5 fit nowhere else.
TEST(Defragment, NobodyMovesInVain) {
  const RunResult result = run_jobs(
      {nodes(3, 8)}, {job(0, 5, 100), job(0, 5, 100), job(0, 5, 90), job(1, 8, 9)}, moving(in(5)));
  EXPECT_EQ(result.regrouped->moves, 0);
  EXPECT_EQ(start_dates(result)[3], 90.0);
  EXPECT_EQ(result.regrouped->made_way, 0);
}

// Twice 2 GPUs go to the first node, and the gang has the last two.
TEST(Defragment, SeveralJobsMoveForAGang) {
  std::vector<Job> jobs = half_full({4, 4, 2, 2});
  jobs.push_back(job(1, 16, 50));
  const RunResult result = run_jobs({nodes(4, 8)}, jobs, moving(in(5)));
  EXPECT_THAT(stays(result, 8), ElementsAre("10-60 on 2+3"));
  EXPECT_THAT(stays(result, 4), ElementsAre("0-10 on 2", "10-105 on 0"));
  EXPECT_THAT(stays(result, 6), ElementsAre("0-10 on 3", "10-105 on 0"));
  EXPECT_EQ(result.regrouped->moves, 2);
  EXPECT_EQ(result.regrouped->made_way, 1);
}

// A gang of two nodes has one of them already: whoever moves, and would rather be alone, goes to
// the other half-full one.
TEST(Defragment, NobodyMovesToWhatIsKeptForTheWaitingJob) {
  std::vector<Job> jobs{job(0, 4, 100), job(0, 4, 100), job(0, 8, 10), job(1, 16, 50)};
  const RunResult result = run_jobs({nodes(3, 8)}, jobs, moving(in(5), {.placement = "spread"}));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 10));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-10 on 0", "10-105 on 1"));
}

TEST(Defragment, AtMostSoManyMoveForOne) {
  // Each node has four times 2 GPUs, of which one ends at 20: 3 x 2 have to leave one node.
  std::vector<Job> jobs;
  for (int i = 0; i < 16; ++i) jobs.push_back(job(0, 2, i % 4 == 0 ? 20 : 100));
  jobs.push_back(job(1, 8, 10));
  DefragmentSpec spec = in(1);
  EXPECT_EQ(start_dates(run_jobs({nodes(4, 8)}, jobs, moving(spec))).back(), 20.0);
  spec.at_most = 3;
  EXPECT_EQ(start_dates(run_jobs({nodes(4, 8)}, jobs, moving(spec))).back(), 20.0);
  spec.at_most = 2;
  EXPECT_EQ(start_dates(run_jobs({nodes(4, 8)}, jobs, moving(spec))).back(), 100.0);
}

// Killed at 103 s of its own time, not of the pause.
TEST(Defragment, TheTimeLimitDoesNotCountThePause) {
  std::vector<Job> jobs{job(0, 4, 100, 100), job(0, 4, 20), job(0, 4, 100), job(10, 8, 50)};
  const RunResult result = run_jobs({nodes(2, 8)}, jobs, moving(in(30), {.kill_overrun = true}));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-20 on 0", "20-130 on 1"));
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
}

// It moved at 20 with all that it did: when its node fails at 50, the 25 s since are lost.
TEST(Defragment, AMoveSaves) {
  PolicyNames names = moving(in(5));
  const RunResult result = test::run_failing({.nodes = 2,
                                              .jobs = halves(),
                                              .failures = {test::failure(50, 60, 1)},
                                              .terms = {SavesSpec{}},
                                              .names = names});
  EXPECT_EQ(stays(result, 0)[1], "20-50 on 1");
  const auto segments = result.jobs.segments(0);
  EXPECT_EQ(segments.back().end - segments.back().start, Seconds(80.0));
}

// EASY, conservative and Slurm's backfill look at the head first, too.
TEST(Defragment, WithEveryBackfill) {
  for (const std::string backfill : {"none", "easy", "conservative", "slurm"}) {
    const RunResult result =
        run_jobs({nodes(2, 8)}, halves(), moving(in(5), {.backfill = backfill}));
    EXPECT_EQ(result.regrouped->moves, 1) << backfill;
    EXPECT_LE(start_dates(result)[3], 30.0) << backfill;
  }
}

// Whatever the policy, the job whose turn it is asks.
TEST(Defragment, WithEveryPolicy) {
  const std::string queue = R"({"queues": {"a": {"default": true, "gpus": {"QUOTA": 16}}}})";
  const auto quota = [&](const std::string& key) {
    return std::string(queue).replace(queue.find("QUOTA"), 5, key);
  };
  for (const auto& [policy, parameters] : {std::pair("fifo", std::string("{}")),
                                           {"sjf", "{}"},
                                           {"slurm-multifactor", "{}"},
                                           {"quota-tree", quota("deserved")},
                                           {"cohorts", quota("nominal")}}) {
    const RunResult result =
        run_jobs({nodes(2, 8)}, halves(),
                 moving(in(5), {.scheduler = policy, .scheduler_parameters = parameters}));
    EXPECT_EQ(result.regrouped->moves, 1) << policy;
    EXPECT_EQ(start_dates(result)[3], 20.0) << policy;
  }
}

// What is on several nodes moves one of them, and all of it pauses.
TEST(Defragment, AGangMovesOneOfItsNodes) {
  std::vector<Job> jobs{job(0, 8, 100), job(0, 4, 20), job(0, 4, 20), job(0, 4, 90), job(1, 8, 50)};
  jobs[0].demand.nodes = 2;  // 4 GPUs on each
  const RunResult result = run_jobs({nodes(3, 8)}, jobs, moving(in(5)));
  EXPECT_EQ(start_dates(result)[4], 20.0);
  EXPECT_EQ(result.regrouped->moves, 1);
}

// Node 0 is kept for others: nobody moves onto it who would still be there. The one on node 2 could
// go to node 0 or 1, of which best fit takes the first.
TEST(Defragment, NobodyMovesOntoReservedNodes) {
  std::vector<Job> jobs = half_full({4, 4, 2});
  jobs.push_back(job(1, 8, 9));
  const auto moved_to = [&](const std::string& parameters) {
    const RunResult result = run_jobs(
        {nodes(3, 8)}, jobs,
        moving(in(5), {.scheduler = "slurm-multifactor", .scheduler_parameters = parameters}));
    EXPECT_EQ(start_dates(result)[6], 10.0);
    return stays(result, 4).back();
  };
  EXPECT_EQ(moved_to("{}"), "10-105 on 0");
  EXPECT_EQ(moved_to(R"({"reservations": {"course": {"nodes": "gpu/0", "start": "200 s",
                                                      "duration": "1 h", "accounts": "a"}}})"),
            "10-105 on 0")
      << "it is over by then";
  EXPECT_EQ(moved_to(R"({"reservations": {"course": {"nodes": "gpu/0", "start": "104 s",
                                                      "duration": "1 h", "accounts": "a"}}})"),
            "10-105 on 1");
}

}  // namespace
}  // namespace gpuscape
