/// Clients, servers of GPUs and pools that are away for a while, planned or not: nobody runs there,
/// nobody uses GPUs of there, no GPU is lent twice, and nothing is lost.

#include <gtest/gtest.h>

#include "sim/engine/simgrid_host.hpp"
#include "sim/run/life/attach_part.hpp"
#include "sim/run/nodes/node_failures.hpp"
#include "tests/support/oracles/gpu_books.hpp"
#include "tests/support/promise_keeper.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/random_outages.hpp"

namespace gpuscape {
namespace {

/// Clients with GPUs of their own and without, servers of two sizes.
Platform lending_platform(std::uint32_t seed) {
  Platform platform({{"client", 3, Demand{0, 16000, 1000}, false},
                     {"server", 3, Demand{4, 0, 0}, false},
                     {"mixed", 2, Demand{2, 32000, 2000}, false},
                     {"large", 2, Demand{8, 0, 0}, false}});
  Lending lending{.clients = {0, 2}, .servers = {1, 3}, .islands = 1 + seed / 2 % 2};
  if (seed / 3 % 3 != 0) lending.most_per_client = 6;
  platform.lend(lending);
  return platform;
}

std::vector<Job> lending_jobs(std::uint32_t seed, bool with_cores) {
  return test::random_jobs(seed, {.count = 80,
                                  .gpus_total = 20,
                                  .load = 0.8 + 0.3 * (seed % 3),
                                  .exact_limits = true,
                                  .share_with_cores = with_cores ? 0.5 : 0.0,
                                  .share_of_gangs = seed % 5 < 2 ? 0.3 : 0.0});
}

struct Lent {
  RunResult run;
  std::vector<PlannedOutage> outages;
  Platform platform;
};

struct Terms {
  const char* backfill = "none";
  std::vector<PlannedOutage> planned = {};
  bool fails = false;
  bool attaches = false;
  RunObserver* observer = nullptr;
  bool hosted = false;
};

Lent run_lent(std::uint32_t seed, std::vector<Job> jobs, const Terms& terms) {
  const Platform platform = lending_platform(seed);
  FailingParts parts{.name = "node", .mean_time = Seconds(60'000.0), .repair = Seconds(3000.0)};
  for (std::uint32_t group = 0; group < platform.groups().size(); ++group)
    for (std::uint32_t node = 0; node < platform.groups()[group].count; ++node)
      parts.units.push_back({{{group, node}}});
  const std::vector<FailingParts> failing{parts};  // outlives the run
  OutagesOfNodes outages{.planned = terms.planned};
  if (terms.fails) outages.unforeseen = std::make_unique<NodeFailures>(failing, seed, 0);
  RunState state(platform, test::make_policies({"fifo", terms.backfill, "pack", "{}", false}),
                 std::make_unique<test::ListSource>(std::move(jobs)), {}, {}, nullptr,
                 std::move(outages));
  if (terms.attaches)
    state.add_part(std::make_unique<AttachPart>(AttachTerms{.attach = Seconds(10.0),
                                                            .detach = Seconds(5.0),
                                                            .idle_return = Seconds(600.0),
                                                            .time_out = Seconds(60.0),
                                                            .failure = 0.1},
                                                state.capacity(), seed, 0));
  if (terms.observer != nullptr) state.observe(*terms.observer);
  if (terms.hosted)
    EXPECT_TRUE(run_on_simgrid(state.simulation(), {}));
  else
    run_natively(state.simulation(), kForever, {});
  std::vector<PlannedOutage> all = state.outages().all();
  return {state.take_result({}), std::move(all), platform};
}

int on_nodes_away(const Lent& lent) {
  int count = 0;
  const JobRecords& jobs = lent.run.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    for (const Segment& segment : jobs.segments(job))
      for (const AllocationSpan& span : jobs.spans(segment)) {
        const auto group = static_cast<std::uint32_t>(lent.platform.group_of(span.node));
        const OutageNode at{group, span.node - lent.platform.first_node(group)};
        for (const PlannedOutage& outage : lent.outages)
          if (std::ranges::find(outage.nodes, at) != outage.nodes.end() &&
              segment.start < outage.end && segment.end > outage.begin)
            ++count;
      }
  return count;
}

/// Every job that starts ends, with its whole run time in its last segment.
void expect_nothing_lost(const Lent& lent, const std::vector<Job>& jobs, bool exact) {
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    if (lent.run.jobs.state(job) == JobState::never_fits) continue;
    ASSERT_EQ(lent.run.jobs.state(job), JobState::completed) << job;
    const Segment& last = lent.run.jobs.segments(job).back();
    if (exact) {
      ASSERT_NEAR((last.end - last.start) / jobs[job].run_time, 1.0, 1e-9) << job;
    }
  }
}

class LentAway : public testing::TestWithParam<const char*> {};

TEST_P(LentAway, NobodyRunsThereAndNothingIsLost) {
  std::size_t stopped = 0;
  std::size_t used_lent = 0;
  for (std::uint32_t seed = 1; seed <= 1000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Terms terms{.backfill = GetParam(), .fails = seed % 3 == 0, .attaches = seed % 4 == 3};
    // What attaching takes comes on top of what is expected: jobs may then be there when a drain
    // begins.
    const bool requeues = seed % 2 == 0 || terms.attaches;
    if (seed % 3 != 1) terms.planned = test::random_outages(seed, {3, 3, 2, 2}, requeues);
    if (terms.fails && !requeues) terms.planned.clear();
    const std::vector<Job> jobs = lending_jobs(seed, seed % 4 != 1);
    test::GpuBooks books(lending_platform(seed).groups(), jobs, {});
    terms.observer = &books;
    const Lent lent = run_lent(seed, jobs, terms);
    ASSERT_EQ(on_nodes_away(lent), 0);
    EXPECT_TRUE(books.all_free());
    expect_nothing_lost(lent, jobs, !terms.attaches);
    stopped += static_cast<std::size_t>(lent.run.jobs.preemptions());
    for (std::size_t job = 0; job < jobs.size(); ++job)
      if (lent.run.jobs.started(job) &&
          lent.run.jobs.spans(lent.run.jobs.segments(job).back()).size() > 1)
        ++used_lent;
  }
  EXPECT_GT(stopped, 500U);
  EXPECT_GT(used_lent, 2000U);
}

INSTANTIATE_TEST_SUITE_P(Backfills, LentAway, testing::Values("none", "easy"),
                         [](const auto& test) { return std::string(test.param); });

// Announced outages are known from the beginning: no promise is made into them.
TEST(LentAwayByAnnouncement, BreaksNoPromise) {
  test::PromiseKeeper all;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    test::PromiseKeeper one;
    run_lent(seed, lending_jobs(seed, seed % 4 != 1),
             {.backfill = "easy",
              .planned = test::random_outages(seed, {3, 3, 2, 2}, false),
              .observer = &one});
    all.promised += one.promised;
    all.broken += one.broken;
    EXPECT_EQ(one.broken, 0) << "seed " << seed;
  }
  EXPECT_GT(all.promised, 1000);
}

TEST(LentAway, IsTheSameOnBothLoops) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const std::vector<Job> jobs = lending_jobs(seed, true);
    Terms terms{.backfill = "easy", .fails = true, .attaches = seed % 2 == 0};
    const Lent one = run_lent(seed, jobs, terms);
    terms.hosted = true;
    const Lent other = run_lent(seed, jobs, terms);
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      ASSERT_EQ(one.run.jobs.state(job), other.run.jobs.state(job));
      if (!one.run.jobs.started(job)) continue;
      EXPECT_EQ(one.run.jobs.segments(job).size(), other.run.jobs.segments(job).size());
      EXPECT_EQ(one.run.jobs.segments(job).back().end, other.run.jobs.segments(job).back().end);
    }
  }
}

