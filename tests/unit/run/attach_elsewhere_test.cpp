/// An attach that fails is given up after a time, and the job looks for other GPUs.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tests/support/attached_runs.hpp"

namespace gpuscape {
namespace {

using test::Attached;
using test::job;
using test::one_by_one;
using test::run_attached;

constexpr AttachTerms kEveryOtherFails{
    .attach = Seconds(10.0), .time_out = Seconds(600.0), .failure = 0.5};

/// The servers of a job's segments.
std::vector<std::vector<std::uint32_t>> servers_of(const RunResult& run, std::size_t job) {
  std::vector<std::vector<std::uint32_t>> servers;
  for (const Segment& segment : run.jobs.segments(job)) {
    auto& of = servers.emplace_back();
    for (const AllocationSpan& span : run.jobs.spans(segment))
      if (span.gpus > 0) of.push_back(span.node);
  }
  return servers;
}

TEST(AttachElsewhere, AfterAFailedAttemptAJobIsOnAnotherServer) {
  const Attached done =
      run_attached(kEveryOtherFails, one_by_one(200), {.clients = 1, .servers = 3});
  EXPECT_GT(done.attach.failed, 100);
  EXPECT_EQ(done.run.jobs.moves(), done.attach.failed);
  EXPECT_EQ(done.run.jobs.preemptions(), 0);
  for (std::size_t job = 0; job < 200; ++job) {
    const auto servers = servers_of(done.run, job);
    for (std::size_t i = 1; i < servers.size(); ++i) EXPECT_NE(servers[i], servers[i - 1]);
    const auto segments = done.run.jobs.segments(job);
    for (std::size_t i = 1; i < segments.size(); ++i) {
      EXPECT_EQ(segments[i].start, segments[i - 1].end);
      EXPECT_NEAR((segments[i].start - segments[i - 1].start).value(), 600.0, 1e-6);
    }
    EXPECT_EQ(done.run.jobs.wait(job), Seconds(0.0));
  }
}

TEST(AttachElsewhere, WhereNoOtherGpusAreFreeTheSameAreTriedAgain) {
  std::vector<Job> jobs = one_by_one(50);
  for (Job& one : jobs) one.demand.gpus = 3;
  const Attached done = run_attached(kEveryOtherFails, jobs, {.clients = 1, .servers = 1});
  EXPECT_GT(done.attach.failed, 20);
  EXPECT_EQ(done.run.jobs.moves(), 0);
  for (std::size_t job = 0; job < jobs.size(); ++job)
    EXPECT_EQ(done.run.jobs.segments(job).size(), 1U);
}

/// Of servers with four GPUs each a job has six: where those of one fail, those of the other stay
/// with the clients that have them.
TEST(AttachElsewhere, GpusOfOneServerFailAndTheOthersStay) {
  std::vector<Job> jobs = one_by_one(50);
  for (Job& one : jobs) one.demand.gpus = 6;
  for (const std::uint32_t clients : {1U, 2U, 3U}) {
    const Attached done = run_attached(kEveryOtherFails, jobs,
                                       {.clients = clients,
                                        .servers = 3,
                                        .most_per_client = static_cast<std::int32_t>(6 / clients)});
    std::int64_t moved = 0;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      const auto servers = servers_of(done.run, job);
      for (std::size_t i = 1; i < servers.size(); ++i) {
        ASSERT_EQ(servers[i].size(), 2U);
        EXPECT_NE(servers[i][0] == servers[i - 1][0], servers[i][1] == servers[i - 1][1]);
        ++moved;
      }
    }
    EXPECT_EQ(moved, done.run.jobs.moves());
    EXPECT_GT(moved, 20);
    // Those that appeared stay attached: each GPU is attached once for a job.
    EXPECT_EQ(done.attach.attached, 50 * 6) << clients;
  }
}

/// The whole life counts, not only what follows the move.
TEST(AttachElsewhere, TimeLimitsHoldAcrossMoves) {
  std::vector<Job> jobs = one_by_one(200);
  for (Job& one : jobs) {
    one.run_time = Seconds(100.0);
    one.time_limit = Seconds(1000.0);
  }
  const Attached done =
      run_attached(kEveryOtherFails, jobs, {.clients = 1, .servers = 3}, {.kill_overrun = true});
  std::int64_t killed = 0;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const auto segments = done.run.jobs.segments(job);
    const double took = (segments.back().end - segments.front().start).value();
    if (done.run.jobs.state(job) == JobState::timed_out) {
      EXPECT_NEAR(took, 1000.0, 1e-6);
      ++killed;
    } else {
      EXPECT_NEAR(took, segments.size() > 1 ? 710.0 : 110.0, 1e-6);
    }
  }
  EXPECT_GT(killed, 20);  // two attempts that failed, a quarter
}

/// What others free is placed as before: none is lost and none is had twice.
TEST(AttachElsewhere, MovesKeepTheBooks) {
  std::vector<Job> jobs;
  for (int i = 0; i < 3000; ++i)
    jobs.push_back(job(40.0 * i, 1 + i % 7, 300 + 37 * (i % 11), 2000));
  for (const char* backfill : {"none", "easy"}) {
    const Attached done =
        run_attached(kEveryOtherFails, jobs, {.clients = 4, .servers = 5}, {.backfill = backfill});
    EXPECT_GT(done.run.jobs.moves(), 300) << backfill;
    std::map<std::uint32_t, std::vector<std::pair<double, int>>> changes;  // by server
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      EXPECT_TRUE(done.run.jobs.ended(i));
      for (const Segment& segment : done.run.jobs.segments(i)) {
        int gpus = 0;
        for (const AllocationSpan& span : done.run.jobs.spans(segment)) {
          if (span.gpus == 0) continue;
          gpus += span.gpus;
          changes[span.node].emplace_back(segment.start.value(), span.gpus);
          changes[span.node].emplace_back(segment.end.value(), -span.gpus);
        }
        EXPECT_EQ(gpus, jobs[i].demand.gpus);
      }
    }
    for (auto& [server, of] : changes) {
      std::ranges::sort(of);  // what is given back at a date comes before what is taken
      int held = 0;
      for (const auto& [date, gpus] : of) {
        held += gpus;
        EXPECT_LE(held, 4) << backfill << ", server " << server << " at " << date;
      }
      EXPECT_EQ(held, 0);
    }
  }
}

}  // namespace
}  // namespace gpuscape
