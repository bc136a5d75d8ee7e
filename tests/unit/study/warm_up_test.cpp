#include "sim/study/warm_up.hpp"

#include <gtest/gtest.h>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

std::vector<double> ramp_then_level(std::size_t ramp, std::size_t size) {
  std::vector<double> series;
  for (std::size_t i = 0; i < size; ++i) {
    const double level = i < ramp ? static_cast<double>(i) / static_cast<double>(ramp) : 1.0;
    series.push_back(level + (i % 2 == 0 ? 0.01 : -0.01));
  }
  return series;
}

TEST(Mser5, DropsTheRamp) {
  const auto dropped = mser5(ramp_then_level(100, 1000));
  ASSERT_TRUE(dropped.has_value());
  EXPECT_GE(*dropped, 85U);
  EXPECT_LE(*dropped, 105U);
}

TEST(Mser5, DropsNothingFromALevelSeries) { EXPECT_EQ(mser5(ramp_then_level(0, 1000)), 0U); }

TEST(Mser5, FindsNothingInASeriesThatRisesToItsEnd) {
  EXPECT_EQ(mser5(ramp_then_level(1000, 1000)), std::nullopt);
}

TEST(Mser5, FindsNothingInAFewValues) { EXPECT_EQ(mser5(ramp_then_level(0, 19)), std::nullopt); }

TEST(GpusInSystem, AveragesWhatIsHeldAndWaitedForOverEachStep) {
  RunBuilder builder(4);
  builder.job(0.0, 5.0, 2, 0.0).job(10.0, 10.0, 4, 15.0);  // waits from 10 to 15, runs until 25
  const std::vector<double> series = gpus_in_system(builder.result(), Seconds(40.0), 4);
  EXPECT_EQ(series, (std::vector<double>{1.0, 4.0, 2.0, 0.0}));
}

}  // namespace
}  // namespace gpuscape
