#include "sim/sharing/neighbours.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

GpuUse use(double multiprocessors, double memory = 0.0, double l2 = 0.0, double power = 0.0) {
  return {Ratio(multiprocessors), Ratio(memory), Ratio(l2), Watts(power)};
}

double pace(const std::vector<GpuUse>& jobs, std::size_t of, const GpuContention& with = {}) {
  return neighbour_paces(jobs, with)[of].value();
}

TEST(Neighbours, CostNothingWhileTheGpuHasRoom) {
  EXPECT_DOUBLE_EQ(pace({use(0.4, 0.5), use(0.6, 0.5)}, 0), 1.0);
  EXPECT_DOUBLE_EQ(pace({use(1.0, 1.0)}, 0), 1.0);
  EXPECT_DOUBLE_EQ(pace({use(0.0), use(1.0)}, 0), 1.0);
}

// 0.8 and 0.8 of the multiprocessors: a half each, 0.625 of the pace alone.
TEST(Neighbours, ShareMultiprocessorsAndBandwidthMaxMinFair) {
  EXPECT_DOUBLE_EQ(pace({use(0.8), use(0.8)}, 0), 0.625);
  EXPECT_DOUBLE_EQ(pace({use(0.2), use(1.0)}, 0), 1.0);
  EXPECT_DOUBLE_EQ(pace({use(0.2), use(1.0)}, 1), 0.8);
  EXPECT_DOUBLE_EQ(pace({use(0.1, 0.8), use(0.1, 0.8)}, 1), 0.625);
}

// A neighbour with half of L2 and a slope of 0.4: 1.2 times as long.
TEST(Neighbours, CostTheirUseOfTheCache) {
  const GpuContention contention{.l2_slope = 0.4};
  EXPECT_DOUBLE_EQ(pace({use(0.3, 0.0, 0.1), use(0.3, 0.0, 0.5)}, 0, contention), 1.0 / 1.2);
  EXPECT_DOUBLE_EQ(pace({use(0.3, 0.0, 0.1), use(0.3, 0.0, 0.5)}, 1, contention), 1.0 / 1.04);
}

// 50 + 200 + 200 W above a cap of 400 W by 50, each a thousandth of the clock.
TEST(Neighbours, LowerTheClockAboveTheCap) {
  const GpuContention capped{.idle = Watts(50.0), .cap = Watts(400.0), .clock_per_watt = 1e-3};
  EXPECT_DOUBLE_EQ(pace({use(0.4, 0, 0, 200), use(0.4, 0, 0, 200)}, 0, capped), 0.95);
  EXPECT_DOUBLE_EQ(pace({use(0.4, 0, 0, 200), use(0.4, 0, 0, 150)}, 0, capped), 1.0);
}

TEST(Neighbours, NeverUseMoreThanTheGpuInAThousandMixes) {
  std::mt19937 random(4);
  const auto any = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  for (int i = 0; i < 1000; ++i) {
    std::vector<GpuUse> jobs(1 + random() % 8);
    for (GpuUse& job : jobs) job = use(any(), any(), any(), 300.0 * any());
    const auto paces = neighbour_paces(
        jobs, {.l2_slope = any(), .idle = Watts(50), .cap = Watts(400), .clock_per_watt = 1e-3});
    Ratio processors(0.0);
    Ratio memory(0.0);
    for (std::size_t k = 0; k < jobs.size(); ++k) {
      EXPECT_GT(paces[k].value(), 0.0);
      EXPECT_LE(paces[k].value(), 1.0);
      processors += jobs[k].multiprocessors * paces[k].value();
      memory += jobs[k].memory_bandwidth * paces[k].value();
    }
    EXPECT_LE(processors.value(), 1.0 + 1e-9);
    EXPECT_LE(memory.value(), 1.0 + 1e-9);
  }
}

TEST(Neighbours, NonsenseIsRefused) {
  EXPECT_THROW((void)pace({use(1.1)}, 0), InternalError);
  EXPECT_THROW((void)pace({use(0.1, -0.1)}, 0), InternalError);
  EXPECT_THROW((void)pace({use(0.1)}, 0, {.l2_slope = -1.0}), InternalError);
  EXPECT_TRUE(neighbour_paces({}, {}).empty());
}

}  // namespace
}  // namespace gpuscape
