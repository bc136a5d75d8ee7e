#include "sim/base/stop_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "sim/base/interrupted.hpp"

namespace gpuscape {
namespace {

std::vector<double> mixed(std::size_t count) {
  std::mt19937 random(7);
  std::vector<double> values(count);
  for (double& value : values) value = static_cast<double>(random() % 50'000);
  return values;
}

TEST(StopCheck, LooksAtStopsThatComeAfterIt) {
  std::stop_source source;
  const StopCheck check(source.get_token());
  EXPECT_NO_THROW(check.look());
  source.request_stop();
  EXPECT_THROW(check.look(), Interrupted);
  EXPECT_THROW(check.look_at(8192), Interrupted);
  EXPECT_NO_THROW(check.look_at(8191));
  EXPECT_NO_THROW(StopCheck(source.get_token()).look());
}

TEST(SortValues, OrdersPiecesOfEverySize) {
  for (const std::size_t count : {0UL, 1UL, 32'768UL, 32'769UL, 65'536UL, 100'003UL, 262'145UL}) {
    std::vector<double> values = mixed(count);
    std::vector<double> expected = values;
    std::sort(expected.begin(), expected.end());
    sort_values(values, StopCheck());
    EXPECT_EQ(values, expected) << count;
  }
}

TEST(SortValues, ObeysAStop) {
  std::stop_source source;
  const StopCheck check(source.get_token());
  source.request_stop();
  std::vector<double> values = mixed(10);
  EXPECT_THROW(sort_values(values, check), Interrupted);
}

}  // namespace
}  // namespace gpuscape
