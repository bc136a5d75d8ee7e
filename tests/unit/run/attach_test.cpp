/// Lent GPUs are attached to clients before jobs compute, by hand.

#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/attached_runs.hpp"

namespace gpuscape {
namespace {

using test::Attached;
using test::job;
using test::one_by_one;
using test::run_attached;
using ::testing::ElementsAre;

constexpr AttachTerms kTenSeconds{.attach = Seconds(10.0), .detach = Seconds(5.0)};

TEST(Attach, AJobBeginsWhenAllItsGpusAreThere) {
  const Attached done = run_attached(kTenSeconds, {job(0, 3, 100)});
  EXPECT_THAT(done.ends(), ElementsAre(110.0));
  EXPECT_EQ(done.run.jobs.wait(0), Seconds(0.0)) << "it holds them while they are attached";
  EXPECT_EQ(done.attach.jobs, 1);
  EXPECT_EQ(done.attach.attached, 3);
  EXPECT_EQ(done.attach.kept, 0);
  EXPECT_EQ(done.attach.failed, 0);
  EXPECT_EQ(done.attach.gpu_seconds, GpuSeconds(30.0));
}

TEST(Attach, JobsWithoutLentGpusHaveNone) {
  const Attached done = run_attached(kTenSeconds, {job(0, 0, 100)});
  EXPECT_THAT(done.ends(), ElementsAre(100.0));
  EXPECT_EQ(done.attach.jobs, 0);
}

TEST(Attach, TheControllerLooksEveryPeriod) {
  AttachTerms terms = kTenSeconds;
  terms.poll = Seconds(60.0);
  const Attached done = run_attached(terms, {job(0, 1, 100), job(60, 1, 100), job(61, 1, 100)});
  EXPECT_THAT(done.ends(), ElementsAre(110.0, 170.0, 230.0));
}

TEST(Attach, AClientKeepsAGpuForAWhile) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  // The first ends at 20; the second comes 50 s later, the third 51 s after the second.
  const Attached done =
      run_attached(terms, {job(0, 2, 10), job(70, 2, 10), job(131, 2, 10)}, {.clients = 1});
  EXPECT_THAT(done.ends(), ElementsAre(20.0, 80.0, 155.0)) << "it was being detached for 1 s";
  EXPECT_EQ(done.attach.attached, 4);
  EXPECT_EQ(done.attach.kept, 2);
  EXPECT_EQ(done.attach.gpu_seconds, GpuSeconds(20.0 + 28.0));
  EXPECT_EQ(done.attach.jobs, 3);
}

TEST(Attach, AGpuThatWasReturnedLongAgoIsAsNew) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  const Attached done =
      run_attached(terms, {job(0, 2, 10), job(75, 2, 10), job(200, 2, 10)}, {.clients = 1});
  EXPECT_THAT(done.ends(), ElementsAre(20.0, 95.0, 220.0));
}

TEST(Attach, AnotherClientWaitsUntilItIsDetached) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  // Client 0 had all four; it has one of them again, and client 1 the others.
  const Attached done = run_attached(terms, {job(0, 4, 10), job(30, 1, 100), job(31, 3, 10)});
  EXPECT_THAT(done.ends(), ElementsAre(20.0, 130.0, 56.0));
  EXPECT_EQ(done.attach.kept, 1);
  EXPECT_EQ(done.attach.attached, 7);
}

TEST(Attach, GpusOfOneJobThatAreThereWaitForThoseThatAreNot) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  const Attached done = run_attached(terms, {job(0, 1, 10), job(30, 3, 10)}, {.clients = 1});
  EXPECT_THAT(done.ends(), ElementsAre(20.0, 50.0));
  EXPECT_EQ(done.attach.kept, 1);
  EXPECT_EQ(done.attach.attached, 3);
  EXPECT_EQ(done.attach.gpu_seconds, GpuSeconds(10.0 + 30.0));
}

TEST(Attach, GpusOfSeveralClientsAreToldApart) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  // Two of each client; then the same job again: all are kept.
  const Attached done = run_attached(terms, {job(0, 4, 10), job(30, 4, 10)},
                                     {.clients = 2, .servers = 1, .most_per_client = 2});
  EXPECT_THAT(done.ends(), ElementsAre(20.0, 40.0));
  EXPECT_EQ(done.attach.kept, 4);
}

TEST(Attach, TimeLimitsAreOnTheWholeOfAJob) {
  const test::PolicyNames kill{.kill_overrun = true};
  const Attached done = run_attached(
      kTenSeconds, {job(0, 1, 100, 105), job(0, 1, 100, 110), job(0, 1, 100, 4)}, {}, kill);
  EXPECT_THAT(done.ends(), ElementsAre(105.0, 110.0, 4.0));
  EXPECT_EQ(done.run.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(done.run.jobs.state(1), JobState::completed);
  EXPECT_EQ(done.run.jobs.state(2), JobState::timed_out);
  EXPECT_EQ(done.attach.gpu_seconds, GpuSeconds(24.0)) << "of the last for as long as it lived";
}

TEST(Attach, AGpuWhoseAttachWasCutOffIsNotThereYet) {
  AttachTerms terms = kTenSeconds;
  terms.idle_return = Seconds(50.0);
  const Attached done = run_attached(terms, {job(0, 1, 100, 4), job(5, 1, 20)}, {.clients = 1},
                                     {.kill_overrun = true});
  EXPECT_THAT(done.ends(), ElementsAre(4.0, 30.0)) << "its attach goes on until 10";
}

TEST(Attach, AnAttemptThatFailsIsGivenUpAndMadeAgain) {
  AttachTerms terms = kTenSeconds;
  terms.time_out = Seconds(600.0);
  terms.failure = 0.25;
  const Attached done = run_attached(terms, one_by_one(4000));
  const std::vector<double> ends = done.ends();
  double failed = 0.0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double attempts = (ends[i] - 1e6 * static_cast<double>(i) - 11.0) / 600.0;
    EXPECT_NEAR(attempts, std::round(attempts), 1e-6);
    failed += std::round(attempts);
  }
  EXPECT_EQ(failed, static_cast<double>(done.attach.failed));
  // A quarter fails, a sixteenth twice ...: 0.333 per job, with a deviation of 0.667 ÷ √4000.
  EXPECT_NEAR(failed / 4000.0, 1.0 / 3.0, 0.04);
  EXPECT_NEAR(done.attach.gpu_seconds.value(), 4000 * 10.0 + 600.0 * failed, 1e-3);
}

TEST(Attach, FailuresDependOnTheSeedAlone) {
  AttachTerms terms = kTenSeconds;
  terms.time_out = Seconds(600.0);
  terms.failure = 0.5;
  const Attached one = run_attached(terms, one_by_one(50));
  EXPECT_EQ(run_attached(terms, one_by_one(50)).ends(), one.ends());
  EXPECT_NE(run_attached(terms, one_by_one(50), {}, {}, 2).ends(), one.ends());
}

TEST(Attach, AnAttachThatTakesNoTimeMayFail) {
  AttachTerms terms{.time_out = Seconds(600.0), .failure = 0.5};
  EXPECT_TRUE(terms.takes_time());
  EXPECT_GT(run_attached(terms, one_by_one(50)).attach.failed, 10);
  terms.time_out = Seconds(0.0);
  EXPECT_FALSE(terms.takes_time());
}

}  // namespace
}  // namespace gpuscape
