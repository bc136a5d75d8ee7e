#include "sim/run/pace/job_traffic.hpp"

#include <gmock/gmock.h>

#include "tests/support/random_jobs.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::end_of;
using test::job;
using test::run_traffic;
using test::TrafficCase;

/// 4 hosts a leaf, uplinks for one of them: 10 GB/s in all.
const TrafficCase kThin{
    "leaf-spine",
    R"({"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 4, "oversubscription": 4})",
    {Seconds(0.5), Bytes(5e9)},
    {}};

TEST(JobTraffic, LeavesALoneJobBelowOneSwitchItsRunTimeToTheLastDigit) {
  for (const double run_time : {0.1, 1.0 / 3.0, 12345.678, 1e-7}) {
    const RunResult result = run_traffic(test::nodes(4, 8), {job(0.7, 24, run_time)}, {});
    EXPECT_EQ(end_of(result, 0), 0.7 + run_time);
    EXPECT_EQ(result.traffic->jobs[0].slowdown, 1.0);
    EXPECT_EQ(result.traffic->jobs[0].slowed_by, SlowingLink::none());
  }
}

TEST(JobTraffic, LeavesJobsOnOneNodeAlone) {
  const RunResult result = run_traffic(test::nodes(1, 8), {job(0, 4, 10), job(0, 4, 10)}, {});
  EXPECT_EQ(end_of(result, 1), 10.0);
  EXPECT_TRUE(result.traffic->jobs.empty());
}

// Two nodes exchange 5 GB a step: each sends 2·(2−1)/2·5 GB = 5 GB in 0.5 s, after 0.5 s of
// computing. Both jobs use the same four links half of the time.
TEST(JobTraffic, SlowsTwoJobsThatShareTheirNodesAsTheFormulaSays) {
  const std::vector<Job> jobs = {job(0, 6, 100), job(0, 6, 100)};
  TrafficCase halves;
  halves.policies.placement = "spread";
  const RunResult result = run_traffic(test::nodes(3, 4), jobs, halves);
  // Gangs of 4 + 2 on three nodes: both have their rest on the third.
  const double q = [] {  // q = 0.5 (1 + q) / (0.5 + 0.5 (1 + q))
    double value = 0.0;
    for (int i = 0; i < 200; ++i) value = 0.5 * (1.0 + value) / (0.5 + 0.5 * (1.0 + value));
    return value;
  }();
  const double slowdown = 0.5 + 0.5 * (1.0 + q);
  ASSERT_EQ(result.traffic->jobs.size(), 2U);
  for (const TrafficRecord& record : result.traffic->jobs)
    EXPECT_NEAR(record.slowdown, slowdown, 1e-6);
  EXPECT_NEAR(end_of(result, 0), 100.0 * slowdown, 1e-4);
}

TEST(JobTraffic, ChangesThePaceAsOthersComeAndGo) {
  const std::vector<Job> jobs = {job(0, 6, 100), job(40, 6, 20)};
  TrafficCase halves;
  halves.policies.placement = "spread";
  const RunResult result = run_traffic(test::nodes(3, 4), jobs, halves);
  const double q = 0.6180339887498949;  // solves q = 0.5 (1 + q) / (0.5 + 0.5 (1 + q))
  const double slowdown = 0.5 + 0.5 * (1.0 + q);
  EXPECT_NEAR(end_of(result, 1), 40.0 + 20.0 * slowdown, 1e-4);
  EXPECT_NEAR(end_of(result, 0), 40.0 + 20.0 * slowdown + 40.0, 1e-4);
}

