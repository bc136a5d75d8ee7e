#include <gmock/gmock.h>

#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::From;
using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

class SlurmMultifactor : public test::SlurmRuns {};

TEST_F(SlurmMultifactor, TheUserWhoUsedLessGoesFirst) {
  const From heavy{"user1", "team-a", "", ""};
  const From light{"user2", "team-a", "", ""};
  const RunResult result =
      run({of(heavy, job(0, 8, 1000)), of(heavy, job(10, 8, 50)), of(light, job(20, 8, 50))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1050, 1000));
}

TEST_F(SlurmMultifactor, WithoutWeightsTheOrderIsThatOfSubmission) {
  const RunResult result =
      run({of({"user1", "", "", ""}, job(0, 8, 1000)), of({"user1", "", "", ""}, job(10, 8, 50)),
           of({"user2", "", "", ""}, job(20, 8, 50))},
          R"({"weights": {"age": 0, "fair_share": 0, "job_size": 0, "partition": 0, "qos": 0}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1000, 1050));
}

TEST_F(SlurmMultifactor, AgeOvertakesAHigherQosInTime) {
  // A day of waiting is worth 1000, a high QOS 500: half a day makes up for it.
  const std::string parameters = R"({"weights": {"age": 1000, "fair_share": 0, "qos": 500},
      "max_age": "1 d", "qos": {"low": {"priority": 0}, "high": {"priority": 10}}})";
  const From low{"user1", "", "", "low"};
  const From high{"user1", "", "", "high"};
  const RunResult result = run({of(low, job(0, 8, 86400)), of(low, job(100, 8, 50)),
                                of(high, job(43200, 8, 50)), of(high, job(43400, 8, 50))},
                               parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 86450, 86400, 86500));
}

TEST_F(SlurmMultifactor, AJobThatDoesNotFitHoldsUpItsPartitionAlone) {
  const std::string parameters =
      R"({"partitions": {"a": {"nodes": "gpu/0"}, "b": {"nodes": "gpu/1"}}})";
  const From a{"user1", "", "a", ""};
  const From b{"user1", "", "b", ""};
  const RunResult result = run(
      {of(a, job(0, 6, 100)), of(a, job(10, 8, 10)), of(a, job(20, 1, 5)), of(b, job(30, 8, 10))},
      parameters, 2);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 110, 30));
}

TEST_F(SlurmMultifactor, AHigherTierComesBeforeAnyPriority) {
  const std::string parameters = R"({"partitions": {"urgent": {"tier": 10}, "normal": {}}})";
  const From normal{"user1", "", "normal", ""};
  const From urgent{"user2", "", "urgent", ""};
  const RunResult result = run({of(normal, job(0, 8, 100)), of(normal, job(10, 8, 10)),
                                of(urgent, job(20, 8, 10)), of(urgent, job(30, 8, 10))},
                               parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 120, 100, 110));
}

TEST_F(SlurmMultifactor, ALimitHoldsAJobBackAndOthersPass) {
  const std::string parameters = R"({"accounts": {"team-a": {"max_gpus": 4}}})";
  const From a{"user1", "team-a", "", ""};
  const From b{"user2", "team-b", "", ""};
  const RunResult result =
      run({of(a, job(0, 3, 100)), of(a, job(10, 2, 10)), of(b, job(20, 5, 10))}, parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20));
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::limit)], 90_s);
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::limit);
}

TEST_F(SlurmMultifactor, ALimitPerUserCountsEachUserAlone) {
  const std::string parameters = R"({"qos": {"normal": {"max_jobs_per_user": 1}}})";
  const From one{"user1", "", "", "normal"};
  const From two{"user2", "", "", "normal"};
  const RunResult result =
      run({of(one, job(0, 1, 100)), of(one, job(10, 1, 10)), of(two, job(20, 1, 10))}, parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20));
}

TEST_F(SlurmMultifactor, AJobLongerThanItsPartitionAllowsWaitsForEver) {
  const RunResult result = run({of({"", "", "p", ""}, job(0, 1, 10, 7200))},
                               R"({"partitions": {"p": {"max_time": "1 h"}}})");
  EXPECT_EQ(result.jobs.state(0), JobState::waiting);
}

TEST_F(SlurmMultifactor, AQosThatPreemptsTakesTheNodesAndTheOtherBeginsAnew) {
  const std::string parameters = R"({"qos": {"spare": {}, "urgent": {"preempts": "spare"}}})";
  const RunResult result = run({of({"user1", "", "", "spare"}, job(0, 8, 100)),
                                of({"user2", "", "", "urgent"}, job(40, 8, 10))},
                               parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 40));
  EXPECT_EQ(result.jobs.segments(0).back().start, 50_s);
  EXPECT_EQ(result.jobs.segments(0).back().end, 150_s);
}

