#include "sim/study/compare/group_waits.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> group_names(const std::vector<GroupWaits>& groups) {
  std::vector<std::string> all;
  for (const GroupWaits& group : groups) all.push_back(group.name);
  return all;
}

RunResult of_sizes(double wait_of_one, double wait_of_four) {
  RunBuilder builder(16);
  builder.job(0.0, 100.0, 1, wait_of_one)
      .job(0.0, 100.0, 3, wait_of_four)
      .job(0.0, 100.0, 4, wait_of_four + 10.0)
      .job(0.0, 200.0, 8, {});
  return builder.result();
}

TEST(GroupWaits, AreBeforeAndAfterThoseThatLoseMostFirst) {
  const std::vector<GroupWaits> groups =
      group_waits(of_sizes(60.0, 20.0), of_sizes(0.0, 50.0), Grouping::size, Seconds(0.0));
  EXPECT_THAT(group_names(groups), ElementsAre("3–4 GPUs", "1 GPU", "5–8 GPUs"));
  EXPECT_EQ(groups[0].jobs, 2);
  EXPECT_DOUBLE_EQ(groups[0].p50_before, 25.0);
  EXPECT_DOUBLE_EQ(groups[0].p50_after, 55.0);
  EXPECT_DOUBLE_EQ(groups[0].p95_before, 29.5);
  EXPECT_DOUBLE_EQ(groups[0].p95_after, 59.5);
  EXPECT_DOUBLE_EQ(groups[0].gpu_share, 700.0 / (100.0 + 700.0 + 1600.0));
  EXPECT_DOUBLE_EQ(groups[1].p50_after, 0.0);
  EXPECT_TRUE(std::isnan(groups[2].p50_after)) << "none of them started";
}

TEST(GroupWaits, LeaveOutWhatCameBefore) {
  EXPECT_TRUE(
      group_waits(of_sizes(1.0, 1.0), of_sizes(1.0, 1.0), Grouping::size, Seconds(1.0)).empty());
}

TEST(GroupWaits, OfEveryGroupingHaveNames) {
  for (const std::string_view by : kGroupings)
    for (const GroupWaits& group :
         group_waits(of_sizes(1.0, 1.0), of_sizes(1.0, 1.0), grouping_of(by), Seconds(0.0)))
      EXPECT_FALSE(group.name.empty()) << by;
  EXPECT_THAT(group_names(group_waits(of_sizes(1.0, 1.0), of_sizes(1.0, 1.0), Grouping::user,
                                      Seconds(0.0))),
              ElementsAre("no user"));
}

}  // namespace
}  // namespace gpuscape
