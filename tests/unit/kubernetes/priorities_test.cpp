/// Pods of lower priorities that leave for those of higher ones, by hand.

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::nodes;
using test::start_dates;
using testing::ElementsAre;

struct Asked {
  std::string more;  ///< keys of the policy, each with a comma before it
  std::vector<NodeGroup> groups = {nodes(1, 8)};
  std::string type = "kubernetes";
};

/// Jobs by their class.
RunResult run(const std::vector<std::pair<std::string, Job>>& jobs, const Asked& asked = {}) {
  auto origins = std::make_shared<OriginTable>();
  std::vector<Job> made;
  for (const auto& [quality, one] : jobs) {
    made.push_back(one);
    made.back().origin = origins->intern("", "", "", quality);
  }
  RunState state(
      Platform(asked.groups),
      test::make_policies({.scheduler = asked.type,
                           .scheduler_parameters =
                               R"({"priorities": {"high": {"value": 10}, "mid": {"value": 5}},
                             "first_backoff": "0 s", "longest_backoff": "0 s")" +
                               asked.more + "}"}),
      std::make_unique<test::ListSource>(made), {},
      {origins, {"jobs"}, {std::vector<double>(origins->size(), 1.0)}});
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

// It goes on for 30 s, and begins anew when the other one is over: it had saved nothing.
TEST(PodPriorities, ALowerOneLeavesAfterItsGrace) {
  const RunResult result = run({{"", job(0, 8, 100)}, {"high", job(10, 8, 50)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 40));
  const auto segments = result.jobs.segments(0);
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0].end, Seconds(40));
  EXPECT_EQ(segments[0].cause, Cause::preempted);
  EXPECT_EQ(segments[1].start, Seconds(90));
  EXPECT_EQ(segments[1].end, Seconds(190));
}

TEST(PodPriorities, WithoutGraceItLeavesAtOnce) {
  const RunResult result =
      run({{"", job(0, 8, 100)}, {"high", job(10, 8, 50)}}, {R"(, "termination_grace": "0 s")"});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
}

TEST(PodPriorities, ItMayEndByItselfMeanwhile) {
  const RunResult result = run({{"", job(0, 8, 35)}, {"high", job(10, 8, 50)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 35));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

TEST(PodPriorities, EqualOnesStay) {
  const RunResult result = run({{"high", job(0, 8, 100)}, {"high", job(10, 8, 50)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
}

TEST(PodPriorities, NobodyLeavesWhereItIsTurnedOff) {
  const RunResult result =
      run({{"", job(0, 8, 100)}, {"high", job(10, 8, 50)}}, {R"(, "preempts": false)"});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
}

// Of three jobs the one without a class goes, and of two such ones the newer.
TEST(PodPriorities, TheLeastImportantAndNewestGoFirst) {
  const RunResult result = run({{"", job(0, 2, 200)},
                                {"mid", job(1, 3, 200)},
                                {"", job(2, 3, 200)},
                                {"high", job(10, 3, 50)}},
                               {R"(, "termination_grace": "0 s")"});
  EXPECT_EQ(start_dates(result)[3], 10.0);
  EXPECT_EQ(result.jobs.segments(0).size(), 1U);
  EXPECT_EQ(result.jobs.segments(1).size(), 1U);
  EXPECT_EQ(result.jobs.segments(2).size(), 2U);
}

// Nobody leaves where all of them together would not do.
TEST(PodPriorities, NobodyLeavesInVain) {
  const RunResult result =
      run({{"high", job(0, 4, 100)}, {"", job(0, 4, 100)}, {"high", job(10, 8, 50)}},
          {R"(, "termination_grace": "0 s")"});
  EXPECT_EQ(result.jobs.preemptions(), 0);
  EXPECT_EQ(start_dates(result)[2], 100.0);
}

// With a gang plug-in all of a job's nodes are cleared at once; the small one in between leaves as
// well, and comes back behind it.
TEST(PodPriorities, AGangHasSeveralNodesCleared) {
  const RunResult result =
      run({{"", job(0, 8, 100)}, {"", job(0, 8, 100)}, {"high", job(10, 16, 50)}},
          {R"(, "gangs": true, "termination_grace": "5 s")", {nodes(2, 8)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 15));
  EXPECT_EQ(result.jobs.preemptions(), 2);
}

// One comes while the node is being cleared: what is leaving is not asked twice, and whoever it was
// cleared for has it.
TEST(PodPriorities, ItsNodeIsNotTakenByOthers) {
  const RunResult result =
      run({{"", job(0, 8, 100)}, {"high", job(10, 8, 50)}, {"mid", job(20, 8, 5)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 40, 90));
}

TEST(PodPriorities, In2019AsWell) {
  const RunResult result =
      run({{"", job(0, 8, 100)}, {"high", job(10, 8, 50)}}, {"", {nodes(1, 8)}, "kubernetes-2019"});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 40));
}

// 4 GPUs are free from 20 on and 4 leave by 40: whoever came at 15 and is less important does not
// take the first, or the one at 10 would have others leave again and again.
TEST(PodPriorities, NobodyLessImportantTakesWhatIsMadeFree) {
  const RunResult result = run(
      {{"", job(0, 4, 200)}, {"", job(0, 4, 20)}, {"high", job(10, 8, 50)}, {"", job(15, 4, 30)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 40, 90));
  EXPECT_EQ(result.jobs.preemptions(), 1);
}

// On the other node 4 GPUs are free from 20 on, which are of no use to the one at 10.
TEST(PodPriorities, OtherNodesAreAnybodys) {
  const RunResult result = run({{"high", job(0, 4, 300)},
                                {"", job(0, 4, 20)},
                                {"", job(0, 8, 200)},
                                {"high", job(10, 8, 50)},
                                {"", job(15, 4, 30)}},
                               {"", {nodes(2, 8)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 40, 20));
  EXPECT_EQ(result.jobs.preemptions(), 1);
}

// A gang needs the free node as well as the one that is left for it.
TEST(PodPriorities, AGangKeepsNodesThatNobodyLeaves) {
  const RunResult result =
      run({{"", job(0, 8, 200)}, {"high", job(10, 16, 50)}, {"", job(15, 8, 10)}},
          {R"(, "gangs": true)", {nodes(2, 8)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 40, 90));
}

// What ran when the run began comes first then, and not again when it was made to leave.
TEST(PodPriorities, OneThatRanBeforeDoesNotTakeItsNodeBack) {
  Job before = job(0, 8, 100);
  before.carried_over = CarriedOver::running;
  const RunResult result = run({{"", before}, {"high", job(10, 8, 50)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 40));
  EXPECT_EQ(result.jobs.preemptions(), 1);
  EXPECT_EQ(result.jobs.segments(0).back().start, Seconds(90));
}

}  // namespace
}  // namespace gpuscape
