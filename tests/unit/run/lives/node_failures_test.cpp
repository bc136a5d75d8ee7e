/// Failures as they are drawn.

#include "sim/run/nodes/node_failures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace gpuscape {
namespace {

std::vector<FailingParts> kind(std::uint32_t nodes, double shape = 1.0) {
  FailingParts parts{.name = "node", .mean_time = Seconds(1000.0), .shape = shape, .repair = 10_s};
  for (std::uint32_t node = 0; node < nodes; ++node) parts.units.push_back({{{0, node}}});
  return {parts};
}

/// All nodes below `working` work for one job, and the others are idle.
class FirstNodesWork final : public NodeUse {
 public:
  explicit FirstNodesWork(std::uint32_t working) : working_(working) {}
  [[nodiscard]] bool is_working(const OutageNode& at) const override { return at.node < working_; }
  [[nodiscard]] std::optional<OutageNode> another_of_its_job(const OutageNode& at,
                                                             double draw) const override {
    const auto which = static_cast<std::uint32_t>(draw * (working_ - 1));
    return OutageNode{0, which >= at.node ? which + 1 : which};
  }

 private:
  std::uint32_t working_;
};

std::vector<PlannedOutage> until(const std::vector<FailingParts>& parts, double date,
                                 std::uint64_t seed = 1, std::uint32_t working = 1'000'000) {
  NodeFailures failures(parts, seed, 0);
  std::vector<PlannedOutage> all;
  while (failures.next_date().value_or(kForever) < Seconds(date))
    if (const auto outage = failures.next(FirstNodesWork(working))) all.push_back(*outage);
  return all;
}

// 100 nodes, each up for 1 000 s and away for 10 s on average: 9 901 failures in 100 000 s. Of a
// renewal process with exponential times the number has a standard deviation of about its root.
TEST(NodeFailures, ComeAsOftenAsTheirMeanTimeSays) {
  for (const double shape : {1.0, 3.0}) {
    const auto count = static_cast<double>(until(kind(100, shape), 1e5).size());
    EXPECT_NEAR(count, 1e7 / 1010.0, 4.0 * std::sqrt(1e7 / 1010.0)) << "shape " << shape;
  }
}

// A node that comes back is as new: its age does not hold the time of its repair.
TEST(NodeFailures, AgeBeginsWhenTheRepairEnds) {
  std::vector<FailingParts> parts = kind(100, 4.0);
  parts.front().repair = Seconds(1000.0);
  const auto count = static_cast<double>(until(parts, 1e5).size());
  EXPECT_NEAR(count, 1e7 / 2000.0, 2.0 * std::sqrt(1e7 / 2000.0));
}

TEST(NodeFailures, WithAShapeBelowOneManyComeEarly) {
  const auto early = [](double shape) { return until(kind(1000, shape), 50.0).size(); };
  // 1 - exp(-0.05) = 4.9 % of the nodes; with shape 0.5 the scale is 500 s: 1 - exp(-sqrt(0.1)).
  EXPECT_NEAR(static_cast<double>(early(1.0)), 48.8, 28.0);
  EXPECT_NEAR(static_cast<double>(early(0.5)), 271.0, 70.0);
}

TEST(NodeFailures, BadNodesFailMoreOften) {
  std::vector<FailingParts> parts = kind(1000);
  parts[0].bad_share = 0.2;
  parts[0].bad_factor = 10.0;
  std::map<std::uint32_t, int> of_node;
  for (const PlannedOutage& outage : until(parts, 20'000.0)) ++of_node[outage.nodes[0].node];
  int bad = 0;  // good ones fail 20 times, bad ones 182 times
  for (const auto& [node, times] : of_node) bad += times > 80 ? 1 : 0;
  EXPECT_NEAR(bad, 200, 4.0 * std::sqrt(160.0));
}

TEST(NodeFailures, ManualRepairComesOnTop) {
  std::vector<FailingParts> parts = kind(100);
  parts[0].manual_share = 0.25;
  parts[0].manual = Seconds(100.0);
  double long_ones = 0.0;
  const auto all = until(parts, 5e4);
  for (const PlannedOutage& outage : all) {
    const double repair = (outage.end - outage.begin).value();
    EXPECT_TRUE(std::abs(repair - 10.0) < 1e-6 || std::abs(repair - 110.0) < 1e-6) << repair;
    long_ones += repair > 50.0 ? 1.0 : 0.0;
  }
  EXPECT_NEAR(long_ones / static_cast<double>(all.size()), 0.25, 0.03);
}

// A lognormal time of mean 10 s and sigma 1: the median is 10 exp(-1/2), and the share of repairs
// below the mean that of a normal variable below 1/2. The mean of n has a standard deviation of
// 10 sqrt((e - 1) / n).
TEST(NodeFailures, LognormalRepairsHaveTheirMeanAndTheirMedian) {
  std::vector<FailingParts> parts = kind(100);
  parts[0].repair_is_mean = true;
  parts[0].repair_sigma = 1.0;
  double sum = 0.0;
  double below_mean = 0.0;
  double below_median = 0.0;
  const auto all = until(parts, 1e5);
  const auto count = static_cast<double>(all.size());
  for (const PlannedOutage& outage : all) {
    const double repair = (outage.end - outage.begin).value();
    sum += repair;
    below_mean += repair < 10.0 ? 1.0 / count : 0.0;
    below_median += repair < 10.0 * std::exp(-0.5) ? 1.0 / count : 0.0;
  }
  EXPECT_NEAR(sum / count, 10.0, 4.0 * 10.0 * std::sqrt((std::exp(1.0) - 1.0) / count));
  EXPECT_NEAR(below_mean, 0.6915, 4.0 * 0.5 / std::sqrt(count));
  EXPECT_NEAR(below_median, 0.5, 4.0 * 0.5 / std::sqrt(count));
}

TEST(NodeFailures, NodesThatTwoDesignsShareFailAlike) {
  std::map<std::uint32_t, std::vector<double>> small;
  std::map<std::uint32_t, std::vector<double>> large;
  for (const PlannedOutage& outage : until(kind(4), 1e4))
    small[outage.nodes[0].node].push_back(outage.begin.value());
  for (const PlannedOutage& outage : until(kind(40), 1e4))
    large[outage.nodes[0].node].push_back(outage.begin.value());
  ASSERT_EQ(small.size(), 4U);
  for (const auto& [node, dates] : small) EXPECT_EQ(large[node], dates) << node;
  EXPECT_NE(until(kind(4), 1e4, 2).front().begin, until(kind(4), 1e4, 1).front().begin);
}

// 50 nodes work and 50 are idle: 5e6 node-seconds each, with repairs of 1 % of that.
TEST(NodeFailures, IdleNodesFailMoreSeldom) {
  for (const double shape : {1.0, 2.0}) {
    std::vector<FailingParts> parts = kind(100, shape);
    parts[0].idle_factor = 0.25;
    int idle = 0;
    int busy = 0;
    for (const PlannedOutage& outage : until(parts, 1e5, 1, 50))
      ++(outage.nodes[0].node < 50 ? busy : idle);
    EXPECT_NEAR(busy, 5e6 / 1010.0, 4.0 * std::sqrt(5e6 / 1010.0)) << "shape " << shape;
    // Of a hazard of a quarter: the scale doubles where the shape is 2, and is four times as long
    // where it is 1.
    const double mean = 1000.0 * std::pow(4.0, 1.0 / shape) + 10.0;
    EXPECT_NEAR(idle, 5e6 / mean, 4.0 * std::sqrt(5e6 / mean)) << "shape " << shape;
  }
  std::vector<FailingParts> parts = kind(100);
  parts[0].idle_factor = 0.0;
  for (const PlannedOutage& outage : until(parts, 1e5, 1, 50)) EXPECT_LT(outage.nodes[0].node, 50U);
}

// A bad node fails ten times as often until a repair is successful, which half of them are: two
// failures of each of the 500 bad ones on average, soon.
TEST(NodeFailures, ARepairMakesABadNodeGoodUnlessItFailsSilently) {
  const auto failures = [](double silent) {
    std::vector<FailingParts> parts = kind(1000);
    parts[0].mean_time = Seconds(1e6);
    parts[0].bad_share = 0.5;
    parts[0].bad_factor = 1000.0;
    parts[0].silent_failure = silent;
    return static_cast<double>(until(parts, 2e4).size());
  };
  EXPECT_NEAR(failures(0.0), 500.0 + 20.0, 4.0 * std::sqrt(250.0 + 20.0));
  EXPECT_NEAR(failures(0.5), 1000.0 + 20.0, 4.0 * std::sqrt(250.0 + 1000.0 + 20.0));
  EXPECT_GT(failures(1.0), 9000.0) << "every 1 010 s, for 20 000 s";
}

// Repairs that fail, 40 %, go on in 3 of 4 cases; the others are over after 10 s.
TEST(NodeFailures, APersonGoesOnWithRepairsThatFailed) {
  std::vector<FailingParts> parts = kind(100);
  parts[0].silent_failure = 0.4;
  parts[0].manual_share = 0.75;
  parts[0].manual = Seconds(100.0);
  const auto goes_on = [&](bool failed) {
    parts[0].failed_go_on = failed;
    const auto all = until(parts, 5e4);
    double on = 0.0;
    for (const PlannedOutage& outage : all) on += outage.end - outage.begin > 50_s ? 1.0 : 0.0;
    return on / static_cast<double>(all.size());
  };
  EXPECT_NEAR(goes_on(false), 0.75, 0.03);
  EXPECT_NEAR(goes_on(true), 0.3, 0.03);
}

// The last of 3 has no end: 300 failures of 100 nodes, and no more.
TEST(NodeFailures, ANodeRetiresAfterSoManyFailures) {
  std::vector<FailingParts> parts = kind(100);
  parts[0].retire_after = 3;
  const auto all = until(parts, 1e9);
  ASSERT_EQ(all.size(), 300U);
  int retired = 0;
  for (const PlannedOutage& outage : all) {
    EXPECT_EQ(outage.retires, outage.end == kForever);
    retired += outage.retires ? 1 : 0;
  }
  EXPECT_EQ(retired, 100);
}

// A quarter of the diagnoses name another node, and the one that failed is a bad one from then on.
TEST(NodeFailures, AWrongNodeGoesToRepair) {
  std::vector<FailingParts> parts = kind(100);
  parts[0].wrong_node = 0.25;
  double wrong = 0.0;
  const auto all = until(parts, 1e5, 1, 100);
  for (const PlannedOutage& outage : all) {
    if (outage.mistaken.empty()) continue;
    wrong += 1.0;
    EXPECT_NE(outage.mistaken[0], outage.nodes[0]);
  }
  EXPECT_NEAR(wrong / static_cast<double>(all.size()), 0.25, 0.02);
  EXPECT_NEAR(static_cast<double>(all.size()), 1e7 / 1010.0, 400.0)
      << "the rate of all is as it was";
  parts[0].bad_factor = 50.0;
  EXPECT_GT(until(parts, 1e5, 1, 100).size(), 2 * all.size());
}

}  // namespace
}  // namespace gpuscape
