/// Jobs that write their checkpoints to a storage that others write to, and copies in memory, by
/// hand.

#include "sim/run/life/store_writes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/life/saves.hpp"
#include "tests/support/listed_failures.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using testing::ElementsAre;

/// Checkpoints of 10 GB every 30 s to a storage of 1 GB/s.
class JobsWrite : public testing::Test {
 protected:
  RunResult run(std::vector<Job> jobs, std::vector<PlannedOutage> failures = {},
                const test::PolicyNames& names = {}) {
    RunState state(Platform({test::nodes(nodes_, 8)}), test::make_policies(names),
                   std::make_unique<test::ListSource>(std::move(jobs)), {}, {}, nullptr,
                   {.unforeseen = std::make_unique<test::ListedFailures>(std::move(failures))},
                   {SavesSpec{.standbys = standbys_}});
    state.write_to({.stores = {storage_}});
    state.add_part(std::make_unique<Saves>(
        std::vector<SavesSpec>{{.checkpoint = checkpoint_, .standbys = standbys_}},
        std::vector<FailingParts>{}, state.capacity().platform(),
        SavesInDetail{.storage = {storage_},
                      .step_time = [](const ApplicationKey&, const Demand&) { return 3_s; }}));
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
  static std::vector<double> ends(const RunResult& result) {
    std::vector<double> all;
    for (std::size_t i = 0; i < result.jobs.size(); ++i)
      all.push_back(result.jobs.segments(i).back().end.value());
    return all;
  }

  std::uint32_t nodes_ = 3;
  StorageSpec storage_{.name = "scratch", .write_bandwidth = BytesPerSecond(1e9)};
  CheckpointSpec checkpoint_{.every = 30_s, .size = Bytes(1e10), .to = 0};
  StandbysSpec standbys_ = {};
};

TEST_F(JobsWrite, AloneAsFastAsTheStorage) {
  const RunResult result = run({job(0, 8, 100)});
  EXPECT_THAT(ends(result), ElementsAre(130)) << "after 30, 60 and 90 s";
  ASSERT_EQ(result.stores.size(), 1U);
  EXPECT_EQ(result.stores[0].writes, 3);
  EXPECT_EQ(result.stores[0].written, Bytes(3e10));
  EXPECT_EQ(result.stores[0].busy, 30_s);
  EXPECT_EQ(result.stores[0].most, 1);
  EXPECT_EQ(result.life_times.at(0).second.saving, 30_s);
}

// A storm: all of them write at once, and each takes three times as long.
TEST_F(JobsWrite, WhoWritesAtOneDateSharesTheBandwidth) {
  const RunResult result = run({job(0, 8, 100), job(0, 8, 100), job(0, 8, 100)});
  EXPECT_THAT(ends(result), ElementsAre(190, 190, 190));
  EXPECT_EQ(result.stores[0].most, 3);
  EXPECT_EQ(result.stores[0].busy, 90_s);
}

// The first writes from 30 to 40 alone, works until 70, and has written 5 GB of its next when the
// second, which writes from 65 on, is done at 75: its last 5 GB are written by 80... by hand:
// second alone 65-70 (5 GB), both 70-80 (5 GB each), first alone 80-85.
TEST_F(JobsWrite, SharesChangeWithWhoComesAndGoes) {
  const RunResult result = run({job(0, 8, 70), job(35, 8, 50)});
  EXPECT_THAT(ends(result), ElementsAre(95, 100));
}

TEST_F(JobsWrite, NoFasterThanTheirNodesCan) {
  storage_.per_node = BytesPerSecond(0.25e9);
  EXPECT_THAT(ends(run({job(0, 16, 100)})), ElementsAre(160)) << "two nodes, 20 s each";
  EXPECT_THAT(ends(run({job(0, 8, 100)})), ElementsAre(100 + 2 * 40))
      << "a write of 40 s is the shortest interval";
}

// It is stopped while it writes its first checkpoint, and begins anew at 40.
TEST_F(JobsWrite, AWriteThatIsCutShortSavesNothing) {
  nodes_ = 1;
  const RunResult result = run({job(0, 8, 100)}, {failure(35, 40)});
  EXPECT_THAT(ends(result), ElementsAre(40 + 130));
  EXPECT_EQ(result.stores[0].writes, 3);
  EXPECT_EQ(result.stores[0].written, Bytes(3.5e10));
  EXPECT_EQ(result.life_times.at(0).second.redone, 30_s);
}

TEST_F(JobsWrite, AndEndAtTheirLimitsMeanwhile) {
  const test::PolicyNames kills{"fifo", "none", "best-fit", "{}", true};
  const RunResult result = run({job(0, 8, 100, 35), job(0, 8, 100, 200)}, {}, kills);
  EXPECT_THAT(ends(result), ElementsAre(35, 130 + 2.5)) << "they share 5 s: 2.5 GB each";
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
  nodes_ = 1;
  EXPECT_THAT(ends(run({job(0, 8, 100, 500), job(1, 8, 10, 500)}, {failure(35, 40)}, kills)),
              ElementsAre(170, 180))
      << "events of limits that were given up are forgotten";
}

// Staged from 30 to 32, written by 52.
TEST_F(JobsWrite, BesideTheirWork) {
  nodes_ = 1;
  checkpoint_.size = Bytes(2e10);
  checkpoint_.staging = 2_s;
  EXPECT_THAT(ends(run({job(0, 8, 100)})), ElementsAre(106));
  EXPECT_THAT(ends(run({job(0, 8, 100)}, {failure(45, 50)})), ElementsAre(50 + 106));
  EXPECT_THAT(ends(run({job(0, 8, 100)}, {failure(55, 60)})), ElementsAre(60 + 70 + 2 * 2));
}

// Two at once: each write takes 50 s, and the next checkpoint waits for it.
TEST_F(JobsWrite, BesideTheirWorkNoMoreThanOneAtATime) {
  checkpoint_.size = Bytes(2.5e10);
  checkpoint_.staging = 0_s;
  const RunResult result = run({job(0, 8, 90), job(0, 8, 90)});
  EXPECT_THAT(ends(result), ElementsAre(110, 110)) << "from 60 to 80 they wait";
  EXPECT_EQ(result.life_times.at(0).second.saving, 20_s);
}

TEST_F(JobsWrite, NothingWhereThereIsNoWork) {
  EXPECT_THAT(ends(run({job(5, 8, 0)})), ElementsAre(5));
}

TEST_F(JobsWrite, AfterSoManyStepsOfTheirApplication) {
  checkpoint_.every.reset();
  checkpoint_.every_steps = 10;
  EXPECT_THAT(ends(run({job(0, 8, 100)})), ElementsAre(130));
}

TEST_F(JobsWrite, AsTheApplicationOfTheirClassSays) {
  Job other = job(0, 8, 100);
  other.application = ClassId(0);
  RunState state(Platform({test::nodes(2, 8)}), test::make_policies({}),
                 std::make_unique<test::ListSource>(std::vector{other, job(0, 8, 100)}));
  state.add_part(std::make_unique<Saves>(
      std::vector<SavesSpec>{{}}, std::vector<FailingParts>{}, state.capacity().platform(),
      SavesInDetail{.by_class = {{{.checkpoint = CheckpointSpec{.every = 50_s, .write = 4_s}}}}}));
  run_natively(state.simulation(), kForever, {});
  EXPECT_THAT(ends(state.take_result({})), ElementsAre(104, 100));
}

// Copies after 10, 20 and 30 s of work take 1 s each; a checkpoint of 10 s after 40.
class JobsCopy : public JobsWrite {
 protected:
  JobsCopy() {
    standbys_ = {.nodes = 1};
    checkpoint_.every = 40_s;
    checkpoint_.in_memory = InMemorySpec{.every = 10_s, .write = 1_s};
  }
};

TEST_F(JobsCopy, BetweenCheckpoints) {
  EXPECT_THAT(ends(run({job(0, 16, 55)})), ElementsAre(55 + 3 + 10 + 1));
}

// At 30 it has done 28 s, of which 20 are copied.
TEST_F(JobsCopy, AndFallBackToTheLastOne) {
  const RunResult result = run({job(0, 16, 55)}, {failure(30, 500)});
  EXPECT_THAT(ends(result), ElementsAre(30 + 35 + 1 + 10 + 1));
  EXPECT_EQ(result.life_times.at(0).second.redone, 8_s);
}

TEST_F(JobsCopy, ThatMoreNodesThanItSurvivesTakeWithThem) {
  nodes_ = 4;
  standbys_.nodes = 2;
  PlannedOutage both = failure(30, 500);
  both.nodes = {{0, 0}, {0, 1}};
  EXPECT_THAT(ends(run({job(0, 16, 55)}, {both})), ElementsAre(30 + 55 + 3 + 10 + 1));
  checkpoint_.in_memory->survives = 2;
  EXPECT_THAT(ends(run({job(0, 16, 55)}, {both})), ElementsAre(30 + 35 + 1 + 10 + 1));
}

// Where it leaves its nodes, their memory is gone.
TEST_F(JobsCopy, ThatAreGoneWhereItLeavesItsNodes) {
  nodes_ = 3;
  const RunResult result = run({job(0, 16, 55)}, {failure(30, 60), failure(31, 60, 2)});
  EXPECT_THAT(ends(result), ElementsAre(60 + 55 + 3 + 10 + 1));
}

}  // namespace
}  // namespace gpuscape
