#include "sim/platform/node_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace gpuscape {
namespace {

GroupNode next_in(const std::set<std::uint32_t>& oracle, std::uint32_t from) {
  const auto at = oracle.lower_bound(from);
  return at == oracle.end() ? GroupNode::none() : GroupNode(*at);
}

class NodeSetOf : public testing::TestWithParam<std::uint32_t> {};

TEST_P(NodeSetOf, FindsTheSameMembersAsAnOrderedSet) {
  const std::uint32_t capacity = GetParam();
  std::mt19937 random(capacity);
  NodeSet set(capacity);
  std::set<std::uint32_t> oracle;
  for (int step = 0; step < 4000; ++step) {
    const auto member = static_cast<std::uint32_t>(random() % capacity);
    ASSERT_EQ(set.contains(member), oracle.count(member) == 1);
    set.contains(member) ? set.erase(member) : set.insert(member);
    oracle.count(member) == 1 ? void(oracle.erase(member)) : void(oracle.insert(member));
    const auto from = static_cast<std::uint32_t>(random() % (capacity + 1));
    ASSERT_EQ(set.next(from), next_in(oracle, from));
    ASSERT_EQ(set.size(), oracle.size());
    ASSERT_EQ(set.last(), oracle.empty() ? GroupNode::none() : GroupNode(*oracle.rbegin()));
    const auto to = static_cast<std::uint32_t>(random() % (capacity + 1));
    if (from <= to) {
      ASSERT_EQ(set.count(from, to),
                std::distance(oracle.lower_bound(from), oracle.lower_bound(to)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, NodeSetOf,
                         testing::Values(1U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 300000U));

}  // namespace
}  // namespace gpuscape
