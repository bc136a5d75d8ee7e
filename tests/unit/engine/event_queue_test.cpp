#include "sim/engine/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace gpuscape {
namespace {

TEST(EventQueue, YieldsEventsByDate) {
  EventQueue queue;
  for (const double date : {3.0, 1.0, 2.0})
    queue.push(Seconds(date), static_cast<std::uint32_t>(date));
  EXPECT_EQ(queue.pop().token(), 1U);
  EXPECT_EQ(queue.pop().token(), 2U);
  EXPECT_EQ(queue.pop().token(), 3U);
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, YieldsEventsOfOneDateInTheOrderInWhichTheyCame) {
  EventQueue queue;
  for (std::uint32_t token = 0; token < 1000; ++token) queue.push(7_s, token);
  for (std::uint32_t token = 0; token < 1000; ++token) ASSERT_EQ(queue.pop().token(), token);
}

TEST(EventQueue, TakesMinusZeroForZero) {
  EventQueue queue;
  queue.push(1_s, 1);
  queue.push(Seconds(-0.0), 2);
  queue.push(0_s, 3);
  EXPECT_EQ(queue.pop().token(), 2U);
  EXPECT_EQ(queue.pop().token(), 3U);
}

TEST(EventQueue, AgreesWithAStableSortOnRandomPushesAndPops) {
  std::mt19937 random(5);
  EventQueue queue;
  std::vector<std::pair<double, std::uint32_t>> oracle;
  for (std::uint32_t step = 0; step < 20000; ++step) {
    if (random() % 3 != 0 || oracle.empty()) {
      const double date = static_cast<double>(random() % 50);
      queue.push(Seconds(date), step);
      oracle.emplace_back(date, step);
    } else {
      const auto first = std::min_element(oracle.begin(), oracle.end());
      ASSERT_EQ(queue.pop().token(), first->second);
      oracle.erase(first);
    }
  }
}

}  // namespace
}  // namespace gpuscape
