#include "sim/study/replication_means.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

ReplicationSummary with_week(const WorstWeek& week, double gpus_short) {
  ReplicationSummary summary;
  summary.worst_week = week;
  summary.waited_for[static_cast<std::size_t>(WaitReason::gpus_short)] = Seconds(gpus_short);
  return summary;
}

TEST(ReplicationMeans, AreOfTheWorstWeekOfEachReplication) {
  const std::vector<ReplicationSummary> three = {
      with_week({2, 4.0, 600.0, 3.0}, 0.0), with_week({4, 4.0, 1200.0, 0.0}, 0.0), {}};
  const auto mean = mean_worst_week(three);
  EXPECT_EQ(mean->queue_wait_p95, 900.0) << "of the two that have one";
  EXPECT_EQ(mean->weeks_without_wait_at_p95, 1.5);
  EXPECT_EQ(mean->week, 0) << "each has its own";
}

TEST(ReplicationMeans, OfASingleRunAreItsOwn) {
  EXPECT_EQ(mean_worst_week({{with_week({2, 4.0, 600.0, 3.0}, 0.0)}})->week, 2);
  EXPECT_FALSE(mean_worst_week({{ReplicationSummary{}}}));
}

TEST(ReplicationMeans, AreOfWhatJobsWaitedFor) {
  const std::vector<ReplicationSummary> two = {with_week({}, 100.0), with_week({}, 300.0)};
  EXPECT_EQ(mean_waited_for(two)[static_cast<std::size_t>(WaitReason::gpus_short)], 200_s);
}

}  // namespace
}  // namespace gpuscape
