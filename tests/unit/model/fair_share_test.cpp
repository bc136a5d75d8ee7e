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

TEST(FairShare, AnAccountBelowAnotherSharesWhatItsParentHas) {
  FairShare tree(kForever);
  const std::size_t phys = tree.add_account(10.0);
  const std::size_t chem = tree.add_account(1.0);
  const std::size_t phys_a = tree.add_account(1.0, phys);
  const std::size_t phys_b = tree.add_account(1.0, phys);
  const std::size_t a = tree.add_user(phys_a, 1.0);
  const std::size_t b = tree.add_user(phys_b, 1.0);
  const std::size_t c = tree.add_user(chem, 1.0);
  tree.hold(a, Charge(3.0), 0_s);
  tree.hold(b, Charge(6.0), 0_s);
  tree.hold(c, Charge(1.0), 0_s);
  tree.update(100_s);
  // phys: (10/11) ÷ (9/10) = 1.0101; chem: (1/11) ÷ (1/10) = 0.909; phys-a: 1/2 ÷ 1/3.
  EXPECT_DOUBLE_EQ(tree.account_level(phys), 100.0 / 99.0);
  EXPECT_DOUBLE_EQ(tree.account_level(chem), 10.0 / 11.0);
  EXPECT_DOUBLE_EQ(tree.account_level(phys_a), 1.5);
  EXPECT_DOUBLE_EQ(tree.account_level(phys_b), 0.75);
  EXPECT_DOUBLE_EQ(tree.factor(a), 3.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(b), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(c), 1.0 / 3.0);
}

TEST(FairShare, UsersAndAccountsOfOneParentAreSiblings) {
  FairShare tree(kForever);
  const std::size_t top = tree.add_account(1.0);
  const std::size_t below = tree.add_account(2.0, top);
  const std::size_t light = tree.add_user(top, 1.0);
  const std::size_t heavy = tree.add_user(top, 1.0);
  const std::size_t deep = tree.add_user(below, 1.0);
  tree.hold(light, Charge(1.0), 0_s);
  tree.hold(deep, Charge(4.0), 0_s);
  tree.hold(heavy, Charge(5.0), 0_s);
  tree.update(10_s);
  // light: 1/4 ÷ 1/10; below: 2/4 ÷ 4/10; heavy: 1/4 ÷ 5/10.
  EXPECT_DOUBLE_EQ(tree.level(light), 2.5);
  EXPECT_DOUBLE_EQ(tree.account_level(below), 1.25);
  EXPECT_DOUBLE_EQ(tree.level(heavy), 0.5);
  EXPECT_DOUBLE_EQ(tree.factor(light), 3.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(deep), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(heavy), 1.0 / 3.0);
}

TEST(FairShare, WhatLiesBelowAccountsThatTieIsOrderedTogether) {
  FairShare tree(kForever);
  const std::size_t a = tree.add_account(1.0);
  const std::size_t b = tree.add_account(1.0);
  const std::size_t a_little = tree.add_user(a, 1.0);
  const std::size_t a_much = tree.add_user(a, 1.0);
  const std::size_t b_one = tree.add_user(b, 1.0);
  const std::size_t b_other = tree.add_user(b, 1.0);
  tree.hold(a_little, Charge(1.0), 0_s);
  tree.hold(a_much, Charge(3.0), 0_s);
  tree.hold(b_one, Charge(2.0), 0_s);
  tree.hold(b_other, Charge(2.0), 0_s);
  tree.update(100_s);
  EXPECT_DOUBLE_EQ(tree.factor(a_little), 4.0 / 4.0);  // 1/2 ÷ 1/4
  EXPECT_DOUBLE_EQ(tree.factor(b_one), 3.0 / 4.0);     // 1/2 ÷ 1/2
  EXPECT_DOUBLE_EQ(tree.factor(b_other), 3.0 / 4.0);
  EXPECT_DOUBLE_EQ(tree.factor(a_much), 1.0 / 4.0);  // 1/2 ÷ 3/4; two places were taken
}

TEST(FairShare, AUserThatTiesWithAnAccountHasThePlaceOfTheFirstBelowIt) {
  FairShare tree(kForever);
  const std::size_t top = tree.add_account(1.0);
  const std::size_t below = tree.add_account(1.0, top);
  const std::size_t user = tree.add_user(top, 1.0);
  const std::size_t first = tree.add_user(below, 1.0);
  const std::size_t second = tree.add_user(below, 1.0);
  tree.hold(user, Charge(4.0), 0_s);
  tree.hold(first, Charge(1.0), 0_s);
  tree.hold(second, Charge(3.0), 0_s);
  tree.update(100_s);
  EXPECT_DOUBLE_EQ(tree.factor(user), 3.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(first), 3.0 / 3.0);
  EXPECT_DOUBLE_EQ(tree.factor(second), 1.0 / 3.0);
}

TEST(FairShare, AChainOfAHundredThousandAccountsIsOneUser) {
  FairShare tree(kForever);
  std::size_t account = FairShare::kRoot;
  for (int i = 0; i < 100'000; ++i) account = tree.add_account(1.0, account);
  const std::size_t deep = tree.add_user(account, 1.0);
  const std::size_t idle = tree.add_user(FairShare::kRoot, 1.0);
  tree.hold(deep, Charge(1.0), 0_s);
  tree.update(100_s);
  EXPECT_EQ(tree.factor(idle), 1.0);
  EXPECT_EQ(tree.factor(deep), 0.5);
}

}  // namespace
}  // namespace gpuscape