TEST(JobTraffic, FindsALoneJobThatItsOwnUplinksHoldBack) {
  // Four nodes in each of two leaves, one spine, 10 GB/s up: the ring crosses once each way.
  const RunResult whole = run_traffic(test::nodes(8, 8), {job(0, 64, 100)}, kThin);
  EXPECT_EQ(whole.traffic->jobs[0].slowdown, 1.0);
  // Nodes 3 and 4 have the one flow each way between the leaves; with three leaves two cross.
  TrafficCase thinner = kThin;
  thinner.parameters =
      R"({"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 2, "oversubscription": 1.6,)"
      R"( "uplink": "6.25 GB/s", "path": "dst-mod-k"})";
  const RunResult split = run_traffic(test::nodes(4, 8), {job(0, 32, 100)}, thinner);
  // Two uplinks of 6.25 GB/s; four nodes send 2·3/4·5 GB = 7.5 GB: 1.2 s, not 0.75 s.
  EXPECT_NEAR(split.traffic->jobs[0].slowdown, (0.5 + 1.2) / (0.5 + 0.75), 1e-9);
  const std::uint32_t link = split.traffic->jobs[0].slowed_by.index();
  EXPECT_THAT(split.traffic->links.at(link), testing::HasSubstr("spine"));
}

TEST(JobTraffic, CountsLatencyOfEveryStepOfTheRing) {
  TrafficCase far = kThin;
  far.parameters = R"({"link": "10 GB/s", "latency": "1 ms", "hosts_per_leaf": 2})";
  far.application.bytes_per_step = Bytes(1.0);
  const RunResult result = run_traffic(test::nodes(4, 8), {job(0, 32, 100)}, far);
  // 2·3 steps of the ring, each over four links and not over two.
  EXPECT_NEAR(result.traffic->jobs[0].slowdown, (0.5 + 0.024) / (0.5 + 0.012), 1e-6);
  EXPECT_EQ(result.traffic->jobs[0].slowed_by, SlowingLink::none()) << "no link did it";
}

TEST(JobTraffic, KillsASlowedJobAtItsLimit) {
  TrafficCase kill;
  kill.policies.placement = "spread";
  kill.policies.kill_overrun = true;
  const std::vector<Job> jobs = {job(0, 6, 100, 105), job(0, 6, 100, 1000)};
  const RunResult result = run_traffic(test::nodes(3, 4), jobs, kill);
  EXPECT_EQ(end_of(result, 0), 105.0);
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
  EXPECT_LT(end_of(result, 1), 200.0);
}

TEST(JobTraffic, TellsEndsFromLimitsAlsoWhereDatesAreLarge) {
  // A short job late in a run: the rounding of dates is more than a billionth of it.
  TrafficCase kill;
  kill.policies.kill_overrun = true;
  const std::vector<Job> jobs = {job(3e7 + 0.9, 16, 0.03, 5000.0), job(4e7, 16, 10.0, 9.9999),
                                 job(5e7, 16, 10.0, 10.0), job(6e7, 16, 10.0, 0.0)};
  const RunResult result = run_traffic(test::nodes(4, 8), jobs, kill);
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
  EXPECT_EQ(result.jobs.state(1), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(2), JobState::completed) << "a limit of its run time is not past it";
  EXPECT_EQ(result.jobs.state(3), JobState::timed_out);
  EXPECT_EQ(result.jobs.segments(3).front().end, Seconds(6e7));
  const RunResult early = run_traffic(test::nodes(4, 8), {job(0, 16, 10.0, 9.999999999)}, kill);
  EXPECT_EQ(early.jobs.state(0), JobState::timed_out);
}

TEST(JobTraffic, SurvivesLongRunsOfShortJobs) {
  std::vector<Job> jobs;
  for (int i = 0; i < 3000; ++i) jobs.push_back(job(1e5 * i + 0.37 * i, 16, 0.1 + 0.001 * (i % 7)));
  const RunResult result = run_traffic(test::nodes(4, 8), jobs, {});
  EXPECT_FALSE(result.partial);
  for (std::size_t i = 0; i < jobs.size(); ++i) ASSERT_TRUE(result.jobs.ended(i));
}

