/// Jobs that wait in the memory of their nodes while others have these.

#include <gmock/gmock.h>

#include "tests/support/listed_failures.hpp"
#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::SlurmRuns;
using testing::ElementsAre;
using testing::HasSubstr;

class Suspends : public SlurmRuns, public testing::WithParamInterface<std::string> {
 protected:
  Suspends() { backfill_ = GetParam(); }
  Job spare(double submit, int gpus, double run) {
    return of({"user1", "", "", "spare"}, job(submit, gpus, run));
  }
  Job urgent(double submit, int gpus, double run) {
    return of({"user2", "", "", "urgent"}, job(submit, gpus, run));
  }
  static std::string rules(const std::string& more = R"("suspended_gpus": "given")") {
    return R"({"weights": {"fair_share": 0, "age": 0, "qos": 1000}, "preempted": "suspend",
               "qos": {"spare": {}, "urgent": {"priority": 1, "preempts": "spare"}}, )" +
           more + "}";
  }
};

TEST_P(Suspends, AJobGoesOnWithAllThatItDid) {
  const RunResult result = run({spare(0, 8, 100), urgent(40, 8, 10)}, rules());
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 40));
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_EQ(result.jobs.segments(0)[0].end, 40_s);
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::suspended);
  EXPECT_EQ(result.jobs.segments(0)[1].start, 50_s);
  EXPECT_EQ(result.jobs.segments(0)[1].end, 110_s);
}

TEST_P(Suspends, SlurmKeepsTheGpusOfThoseWhoHaveAny) {
  const RunResult result =
      run({spare(0, 8, 100), urgent(40, 8, 10)}, rules("\"half_life\": \"1 d\""));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100));
  EXPECT_EQ(result.jobs.preemptions(), 0);
  ASSERT_FALSE(result.policy_notes.empty());
  EXPECT_THAT(result.policy_notes.front(), HasSubstr("suspended_gpus"));
}

TEST_P(Suspends, CoresAreGivenInAnyCase) {
  cores_ = 16;
  Job low = spare(0, 0, 100);
  low.demand.milli_cores = 16'000;
  Job high = urgent(40, 0, 10);
  high.demand.milli_cores = 16'000;
  const RunResult result = run({low, high}, rules("\"half_life\": \"1 d\""));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 40));
  EXPECT_EQ(result.jobs.segments(0).back().end, 110_s);
}

// The second ends at 15: a job that goes on anywhere would take its node then.
TEST_P(Suspends, ItWaitsForItsOwnNodes) {
  const std::vector<Job> jobs = {spare(0, 8, 100), spare(0, 8, 15), urgent(10, 8, 50)};
  const RunResult suspended = run(jobs, rules(), 2);
  ASSERT_EQ(suspended.jobs.segments(0).size(), 2U);
  EXPECT_EQ(suspended.jobs.segments(0)[1].start, 60_s);
  EXPECT_EQ(suspended.jobs.segments(0)[1].end, 150_s);
  EXPECT_EQ(suspended.jobs.spans(suspended.jobs.segments(0)[1])[0].node, 0U);
  const RunResult elsewhere =
      run(jobs, R"({"weights": {"fair_share": 0, "age": 0, "qos": 1000}, "preempted": "go-on",
                    "qos": {"spare": {}, "urgent": {"priority": 1, "preempts": "spare"}}})",
          2);
  EXPECT_EQ(elsewhere.jobs.segments(0)[1].start, 15_s);
}

// From 20 on four GPUs are free, of the eight that the first needs at once.
TEST_P(Suspends, NobodyWhoPreemptsNobodyTakesWhatItHeld) {
  const RunResult result =
      run({spare(0, 8, 100), urgent(10, 4, 10), urgent(10, 4, 50), spare(25, 4, 100)}, rules());
  EXPECT_EQ(result.jobs.segments(0)[1].start, 60_s);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10, 10, 150));
}

TEST_P(Suspends, BesideItThereIsRoomForOthers) {
  const RunResult result =
      run({spare(0, 4, 100), urgent(10, 8, 10), spare(15, 4, 30), spare(16, 4, 30)}, rules());
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10, 20, 50));
  EXPECT_EQ(result.jobs.segments(0)[1].start, 20_s);
}

TEST_P(Suspends, ThoseWhoPreemptComeBeforeIt) {
  const RunResult result = run({spare(0, 8, 100), urgent(10, 8, 10), urgent(15, 8, 10)}, rules());
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10, 20));
  EXPECT_EQ(result.jobs.segments(0)[1].start, 30_s);
  EXPECT_EQ(result.jobs.segments(0).size(), 2U);
}

TEST_P(Suspends, ItsGraceTimeComesFirst) {
  const RunResult result =
      run({spare(0, 8, 100), urgent(40, 8, 10)},
          R"({"weights": {"fair_share": 0, "age": 0, "qos": 1000}, "preempted": "suspend",
              "suspended_gpus": "given", "resume_time": "5 s",
              "qos": {"spare": {"grace_time": "20 s"},
                      "urgent": {"priority": 1, "preempts": "spare"}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 60));
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::suspended);
  EXPECT_EQ(result.jobs.segments(0)[1].start, 70_s);
  EXPECT_EQ(result.jobs.segments(0)[1].end, 115_s) << "40 are left, and 5 to come back";
}

// However many wait before it: they leave it room, and so it has to be looked for.
TEST_P(Suspends, ItGoesOnBeforeThoseWhoWaitInFrontOfIt) {
  std::vector<Job> jobs = {spare(0, 8, 100), urgent(10, 8, 10)};
  for (int i = 0; i < 1200; ++i) jobs.push_back(of({"user3", "", "", "mid"}, job(11, 8, 1)));
  const RunResult result =
      run(jobs, R"({"weights": {"fair_share": 0, "age": 0, "qos": 1000}, "preempted": "suspend",
                    "suspended_gpus": "given",
                    "qos": {"spare": {}, "mid": {"priority": 1},
                            "urgent": {"priority": 2, "preempts": "spare"}}})");
  EXPECT_EQ(result.jobs.segments(0)[1].start, 20_s);
  EXPECT_EQ(result.jobs.segments(0)[1].end, 110_s);
}

// Its memory is gone with the node, and it never saved anything.
TEST_P(Suspends, ANodeThatFailsTakesWhatWasSuspendedThere) {
  outages_.unforeseen = std::make_unique<test::ListedFailures>(std::vector{test::failure(45, 60)});
  const RunResult result = run({spare(0, 8, 100), urgent(40, 8, 10)}, rules());
  EXPECT_EQ(result.jobs.segments(1).back().start, 60_s);
  EXPECT_EQ(result.jobs.segments(0)[1].start, 70_s);
  EXPECT_EQ(result.jobs.segments(0)[1].end, 170_s);
  ASSERT_EQ(result.life_times.size(), 2U);
  EXPECT_EQ(result.life_times.front().second.redone, 40_s);
}

INSTANTIATE_TEST_SUITE_P(UnderEachBackfill, Suspends,
                         testing::Values("none", "easy", "conservative", "slurm"));

}  // namespace
}  // namespace gpuscape
