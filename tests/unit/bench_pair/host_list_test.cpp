#include "pair/host_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/options.hpp"

namespace gpuscape::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal_of(const std::string& list) {
  try {
    expanded_hosts(list);
  } catch (const UsageFault& fault) {
    return fault.message;
  }
  return "";
}

TEST(HostList, NamesWithoutBracketsStandAsTheyAre) {
  EXPECT_THAT(expanded_hosts("login,gpu-7"), ElementsAre("login", "gpu-7"));
}

TEST(HostList, RangesKeepTheirLeadingZeros) {
  EXPECT_THAT(expanded_hosts("n[08-10,3]"), ElementsAre("n08", "n09", "n10", "n3"));
}

TEST(HostList, TwoBracketsInOneNameMultiply) {
  EXPECT_THAT(expanded_hosts("r[1-2]n[5,7]x"), ElementsAre("r1n5x", "r1n7x", "r2n5x", "r2n7x"));
}

TEST(HostList, WhatIsNoListIsRefusedWithItsFault) {
  EXPECT_THAT(refusal_of("n[1-2"), HasSubstr("a bracket has no partner"));
  EXPECT_THAT(refusal_of("n1]"), HasSubstr("a bracket has no partner"));
  EXPECT_THAT(refusal_of("n[1-x]"), HasSubstr("\"1-x\" in brackets is neither a number"));
  EXPECT_THAT(refusal_of("n[3-2]"), HasSubstr("\"3-2\" runs backwards"));
  EXPECT_THAT(refusal_of("a,,b"), HasSubstr("a name is empty"));
  EXPECT_THAT(refusal_of("n[]"), HasSubstr("\"\" in brackets is neither a number"));
}

// One call for each bracket overflowed the stack.
TEST(HostList, ManyBracketsInOneNameAreRefused) {
  EXPECT_EQ(expanded_hosts("a[1]b[2]c[3]d[4]e[5]f[6]g[7]h[8]").front(), "a1b2c3d4e5f6g7h8");
  std::string list = "n";
  for (int i = 0; i < 40000; ++i) list += "[1]";
  EXPECT_THAT(refusal_of(list), HasSubstr("more than 8 brackets"));
  EXPECT_LT(refusal_of(list).size(), 200U);
}

TEST(HostList, AListOfMegabytesIsRefusedUnread) {
  EXPECT_THAT(refusal_of(std::string(2 << 20, '[')), HasSubstr("longer than a megabyte"));
}

TEST(HostList, ALongRangeEndsAt65536Names) {
  EXPECT_EQ(expanded_hosts("n[1-65536]").size(), 65536U);
  EXPECT_THAT(refusal_of("n[1-65537]"), HasSubstr("too many hosts"));
  EXPECT_THAT(refusal_of("n[1-60000],m[1-60000]"), HasSubstr("too many hosts"));
}

}  // namespace
}  // namespace gpuscape::bench