TEST(JobTraffic, CountsWhatWasLostAndWhere) {
  TrafficCase halves;
  halves.policies.placement = "spread";
  const RunResult result = run_traffic(test::nodes(3, 4), {job(0, 6, 100), job(0, 6, 100)}, halves);
  const double lost = 2.0 * 6.0 * (end_of(result, 0) - 100.0);
  EXPECT_NEAR(result.traffic->lost.value(), lost, 1e-6);
  ASSERT_EQ(result.traffic->losses.size(), 1U);
  EXPECT_NEAR(result.traffic->losses[0].gpu_seconds.value(), lost, 1e-6);
  EXPECT_EQ(result.traffic->lost_on_routes, GpuSeconds(0.0));
}

TEST(JobTraffic, EndsAtTheLastEndAlsoWhereLimitsLieLater) {
  TrafficCase kill;
  kill.policies.kill_overrun = true;
  const RunResult result = run_traffic(test::nodes(4, 8), {job(0, 24, 10, 5000)}, kill);
  EXPECT_EQ(result.end, Seconds(10));
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
}

TEST(JobTraffic, MetersTheLinks) {
  const RunResult result = run_traffic(test::nodes(2, 8), {job(0, 16, 100), job(300, 16, 100)}, {});
  const std::vector<LinkUse>& links = result.traffic->busiest;
  ASSERT_EQ(links.size(), 4U);
  // Half of the time of a step, in 200 of 400 s.
  for (const LinkUse& link : links) {
    EXPECT_NEAR(link.mean, 0.25, 1e-12);
    EXPECT_EQ(link.nearly_full, 0.0);
  }
  const auto& used = result.timeline["host_links_used_share"];
  EXPECT_NEAR(used.front(), 0.5, 1e-12);
  EXPECT_EQ(used.at(3), 0.0) << "exactly nothing between the two";
  EXPECT_EQ(result.timeline["fabric_links_used_share"].front(), 0.0);
}

TEST(JobTraffic, SaysForHowLongALinkWasNearlyFull) {
  TrafficCase wide;
  wide.application = {Seconds(0.01), Bytes(5e9)};
  const RunResult result =
      run_traffic(test::nodes(2, 8), {job(0, 16, 100), job(300, 16, 100)}, wide);
  EXPECT_NEAR(result.traffic->busiest.front().nearly_full, 0.5, 1e-12);
}

TEST(JobTraffic, CallsALinkNearlyFullAboveNineTenths) {
  // Exchanges of 0.5 s after so much computing that the links are used for 85 and for 95 %.
  for (const double used : {0.85, 0.95}) {
    TrafficCase wide;
    wide.application = {Seconds(0.5 / used - 0.5), Bytes(5e9)};
    const RunResult result = run_traffic(test::nodes(2, 8), {job(0, 16, 100)}, wide);
    EXPECT_NEAR(result.traffic->busiest.front().mean, used, 1e-12);
    EXPECT_EQ(result.traffic->busiest.front().nearly_full, used > 0.9 ? 1.0 : 0.0);
  }
}

TEST(JobTraffic, NeverSpeedsAJobUpAndNeverFillsALinkBeyondItsCapacity) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    TrafficCase options = kThin;
    options.application = {Seconds(0.2), Bytes(3e9)};
    options.policies.placement = seed % 2 == 0 ? "spread" : "pack";
    const std::vector<Job> jobs = test::random_jobs(
        seed,
        {.count = 400, .gpus_total = 128, .load = 0.9, .exact_limits = false, .coarse = false});
    const RunResult result = run_traffic(test::nodes(16, 8), jobs, options);
    ASSERT_EQ(result.jobs.size(), jobs.size());
    for (std::size_t i = 0; i < result.jobs.size(); ++i) {
      const double ran = end_of(result, i) - result.jobs.segments(i).front().start.value();
      EXPECT_GE(ran, result.jobs.run_time(i).value() * (1.0 - 1e-9));
    }
    EXPECT_EQ(result.traffic->busiest.size(), 10U);
    for (const LinkUse& link : result.traffic->busiest) EXPECT_LE(link.mean, 1.0 + 1e-9);
  }
}

}  // namespace
}  // namespace gpuscape
