#include "sim/scheduling/fair_share.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(FairShare, WhoeverUsedLessOfItsShareComesFirst) {
  FairShare tree(kForever);
  const std::size_t account = tree.add_account(1.0);
  const std::size_t busy = tree.add_user(account, 1.0);
  const std::size_t idle = tree.add_user(account, 1.0);
  tree.hold(busy, Charge(4.0), 0_s);
  tree.update(100_s);
  EXPECT_EQ(tree.usage(busy), 400.0);
  EXPECT_EQ(tree.factor(idle), 1.0);
  EXPECT_EQ(tree.factor(busy), 0.5);
}

TEST(FairShare, AccountsAreComparedBeforeTheirUsers) {
  // The second account has used less of its share, so all its users come first.
  FairShare tree(kForever);
  const std::size_t first = tree.add_account(1.0);
  const std::size_t second = tree.add_account(1.0);
  const std::size_t light = tree.add_user(first, 1.0);
  const std::size_t heavy = tree.add_user(first, 1.0);
  const std::size_t middle = tree.add_user(second, 1.0);
  tree.hold(light, Charge(1.0), 0_s);
  tree.hold(heavy, Charge(9.0), 0_s);
  tree.hold(middle, Charge(5.0), 0_s);
  tree.update(100_s);
  EXPECT_DOUBLE_EQ(tree.factor(middle), 3.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(light), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(heavy), 1.0 / 3.0);
}

TEST(FairShare, ALargerShareBearsMoreUsage) {
  FairShare tree(kForever);
  const std::size_t large = tree.add_account(3.0);
  const std::size_t small = tree.add_account(1.0);
  const std::size_t a = tree.add_user(large, 1.0);
  const std::size_t b = tree.add_user(small, 1.0);
  tree.hold(a, Charge(2.0), 0_s);
  tree.hold(b, Charge(1.0), 0_s);
  tree.update(100_s);  // 2/3 of the usage on 3/4 of the shares, 1/3 on 1/4
  EXPECT_GT(tree.factor(a), tree.factor(b));
}

TEST(FairShare, UsageFadesByHalfInAHalfLife) {
  FairShare tree(1000_s);
  const std::size_t user = tree.add_user(tree.add_account(1.0), 1.0);
  tree.hold(user, Charge(1.0), 0_s);
  tree.hold(user, Charge(0.0), 100_s);
  tree.update(100_s);
  const double before = tree.usage(user);
  tree.update(1100_s);
  EXPECT_DOUBLE_EQ(tree.usage(user), before / 2.0);
}

TEST(FairShare, WhoTiesHasOneFactor) {
  FairShare tree(kForever);
  const std::size_t a = tree.add_user(tree.add_account(1.0), 1.0);
  const std::size_t b = tree.add_user(tree.add_account(1.0), 1.0);
  tree.update(100_s);
  EXPECT_EQ(tree.factor(a), 1.0);
  EXPECT_EQ(tree.factor(b), 1.0);
}

}  // namespace
}  // namespace gpuscape