// A GPU that stays with its client after a job is attached anew when its server was away.
TEST(LentAwayByHand, AServerThatWasAwayHasNothingAttached) {
  const auto end_of_second = [](bool away) {
    Platform platform(
        {{"client", 1, Demand{0, 16000, 1000}, false}, {"server", 1, Demand{4, 0, 0}, false}});
    platform.lend({.clients = {0}, .servers = {1}});
    PlannedOutage outage{.name = "f",
                         .begin = Seconds(300.0),
                         .end = Seconds(400.0),
                         .requeues = true,
                         .nodes = {{1, 0}}};
    RunState state(platform, test::make_policies({"fifo", "none", "pack", "{}", false}),
                   std::make_unique<test::ListSource>(
                       std::vector<Job>{test::job(0, 4, 100), test::job(500, 4, 100)}),
                   {}, {}, nullptr,
                   {.planned = away ? std::vector{outage} : std::vector<PlannedOutage>{}});
    state.add_part(std::make_unique<AttachPart>(
        AttachTerms{.attach = Seconds(10.0), .idle_return = Seconds(3600.0)}, state.capacity(), 1,
        0));
    run_natively(state.simulation(), kForever, {});
    return state.take_result({}).jobs.segments(1).back().end;
  };
  EXPECT_EQ(end_of_second(false), Seconds(600.0));
  EXPECT_EQ(end_of_second(true), Seconds(610.0));
}

Lent run_pool(const PlannedOutage& outage, const std::vector<Job>& jobs, const char* backfill) {
  const Platform platform({{"pool", 1, Demand{8, 0, 0}, true}});
  RunState state(platform, test::make_policies({"fifo", backfill, "pack", "{}", false}),
                 std::make_unique<test::ListSource>(jobs), {}, {}, nullptr, {.planned = {outage}});
  run_natively(state.simulation(), kForever, {});
  std::vector<PlannedOutage> all = state.outages().all();
  return {state.take_result({}), std::move(all), platform};
}

// A pool is away from 50 to 150 as a whole: 100 s do not fit before it, 40 s do. Without backfill
// the last job waits behind the second.
TEST(PoolAwayByHand, JobsThatWouldNotEndInTimeWait) {
  const PlannedOutage outage{
      .name = "work", .begin = Seconds(50.0), .end = Seconds(150.0), .nodes = {{0, 0}}};
  const std::vector<Job> jobs = {test::job(0, 5, 100), test::job(0, 5, 40), test::job(0, 3, 40)};
  EXPECT_EQ(test::start_dates(run_pool(outage, jobs, "none").run),
            (std::vector<double>{150, 250, 250}));
  EXPECT_EQ(test::start_dates(run_pool(outage, jobs, "easy").run),
            (std::vector<double>{150, 0, 0}));
}

}  // namespace
}  // namespace gpuscape
