/// Fair shares of a tree of queues, each worked out by hand.

#include <gmock/gmock.h>

#include "models/scheduler/quota/tree.hpp"

namespace gpuscape::quota {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kGpu = 1000;

QueueSettings queue(double deserved, double weight = 1.0, std::int64_t priority = 100) {
  QueueSettings made;
  made.priority = priority;
  made.deserved[0] = static_cast<std::int64_t>(deserved * kGpu);
  made.weight[0] = weight;
  return made;
}

QueueSettings limited(QueueSettings made, std::int64_t limit) {
  made.limit[0] = limit * kGpu;
  return made;
}

QueueSettings below(std::size_t parent, QueueSettings made) {
  made.parent = parent;
  return made;
}

/// Fair shares in GPUs of all queues, where those without others below them ask for `asked`.
std::vector<double> shares(Settings settings, std::int64_t gpus, const std::vector<double>& asked) {
  QuotaTree tree(settings);
  tree.set_total({gpus * kGpu, 0, 0});
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (tree.is_leaf(i)) tree.ask(i, {static_cast<std::int64_t>(asked[i] * kGpu), 0, 0}, 1);
  EXPECT_TRUE(tree.divide());
  std::vector<double> fair;
  for (std::size_t i = 0; i < tree.root(); ++i)
    fair.push_back(static_cast<double>(tree[i].fair[0]) / kGpu);
  return fair;
}

Settings of(std::vector<QueueSettings> queues) {
  Settings settings;
  settings.queues = std::move(queues);
  return settings;
}

TEST(FairShares, WhatOneQueueDoesNotAskForGoesToTheOther) {
  EXPECT_THAT(shares(of({queue(6), queue(4)}), 10, {4, 20}), ElementsAre(4, 6));
}

TEST(FairShares, WhatNobodyDeservesIsDividedByWeight) {
  EXPECT_THAT(shares(of({queue(0, 3), queue(0, 1)}), 12, {20, 20}), ElementsAre(9, 3));
}

// Misread: a weight is a part of what nobody deserves, not of the cluster. 8 − 4 are left: 1 and 3.
TEST(FairShares, AWeightSaysNothingOfWhatIsDeserved) {
  EXPECT_THAT(shares(of({queue(4, 1), queue(0, 3)}), 8, {20, 20}), ElementsAre(5, 3));
}

// 10 ÷ 3: three each, and the last one to the queue that is named first.
TEST(FairShares, TheLastGpuGoesToTheOlderOfEqualQueues) {
  EXPECT_THAT(shares(of({queue(0), queue(0), queue(0)}), 10, {20, 20, 20}), ElementsAre(4, 3, 3));
}

// 10 GPUs by weights 1, 1, 2.9: 2.04, 2.04, 5.92: the last one to the largest remainder.
TEST(FairShares, TheLastGpuGoesToTheLargestRemainder) {
  EXPECT_THAT(shares(of({queue(0, 1), queue(0, 1), queue(0, 2.9)}), 10, {20, 20, 20}),
              ElementsAre(2, 2, 6));
}

// Four each: the first takes 2 of them, and the 2 that it leaves are divided again.
TEST(FairShares, WhatASatisfiedQueueLeavesIsDividedAgain) {
  EXPECT_THAT(shares(of({queue(0), queue(0), queue(0)}), 12, {2, 20, 20}), ElementsAre(2, 5, 5));
}

TEST(FairShares, AHigherPriorityIsServedFirstBeyondWhatIsDeserved) {
  EXPECT_THAT(shares(of({queue(2), queue(0, 1, 200)}), 10, {20, 7}), ElementsAre(3, 7));
}

TEST(FairShares, WithoutWeightNothingBeyondWhatIsDeserved) {
  EXPECT_THAT(shares(of({queue(2, 0), queue(2, 1)}), 10, {20, 20}), ElementsAre(2, 8));
}

TEST(FairShares, NobodyGetsMoreThanALimit) {
  EXPECT_THAT(shares(of({limited(queue(2), 5), queue(0)}), 20, {20, 8}), ElementsAre(5, 8));
}

TEST(FairShares, WhoDeservesAllGetsAllThatItAsksFor) {
  Settings settings = of({queue(0), queue(0)});
  settings.queues[0].deserved[0] = kAll;
  EXPECT_THAT(shares(settings, 10, {9, 20}), ElementsAre(9, 1));
}

// Sums beyond the capacity are not checked: both get what they deserve.
TEST(FairShares, MayBeDeservedTwice) {
  EXPECT_THAT(shares(of({queue(8), queue(8)}), 10, {20, 20}), ElementsAre(8, 8));
}

// The department gets 4 of what nobody deserves beside its 4, as its sibling gets 4 of 12;
// its teams have 3 and 1 of its 4 + 4 by what they deserve and half of the rest each.
TEST(FairShares, AreDividedLevelByLevel) {
  const Settings settings = of({queue(4), queue(0), below(0, queue(3)), below(0, queue(1))});
  EXPECT_THAT(shares(settings, 12, {0, 20, 20, 20}), ElementsAre(8, 4, 5, 3));
}

// A queue cannot use more than its limit: its parent claims no more for it.
TEST(FairShares, AParentAsksForNoMoreThanItsChildrenMayHold) {
  const Settings settings = of({queue(0), queue(0), below(0, limited(queue(0), 2))});
  EXPECT_THAT(shares(settings, 12, {0, 20, 20}), ElementsAre(2, 10, 2));
}

TEST(FairShares, ResourcesAreDividedEachForItself) {
  Settings settings = of({queue(0), queue(0)});
  settings.queues[0].deserved[1] = 2000;
  settings.queues[1].deserved[1] = 0;
  QuotaTree tree(settings);
  tree.set_total({8 * kGpu, 10000, 0});
  tree.ask(0, {20 * kGpu, 4000, 0}, 1);
  tree.ask(1, {2 * kGpu, 20000, 0}, 1);
  tree.divide();
  EXPECT_THAT(tree[0].fair, ElementsAre(6 * kGpu, 4000, 0));
  EXPECT_THAT(tree[1].fair, ElementsAre(2 * kGpu, 6000, 0));
}

// Weights are halves. The first held half of the cluster for ever: 0.5 + 1 × (0.5 − 0.5) against
// 0.5 + 1 × 0.5, which is one to two: 3.33 and 6.67 of 10.
TEST(FairShares, PastUseCountsAgainstAQueue) {
  Settings settings = of({queue(0), queue(0)});
  settings.use_weight = 1.0;
  settings.half_life = Seconds(100.0);
  QuotaTree tree(settings);
  tree.set_total({10 * kGpu, 0, 0});
  tree.ask(0, {20 * kGpu, 0, 0}, 1);
  tree.ask(1, {20 * kGpu, 0, 0}, 1);
  tree.hold(0, {5 * kGpu, 0, 0}, true, 1);
  tree.age(Seconds(1e6));
  tree.divide();
  EXPECT_DOUBLE_EQ(tree[0].used[0], 0.5);
  EXPECT_EQ(tree[0].fair[0], 3 * kGpu);
  EXPECT_EQ(tree[1].fair[0], 7 * kGpu);
  // Half a half-life of nothing afterwards: 0.5 ÷ √2.
  tree.hold(0, {5 * kGpu, 0, 0}, true, -1);
  tree.age(Seconds(1e6 + 50.0));
  EXPECT_NEAR(tree[0].used[0], 0.5 / std::sqrt(2.0), 1e-12);
}

// A queue that asks for more than its share asks for one more: nobody's share changes, and none is
// found anew.
TEST(FairShares, AreFoundAnewOnlyWhereTheyMayChange) {
  const Settings settings = of({queue(2), queue(0)});
  QuotaTree tree(settings);
  tree.set_total({8 * kGpu, 0, 0});
  tree.ask(0, {20 * kGpu, 0, 0}, 1);
  tree.ask(1, {1 * kGpu, 0, 0}, 1);
  EXPECT_TRUE(tree.divide());
  tree.ask(0, {1 * kGpu, 0, 0}, 1);
  EXPECT_FALSE(tree.divide());
  tree.ask(1, {1 * kGpu, 0, 0}, 1);
  EXPECT_TRUE(tree.divide());
  EXPECT_EQ(tree[0].fair[0], 6 * kGpu);
}

TEST(FairShares, AQueueIsSureOfTheLargerOfShareAndDeservedBelowItsLimit) {
  const Settings settings = of({limited(queue(3), 4), queue(0)});
  QuotaTree tree(settings);
  tree.set_total({8 * kGpu, 0, 0});
  tree.ask(0, {1 * kGpu, 0, 0}, 1);
  tree.divide();
  EXPECT_EQ(tree[0].fair[0], 1 * kGpu);
  EXPECT_EQ(tree.allocatable(0)[0], 3 * kGpu);
  tree.ask(0, {9 * kGpu, 0, 0}, 1);
  tree.divide();
  EXPECT_EQ(tree.allocatable(0)[0], 4 * kGpu);
}

}  // namespace
}  // namespace gpuscape::quota