constexpr const char* kWithGrace =
    R"({"qos": {"spare": {"grace_time": "30 s"}, "urgent": {"preempts": "spare"}}})";

TEST_F(SlurmMultifactor, AJobWithAGraceTimeGoesOnForThatLong) {
  const RunResult result = run({of({"user1", "", "", "spare"}, job(0, 8, 100)),
                                of({"user2", "", "", "urgent"}, job(40, 8, 10))},
                               kWithGrace);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 70));
  EXPECT_EQ(result.jobs.segments(0)[0].end, 70_s);
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::preempted);
  EXPECT_EQ(result.jobs.segments(0)[1].end, 180_s) << "it begins anew";
}

TEST_F(SlurmMultifactor, AJobThatEndsWithinItsGraceTimeIsNotStopped) {
  const RunResult result = run({of({"user1", "", "", "spare"}, job(0, 8, 60)),
                                of({"user2", "", "", "urgent"}, job(40, 8, 10))},
                               kWithGrace);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 60));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// Both urgent jobs fit on the node that is about to be free: the second stops nobody else.
TEST_F(SlurmMultifactor, RoomThatIsAboutToBeFreeStopsNobodyElse) {
  backfill_ = "easy";
  const RunResult result = run({of({"user1", "", "", "spare"}, job(0, 4, 100)),
                                of({"user1", "", "", "spare"}, job(0, 4, 100)),
                                of({"user2", "", "", "urgent"}, job(40, 2, 10)),
                                of({"user2", "", "", "urgent"}, job(50, 2, 10))},
                               kWithGrace);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 70, 70));
  EXPECT_EQ(result.jobs.preemptions(), 1);
}

// At 10 the fourth job lets the second leave by 40. At 20 the fifth stops the third, on the other
// node, and starts at once; at 30 the sixth takes its place until 40. Then the seventh comes first:
// the fifth has had its room.
TEST_F(SlurmMultifactor, WhoStartedHasNoClaimOnRoomAnyMore) {
  backfill_ = "conservative";
  const RunResult result = run(
      {of({"u", "", "", "stays"}, job(0, 4, 1000)), of({"u", "", "", "graced"}, job(1, 4, 1000)),
       of({"u", "", "", "plain"}, job(2, 8, 1000)), of({"v", "", "", "urgent"}, job(10, 4, 500)),
       of({"v", "", "", "urgent"}, job(20, 8, 50)), of({"w", "", "", "top"}, job(30, 8, 10)),
       of({"w", "", "", "top"}, job(35, 8, 20))},
      R"({"weights": {"fair_share": 0, "age": 0}, "qos": {"stays": {}, "plain": {},
              "graced": {"grace_time": "30 s"}, "urgent": {"preempts": "graced,plain"},
              "top": {"priority": 10, "preempts": "urgent"}}})",
      2);
  EXPECT_EQ(test::start_dates(result)[4], 20);
  EXPECT_EQ(test::start_dates(result)[5], 30);
  EXPECT_EQ(test::start_dates(result)[6], 40);
}

// The third has a plan for 100; at 50 it stops the first instead, and nobody waits. Its plan is
// gone with it: the first goes on at 60.
TEST_F(SlurmMultifactor, APlanGoesWithTheOneWhoMadeRoomForItself) {
  backfill_ = "conservative";
  Job early = job(0, 4, 50);
  early.time_limit = 100_s;
  const RunResult result =
      run({of({"u", "", "", "spare"}, job(0, 4, 100)), of({"v", "", "", "urgent"}, early),
           of({"v", "", "", "urgent"}, job(10, 8, 10))},
          R"({"weights": {"fair_share": 0, "age": 0},
              "qos": {"spare": {}, "urgent": {"preempts": "spare"}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 50));
  EXPECT_EQ(result.jobs.segments(0).back().end, 160_s);
}

class SlurmMultifactorWithBackfill : public SlurmMultifactor,
                                     public testing::WithParamInterface<std::string> {
 protected:
  SlurmMultifactorWithBackfill() { backfill_ = GetParam(); }
};

TEST(SlurmMultifactorBackfills, AreFound) {
  EXPECT_GE(test::builtin_models().backfills.names().size(), 4U);
}

INSTANTIATE_TEST_SUITE_P(Registered, SlurmMultifactorWithBackfill,
                         testing::ValuesIn(test::builtin_models().backfills.names()),
                         [](const auto& test) { return test.param; });

