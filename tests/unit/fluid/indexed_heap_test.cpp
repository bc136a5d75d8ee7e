#include "sim/engine/indexed_heap.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

namespace gpuscape {
namespace {

struct ByItem {
  bool operator()(const HeapEntry& a, const HeapEntry& b) const { return a.item < b.item; }
};
using Heap = IndexedHeap<ByItem>;

TEST(IndexedHeap, OrdersByKeyThenByTieBreak) {
  Heap heap{ByItem{}};
  for (const std::uint32_t item : {4U, 2U, 3U, 1U}) heap.set(item, item == 4 ? 1.0 : 2.0);
  for (const std::uint32_t item : {4U, 1U, 2U, 3U}) {
    ASSERT_EQ(heap.top().item, item);
    heap.erase(item);
  }
  EXPECT_TRUE(heap.empty());
}

TEST(IndexedHeap, AgreesWithASortedSetOnRandomChanges) {
  std::mt19937 random(5);
  Heap heap{ByItem{}};
  std::set<std::pair<double, std::uint32_t>> sorted;
  std::map<std::uint32_t, double> keys;
  for (int step = 0; step < 50'000; ++step) {
    const auto item = static_cast<std::uint32_t>(random() % 200);
    if (keys.contains(item)) sorted.erase({keys[item], item});
    keys.erase(item);
    if (random() % 3 == 0) {
      heap.erase(item);
    } else {
      keys[item] = static_cast<double>(random() % 30);
      sorted.emplace(keys[item], item);
      heap.set(item, keys[item]);
    }
    ASSERT_EQ(heap.empty(), sorted.empty());
    if (sorted.empty()) continue;
    ASSERT_EQ(heap.top().item, sorted.begin()->second);
  }
}

}  // namespace
}  // namespace gpuscape
