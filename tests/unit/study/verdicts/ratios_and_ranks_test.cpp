/// Verdicts on waits: by their ratios where replications have the same jobs, and by ranks too where
/// they do not.

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/study/compare/differences.hpp"

namespace gpuscape {
namespace {

std::vector<ReplicationSummary> replications(const std::vector<double>& waits) {
  std::vector<ReplicationSummary> made(waits.size());
  for (std::size_t i = 0; i < waits.size(); ++i) {
    made[i].replication = i;
    made[i].metrics["queue_wait_mean_s"] = waits[i];
  }
  return made;
}

MetricDifference mean_wait(const StudyOutcome& base, const StudyOutcome& variant, Pairing pairing) {
  const auto all = metric_differences(base, variant, pairing);
  return *std::ranges::find_if(
      all, [](const auto& one) { return one.metric->key == "queue_wait_mean_s"; });
}

/// The mean wait of two designs, by replication.
MetricDifference of_waits(const std::vector<double>& base, const std::vector<double>& variant) {
  StudyResult result;
  result.replications = std::ssize(base);
  return mean_wait({result, replications(base), {}}, {result, replications(variant), {}},
                   Pairing::replications);
}

// Every replication waits half as long again, short and long ones alike: the interval around the
// mean difference holds zero, that of the ratio does not.
TEST(Ratios, DecideOnWaitsOfReplicationsThatAreShortAndLong) {
  const std::vector<double> base{200.0, 300.0, 500.0, 2000.0, 9000.0};
  const std::vector<double> variant{310.0, 440.0, 760.0, 2950.0, 13600.0};
  const MetricDifference made = of_waits(base, variant);
  EXPECT_LT(*made.difference.low, 0.0);
  ASSERT_TRUE(made.ratio.has_value());
  EXPECT_NEAR(made.ratio->value, 1.5, 0.02);
  EXPECT_GT(*made.ratio->low, 1.4);
  EXPECT_LT(*made.ratio->high, 1.6);
  EXPECT_FALSE(made.by_sign_test);
  EXPECT_EQ(made.verdict, Verdict::worse);
  EXPECT_EQ(of_waits(variant, base).verdict, Verdict::better);
}

TEST(Ratios, AreNotFormedWhereAReplicationWaitsNothing) {
  const MetricDifference made = of_waits({0.0, 300.0, 500.0}, {10.0, 310.0, 510.0});
  EXPECT_FALSE(made.ratio.has_value());
  EXPECT_EQ(made.verdict, Verdict::worse);
}

// Nine replications wait longer, and one so much shorter that the mean does.
TEST(Ratios, ThatPointTheOtherWayThanTheDifferenceShowNothing) {
  std::vector<double> base(9, 100.0);
  std::vector<double> variant{150.0, 151.0, 149.0, 150.0, 152.0, 148.0, 150.0, 151.0, 149.0};
  base.push_back(10000.0);
  variant.push_back(9000.0);
  const MetricDifference made = of_waits(base, variant);
  EXPECT_LT(made.difference.value, 0.0);
  EXPECT_GT(*made.ratio->low, 1.0);
  EXPECT_EQ(made.verdict, Verdict::no_difference_shown);
}

TEST(Ratios, EqualReplicationsDoNotDiffer) {
  const MetricDifference made = of_waits({5.0, 50.0, 500.0}, {5.0, 50.0, 500.0});
  EXPECT_EQ(made.verdict, Verdict::no_difference_shown);
}

/// The mean wait of two designs with other jobs, whose intervals are 9 to 11 s and 19 to 21 s.
MetricDifference of_other_jobs(const std::vector<double>& base,
                               const std::vector<double>& variant) {
  StudyResult before;
  before.replications = std::ssize(base);
  before.estimates["queue_wait_mean_s"] = {.value = 10.0, .low = 9.0, .high = 11.0, .method = "t"};
  StudyResult after;
  after.replications = std::ssize(variant);
  after.estimates["queue_wait_mean_s"] = {.value = 20.0, .low = 19.0, .high = 21.0, .method = "t"};
  return mean_wait({before, replications(base), {}}, {after, replications(variant), {}},
                   Pairing::none);
}

TEST(Ranks, HaveToTellOtherJobsApartToo) {
  const MetricDifference mixed =
      of_other_jobs({5.0, 15.0, 8.0, 12.0, 10.0}, {6.0, 25.0, 9.0, 40.0, 20.0});
  EXPECT_GT(*mixed.difference.low, 0.0);
  EXPECT_FALSE(mixed.ranks_agree);
  EXPECT_EQ(mixed.verdict, Verdict::no_difference_shown);
  EXPECT_EQ(mixed.difference.method, "unpaired: from the intervals of both, and ranks");
  const MetricDifference apart =
      of_other_jobs({9.0, 9.5, 10.0, 10.5, 11.0}, {19.0, 19.5, 20.0, 20.5, 21.0});
  EXPECT_TRUE(apart.ranks_agree);
  EXPECT_EQ(apart.verdict, Verdict::worse);
}

// Three and three differ by chance one time in ten, however far apart they lie.
TEST(Ranks, OfTooFewReplicationsSayNothing) {
  const MetricDifference few = of_other_jobs({5.0, 15.0, 10.0}, {6.0, 25.0, 9.0});
  EXPECT_TRUE(few.ranks_agree);
  EXPECT_EQ(few.verdict, Verdict::worse);
  EXPECT_EQ(few.difference.method, "unpaired: from the intervals of both");
}

}  // namespace
}  // namespace gpuscape