TEST_P(SlurmMultifactorWithBackfill, NoJobIsPreemptedByThePassThatStartsIt) {
  const std::string parameters = R"({"weights": {"fair_share": 0, "qos": 0},
      "qos": {"other": {}, "spare": {}, "urgent": {"preempts": "spare"}}})";
  const RunResult result =
      run({of({"", "", "", "other"}, job(0, 8, 100)), of({"", "", "", "spare"}, job(1, 8, 100)),
           of({"", "", "", "urgent"}, job(2, 8, 50))},
          parameters);
  EXPECT_EQ(test::start_dates(result)[1], 100);
  EXPECT_GT(result.jobs.segments(1).front().end, 100_s);
  EXPECT_TRUE(result.jobs.ended(2));
}

TEST_P(SlurmMultifactorWithBackfill, NothingIsDecidedAnewWhileNothingRuns) {
  const std::string parameters = R"({"weights": {"age": 0}, "reservations": {"down":
      {"nodes": "gpu", "start": "120 s", "duration": "1000 h"}}})";
  const From from{"user1", "", "", ""};
  const RunResult result = run(
      {of(from, job(0, 8, 100)), of(from, job(10, 8, 100)), of(from, job(20, 8, 100))}, parameters);
  const double end = 120.0 + 1000.0 * 3600.0;
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, end, end + 100.0));
  EXPECT_LT(passes_.waited, 12);  // 12 000 periods of 5 min, and more of the jobs' 100 s
}

TEST_F(SlurmMultifactor, AJobThatStopsToAgeIsOvertakenThoughNothingRuns) {
  // The first asks for the node that is kept, and is an hour older: 1000/24 against 20 for the
  // second's QOS. From a day on it ages no more, and the second gains the 21.7 in 1872 s: update
  // 295.
  const std::string parameters = R"({"weights": {"age": 1000, "fair_share": 0, "qos": 20},
      "max_age": "1 d", "qos": {"low": {"priority": 0}, "high": {"priority": 10}},
      "reservations": {"down": {"nodes": "gpu/0", "duration": "30 d"}}})";
  const RunResult result = run({of({"user1", "", "", "low"}, job(0, 16, 10)),
                                of({"user2", "", "", "high"}, job(3600, 8, 10))},
                               parameters, 2);
  EXPECT_THAT(test::start_dates(result), ElementsAre(30 * 86400, 295 * 300));
}

TEST_F(SlurmMultifactor, APreemptionMakesRoomUnderALimitAtOnce) {
  const std::string parameters =
      R"({"qos": {"spare": {"max_jobs": 1}, "urgent": {"preempts": "spare"}}})";
  const From spare{"user1", "", "", "spare"};
  const From urgent{"user2", "", "", "urgent"};
  backfill_ = "easy";  // the second fits beside the third, and ends before the first fits again
  const RunResult result =
      run({of(spare, job(0, 8, 1000)), of(spare, job(10, 4, 10)), of(urgent, job(20, 4, 500))},
          parameters);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 20, 20));
}

TEST_F(SlurmMultifactor, AReservationKeepsItsNodesForItsAccount) {
  const std::string parameters = R"({"reservations": {"course":
      {"nodes": "gpu/0", "start": "60 s", "duration": "40 s", "accounts": "team-a"}}})";
  const From a{"user1", "team-a", "", ""};
  const From b{"user2", "team-b", "", ""};
  // The second would still run at 60; the third is over by then; the fourth may use the nodes.
  const RunResult result = run({of(b, job(0, 1, 5)), of(b, job(10, 2, 80, 80)),
                                of(b, job(20, 2, 30, 30)), of(a, job(70, 4, 10, 10))},
                               parameters);
  EXPECT_EQ(test::start_dates(result)[1], 100);
  EXPECT_EQ(test::start_dates(result)[3], 70);
}

TEST_F(SlurmMultifactor, SaysWhereAJobsPartitionIsNotDescribed) {
  const RunResult result =
      run({of({"", "", "debug", ""}, job(0, 1, 10))}, R"({"partitions": {"main": {}}})");
  EXPECT_THAT(result.policy_notes, ElementsAre(HasSubstr("\"debug\", which is not described")));
}

TEST_F(SlurmMultifactor, NamesNodesThatTheClusterLacks) {
  const auto policy = test::make_model(test::builtin_models().schedulers, "slurm-multifactor",
                                       R"({"partitions": {"p": {"nodes": "gqu/0-3"}}})");
  EXPECT_THAT(policy->parts().rules->fault(Platform({test::nodes(4, 8)})),
              HasSubstr("did you mean \"gpu\"?"));
}

}  // namespace
}  // namespace gpuscape
