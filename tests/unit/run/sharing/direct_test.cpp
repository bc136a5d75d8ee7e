/// Users who log in to machines and share GPUs where too few are free: by hand, and against a
/// second program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/support/run_builders.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::end_dates;
using test::job;
using testing::ElementsAre;

struct Machines {
  std::uint32_t count = 1;
  std::int32_t gpus = 4;
  std::string sharing = R"({"replicas": 4})";
};

RunResult run(std::vector<Job> jobs, const Machines& machines = {}) {
  NodeGroup group = test::nodes(machines.count, machines.gpus);
  std::string fault;
  group.sharing =
      test::make_model(test::builtin_models().gpu_sharings, "time-slices", machines.sharing);
  group.cuts = group.sharing->cuts({}, fault);
  group.shares_gpus = true;
  WorkloadFacts facts{.streams = {"users"}, .demand = {}};
  RunState state(Platform({std::move(group)}), test::make_policies({.scheduler = "direct"}),
                 std::make_unique<test::ListSource>(std::move(jobs)), {}, std::move(facts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

TEST(Direct, WhoFindsFreeGpusHasThemAlone) {
  EXPECT_THAT(end_dates(run({job(0, 2, 100), job(0, 2, 100)})), ElementsAre(100, 100));
}

// Half of its GPUs make the large job as slow as all of them would.
TEST(Direct, WhoFindsTooFewSharesSome) {
  EXPECT_THAT(end_dates(run({job(0, 4, 100), job(0, 2, 100)})), ElementsAre(200, 200));
}

// Of 50 s the small one needs 100 in turn; by then the large one did 50 of 100.
TEST(Direct, AllHaveTheirPaceBackWhenOneLeaves) {
  const RunResult result = run({job(0, 2, 100), job(0, 1, 50)}, {.gpus = 2});
  EXPECT_THAT(end_dates(result), ElementsAre(150, 100));
  const SharingResult& of = result.sharing.front();
  EXPECT_DOUBLE_EQ(of.as_whole.value(), 2 * 150.0 + 100.0);
  EXPECT_DOUBLE_EQ(of.asked.value(), of.as_whole.value());
  EXPECT_DOUBLE_EQ(of.got.value(), 2 * 100.0 + 50.0);
  // The large job waits on both of its GPUs for the neighbour on one.
  EXPECT_DOUBLE_EQ(of.streams.at(0).by_streams.at(0).value(), 2 * 50.0 + 50.0);
  EXPECT_EQ(of.most_on_one, 2);
}

// The third goes to the lower of two GPUs with one user each, and stays there when the other one
// is free.
TEST(Direct, UsersStayOnTheGpusThatTheyChose) {
  EXPECT_THAT(end_dates(run({job(0, 1, 100), job(0, 1, 100), job(1, 1, 100)}, {.gpus = 2})),
              ElementsAre(199, 100, 200));
}

TEST(Direct, TheEmptiestMachineComesFirst) {
  const RunResult result = run({job(0, 1, 100), job(1, 1, 100), job(2, 4, 10)}, {.count = 3});
  const auto node_of = [&](std::size_t job) {
    return result.jobs.spans(result.jobs.segments(job)[0])[0].node;
  };
  EXPECT_EQ(node_of(0), 0U);
  EXPECT_EQ(node_of(1), 1U);
  EXPECT_EQ(node_of(2), 2U);
  EXPECT_THAT(end_dates(result), ElementsAre(100, 101, 12));
}

// Two machines of four. At 50 s the first has two users, both on one GPU, and the second three,
// each on one of its own: whoever needs four shares with one user there, and not with two here.
TEST(Direct, FewUsersOfEachGpuComeBeforeFewUsersInAll) {
  std::vector<Job> jobs;
  for (int i = 0; i < 9; ++i)
    jobs.push_back(job(0, 1, i == 2 || i == 4 || i == 6 || i == 7 ? 10 : 1000));
  jobs.push_back(job(50, 4, 10));
  const RunResult result = run(std::move(jobs), {.count = 2});
  EXPECT_EQ(result.jobs.spans(result.jobs.segments(8)[0])[0].node, 0U);
  EXPECT_EQ(result.jobs.spans(result.jobs.segments(9)[0])[0].node, 1U);
  EXPECT_EQ(result.jobs.segments(9)[0].end, Seconds(70.0));
}

// Two users may be on a GPU, a third may not. Who needs no GPU waits for nobody.
TEST(Direct, WhereAllAreFullAJobWaits) {
  const RunResult result = run({job(0, 2, 100), job(0, 2, 100), job(1, 2, 10), job(2, 0, 5)},
                               {.gpus = 2, .sharing = R"({"replicas": 2})"});
  EXPECT_EQ(result.jobs.segments(2)[0].start, Seconds(200.0));
  EXPECT_EQ(result.jobs.segments(3)[0].start, Seconds(2.0));
}

// Of one of its two GPUs the first job has half for 100 of 150 s. Both together had both GPUs.
TEST(Direct, HoldsAnEqualPartOfEachOfItsGpus) {
  const RunResult result = run({job(0, 2, 100), job(0, 1, 50)}, {.gpus = 2});
  const AllocationSpan span = result.jobs.spans(result.jobs.segments(0)[0])[0];
  EXPECT_EQ(span.gpus, 2);
  EXPECT_NEAR(result.jobs.gpus_held(0, span), 250.0 / 150.0, 0.001);
  EXPECT_DOUBLE_EQ(result.jobs.gpus_held(1, {.gpus = 1}), 0.5);
  const SharingResult& of = result.sharing.front();
  EXPECT_DOUBLE_EQ(of.held.value(), 300.0);
  EXPECT_DOUBLE_EQ(of.open.value(), 300.0);
  EXPECT_DOUBLE_EQ(result.held(0), 2.0) << "what it asks for is its load";
}

TEST(Direct, WhatNoMachineHoldsNeverStarts) {
  const RunResult result = run({job(0, 8, 100), job(0, 1, 10)}, {.count = 2});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_THAT(result.policy_notes,
              ElementsAre("1 job larger than a machine, never started: direct access is to one"));
}

/// Jobs of (submit, GPUs, run time) on machines of four GPUs, each with up to three users, in steps
/// from one event to the next. Returns when each ends.
std::vector<double> ends_of(const std::vector<Job>& jobs, std::uint32_t machines) {
  constexpr int kGpus = 4;
  constexpr int kMost = 3;
  struct Running {
    std::size_t job;
    double left;
    std::vector<std::size_t> gpus;
  };
  std::vector<int> users(machines * kGpus, 0);
  std::vector<Running> running;
  std::vector<std::size_t> waiting;
  std::vector<double> ends(jobs.size(), 0.0);
  std::size_t next = 0;
  double now = 0.0;
  const auto start = [&](std::size_t which) {
    std::vector<std::size_t> best;
    std::pair<int, int> least;
    for (std::size_t machine = 0; machine < machines; ++machine) {
      std::vector<std::size_t> gpus;
      int sum = 0;
      for (std::size_t gpu = machine * kGpus; gpu < (machine + 1) * kGpus; ++gpu) {
        sum += users[gpu];
        if (users[gpu] < kMost) gpus.push_back(gpu);
      }
      const auto count = static_cast<std::size_t>(jobs[which].demand.gpus);
      if (gpus.size() < count) continue;
      std::ranges::stable_sort(gpus, {}, [&](std::size_t gpu) { return users[gpu]; });
      gpus.resize(count);
      const std::pair key(users[gpus.back()], sum);
      if (!best.empty() && !(key < least)) continue;
      best = gpus;
      least = key;
    }
    if (best.empty()) return false;
    for (const std::size_t gpu : best) ++users[gpu];
    running.push_back({which, jobs[which].run_time.value(), best});
    return true;
  };
  while (next < jobs.size() || !running.empty()) {
    const auto pace = [&](const Running& one) {
      int most = 1;
      for (const std::size_t gpu : one.gpus) most = std::max(most, users[gpu]);
      return 1.0 / most;
    };
    double date = next < jobs.size() ? jobs[next].submit.value() : 1e30;
    for (const Running& one : running) date = std::min(date, now + one.left / pace(one));
    for (Running& one : running) one.left -= (date - now) * pace(one);
    now = date;
    for (const Running& one : running) {
      if (one.left > 1e-7) continue;
      ends[one.job] = now;
      for (const std::size_t gpu : one.gpus) --users[gpu];
    }
    std::erase_if(running, [](const Running& one) { return one.left <= 1e-7; });
    for (; next < jobs.size() && jobs[next].submit.value() <= now; ++next) waiting.push_back(next);
    std::erase_if(waiting, [&](std::size_t which) { return start(which); });
  }
  return ends;
}

TEST(Direct, AgreesWithASecondProgramOnRandomDays) {
  std::size_t compared = 0;
  std::size_t slowed = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    std::vector<Job> jobs;
    double date = 0.0;
    const std::uint32_t machines = 1 + seed % 3;
    for (int i = 0; i < 80; ++i) {
      date += static_cast<double>(random() % 1000) / 7.0 / machines;
      const int gpus = 1 << random() % 3;
      jobs.push_back(job(date, gpus, 50.0 + static_cast<double>(random() % 3000) / 11.0));
    }
    const std::vector<double> expected = ends_of(jobs, machines);
    const RunResult result =
        run(jobs, {.count = machines, .gpus = 4, .sharing = R"({"replicas": 3})"});
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      ASSERT_NEAR(result.jobs.segments(i)[0].end.value(), expected[i], 1e-3)
          << "seed " << seed << ", job " << i;
      ++compared;
      slowed += expected[i] > (jobs[i].submit + jobs[i].run_time).value() + 1.0 ? 1U : 0U;
    }
  }
  EXPECT_EQ(compared, 60U * 80U);
  EXPECT_GT(slowed, compared / 4);
}

}  // namespace
}  // namespace gpuscape
