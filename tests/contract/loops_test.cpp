/// The same run on SimGrid's loop and on ours.

#include <gtest/gtest.h>

#include "sim/engine/simgrid_host.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

RunState make_state(std::uint32_t seed, const std::string& backfill) {
  return {Platform({test::nodes(5, 8)}),
          test::make_policies({"fifo", backfill, "best-fit", "{}", false}),
          std::make_unique<test::ListSource>(test::random_jobs(seed, {.count = 2000,
                                                                      .gpus_total = 40,
                                                                      .load = 0.95,
                                                                      .exact_limits = false,
                                                                      .coarse = seed % 2 == 0}))};
}

TEST(Loops, GiveTheSameDatesAndTimelinesToTheLastBit) {
  for (const std::string backfill : {"none", "easy"}) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
      RunState native = make_state(seed, backfill);
      RunState hosted = make_state(seed, backfill);
      run_natively(native.simulation(), kForever, {});
      ASSERT_TRUE(run_on_simgrid(hosted.simulation(), {}));
      const RunResult ours = native.take_result({});
      const RunResult theirs = hosted.take_result({});
      EXPECT_EQ(test::start_dates(ours), test::start_dates(theirs));
      EXPECT_EQ(ours.timeline["gpus_allocated"], theirs.timeline["gpus_allocated"]);
      EXPECT_EQ(ours.timeline["gpus_stranded"], theirs.timeline["gpus_stranded"]);
    }
  }
}

/// Pods, decisions at certain dates, and jobs that are stopped for others.
TEST(Loops, GiveTheSameUnderPoliciesThatWakeThemselves) {
  const std::vector<std::pair<std::string, std::string>> policies = {
      {"kubernetes", R"({"give_up_after": "30 min"})"},
      {"quota-tree",
       R"({"queues": {"a": {"default": true, "gpus": {"deserved": 4}}}, "cycle": "10 s"})"},
      {"cohorts",
       R"({"queues": {"a": {"default": true, "gpus": {"nominal": 40}}}, "cycle": "10 s"})"}};
  for (const auto& [scheduler, parameters] : policies) {
    const auto make = [&] {
      return RunState(Platform({test::nodes(5, 8)}),
                      test::make_policies({.scheduler = scheduler,
                                           .placement = "least-allocated",
                                           .scheduler_parameters = parameters}),
                      std::make_unique<test::ListSource>(test::random_jobs(
                          3, {.count = 1000, .gpus_total = 40, .share_of_gangs = 0.3})));
    };
    RunState native = make();
    RunState hosted = make();
    run_natively(native.simulation(), kForever, {});
    ASSERT_TRUE(run_on_simgrid(hosted.simulation(), {}));
    const RunResult ours = native.take_result({});
    const RunResult theirs = hosted.take_result({});
    EXPECT_EQ(test::start_dates(ours), test::start_dates(theirs)) << scheduler;
    EXPECT_EQ(ours.timeline["gpus_allocated"], theirs.timeline["gpus_allocated"]) << scheduler;
    EXPECT_EQ(ours.pods.has_value(), scheduler == "kubernetes");
    if (ours.pods) {
      EXPECT_EQ(ours.pods->half_started.value(), theirs.pods->half_started.value());
    }
  }
}

TEST(Loops, GiveTheSameWhereJobsSlowEachOtherDown) {
  test::TrafficCase options;
  options.network = "leaf-spine";
  options.parameters =
      R"({"link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 4, "oversubscription": 4})";
  options.policies = {"fifo", "easy", "spread", "{}", true};
  const std::vector<Job> jobs = test::random_jobs(
      7, {.count = 2000, .gpus_total = 96, .load = 0.9, .exact_limits = false, .coarse = true});
  RunState native = test::traffic_state(test::nodes(12, 8), jobs, options);
  RunState hosted = test::traffic_state(test::nodes(12, 8), jobs, options);
  run_natively(native.simulation(), kForever, {});
  ASSERT_TRUE(run_on_simgrid(hosted.simulation(), {}));
  const RunResult ours = native.take_result({});
  const RunResult theirs = hosted.take_result({});
  ASSERT_FALSE(ours.traffic->jobs.empty());
  EXPECT_EQ(test::end_dates(ours), test::end_dates(theirs));
  EXPECT_EQ(ours.timeline["host_links_used_share"], theirs.timeline["host_links_used_share"]);
  EXPECT_EQ(ours.timeline["fabric_links_used_share"], theirs.timeline["fabric_links_used_share"]);
}

TEST(Loops, GiveTheSameInOneStepAndInMany) {
  RunState whole = make_state(9, "easy");
  RunState stepped = make_state(9, "easy");
  run_natively(whole.simulation(), kForever, {});
  for (double date = 0.0; stepped.simulation().next_date(); date += 5000.0) {
    run_natively(stepped.simulation(), Seconds(date), {});
  }
  EXPECT_EQ(test::start_dates(whole.take_result({})), test::start_dates(stepped.take_result({})));
}

}  // namespace
}  // namespace gpuscape
