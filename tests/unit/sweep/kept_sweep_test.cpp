/// A folder of runs read back, and as a part of a page.

#include "sim/report/runs/kept_sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/report/sweep/sweep_block.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::kTime;
using test::space_of;
using test::sweep_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kAxes = "{" + std::string(kNodes) + ", " + kTime + "}";

/// A sweep of the ten designs that is kept by that build.
void keep(const std::filesystem::path& path, const std::string& more, const std::string& build,
          SweepOptions options = {}) {
  const std::string text = eight_jobs(kAxes, more);
  RunFolder folder(path, build);
  options.version = build;
  const SweepOutcome outcome = sweep_of(text, folder, options);
  const SweepFile file = sweep_file(space_of(text), "Eight");
  folder.write(kSweepFile, sweep_file_text(file));
  write_run_tables(folder, file, outcome.records);
}
constexpr const char* kCheapest = R"(, "find": {"cheapest": true, "for_each": "time"})";

std::string block_of(const KeptSweep& kept) {
  return sweep_block({.space = kept.space,
                      .outcome = kept.outcome,
                      .found = find_best(kept.space, kept.space.sought(), kept.outcome.records)},
                     2, "folder-1");
}

TEST(KeptSweep, HasTheAxesTheRunsAndWhatIsLookedFor) {
  const ScratchFolder folder;
  keep(folder.path(), kCheapest, "1");
  const KeptSweep kept = read_kept_sweep(folder.path());
  EXPECT_EQ(kept.space.size(), 10);
  EXPECT_EQ(kept.space.axes()[0].values[4].value.number(), 8.0);
  ASSERT_TRUE(kept.space.find());
  EXPECT_EQ(kept.space.sought().by, "total_cost");
  EXPECT_THAT(kept.space.sought().for_each, ElementsAre("time"));
  ASSERT_EQ(kept.outcome.records.size(), 10U);
  EXPECT_EQ(kept.outcome.records[9].design_name(), "nodes 8, time 30 min");
  EXPECT_FALSE(kept.outcome.partial);
}

TEST(KeptSweep, OfObjectivesThatAreNamedOnlyThoseAreAsked) {
  const ScratchFolder folder;
  keep(folder.path(), R"(, "find": {"smallest": ["nodes"], "for_each": "time", "meets": ["wait"]})",
       "1");
  const FindSpec find = read_kept_sweep(folder.path()).space.sought();
  EXPECT_EQ(find.goal, FindGoal::smallest);
  EXPECT_THAT(find.axes, ElementsAre("nodes"));
  EXPECT_FALSE(find.meets_all);
  EXPECT_THAT(find.meets, ElementsAre("wait"));
}

// Three nodes for an hour, two for half an hour.
TEST(KeptSweep, AsAPartOfAPageNamesTheAnswerOfEachValue) {
  const ScratchFolder folder;
  keep(folder.path(), kCheapest, "1");
  const std::string html = block_of(read_kept_sweep(folder.path()));
  EXPECT_THAT(html, HasSubstr("cheapest for time 1 h: <strong>nodes 3</strong>: 30 k USD"));
  EXPECT_THAT(html, HasSubstr("cheapest for time 30 min: <strong>nodes 2</strong>: 20 k USD"));
  EXPECT_THAT(html, HasSubstr("10 of 10 designs run"));
  EXPECT_THAT(html, HasSubstr("id=\"folder-1-map-1-2-title\""));
  EXPECT_THAT(html, HasSubstr("7 h, missed"));
  EXPECT_THAT(html, HasSubstr("2 h, met"));
}

// The best of half the designs may not be the best of all.
TEST(KeptSweep, ThatHasNotEndedHasNoAnswer) {
  const ScratchFolder folder;
  keep(folder.path(), kCheapest, "1", {.shard = 1, .shards = 2});
  const KeptSweep kept = read_kept_sweep(folder.path());
  EXPECT_TRUE(kept.outcome.partial);
  const std::string html = block_of(kept);
  EXPECT_THAT(html, HasSubstr("has not ended"));
  EXPECT_THAT(html, HasSubstr("5 of 10 designs run"));
  EXPECT_THAT(html, Not(HasSubstr("<strong>")));
}

TEST(KeptSweep, OfSeveralBuildsTheOneWithMostRunsIsShown) {
  const ScratchFolder folder;
  keep(folder.path(), kCheapest, "1");
  keep(folder.path(), kCheapest, "2", {.shard = 1, .shards = 2});
  const KeptSweep kept = read_kept_sweep(folder.path());
  EXPECT_EQ(std::ssize(kept.outcome.records) + kept.designs_of_other_builds, 15);
  EXPECT_EQ(kept.outcome.records.size(), 10U);
}

TEST(KeptSweep, WithoutASweepThereIsNone) {
  const ScratchFolder folder;
  EXPECT_THAT(fault_of([&] { read_kept_sweep(folder.path()); }), HasSubstr("has no sweep.json"));
}

}  // namespace
}  // namespace gpuscape
