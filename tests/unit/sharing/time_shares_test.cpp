#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/sharing/compute_caps.hpp"
#include "sim/sharing/vgpu_share.hpp"

namespace gpuscape {
namespace {

using enum VgpuScheduler;

// NVIDIA's documentation: of a GPU that holds at most 8, 4 run.
TEST(VgpuShare, OfBusyOnesIsOneInNAndOneInMost) {
  const VgpuCounts all_busy{.busy = 4, .running = 4, .most = 8};
  EXPECT_DOUBLE_EQ(vgpu_share(best_effort, all_busy).value(), 1.0 / 4.0);
  EXPECT_DOUBLE_EQ(vgpu_share(equal_share, all_busy).value(), 1.0 / 4.0);
  EXPECT_DOUBLE_EQ(vgpu_share(fixed_share, all_busy).value(), 1.0 / 8.0);
  const VgpuCounts one_busy{.busy = 1, .running = 4, .most = 8};
  EXPECT_DOUBLE_EQ(vgpu_share(best_effort, one_busy).value(), 1.0);
  EXPECT_DOUBLE_EQ(vgpu_share(equal_share, one_busy).value(), 1.0 / 4.0);
  EXPECT_DOUBLE_EQ(vgpu_share(fixed_share, one_busy).value(), 1.0 / 8.0);
}

TEST(VgpuShare, MoreBusyThanRunningOrThanFitAreRefused) {
  EXPECT_THROW((void)vgpu_share(equal_share, {0, 4, 8}), InternalError);
  EXPECT_THROW((void)vgpu_share(equal_share, {5, 4, 8}), InternalError);
  EXPECT_THROW((void)vgpu_share(equal_share, {4, 9, 8}), InternalError);
  EXPECT_NO_THROW((void)vgpu_share(equal_share, {8, 8, 8}));
}

TEST(VgpuShare, SlicesAreTwoMillisecondsUpToEight) {
  EXPECT_DOUBLE_EQ(vgpu_slice(8).value(), 2e-3);
  EXPECT_DOUBLE_EQ(vgpu_slice(9).value(), 1e-3);
  EXPECT_THROW((void)vgpu_slice(0), InternalError);
  EXPECT_DOUBLE_EQ(mean_start_latency(4, vgpu_slice(8)).value(), 3e-3);
  EXPECT_DOUBLE_EQ(mean_start_latency(1, vgpu_slice(8)).value(), 0.0);
}

// A switch of 0.2 ms in slices of 2 ms: of the time 10 % are lost.
TEST(TimeSlices, LoseASwitchInEverySlice) {
  EXPECT_DOUBLE_EQ(switch_loss(Seconds(0.2e-3), Seconds(2e-3)).value(), 0.1);
  EXPECT_DOUBLE_EQ(time_slice_share(3, Seconds(2e-3), Seconds(0.2e-3)).value(), 0.3);
  EXPECT_DOUBLE_EQ(time_slice_share(1, Seconds(2e-3), Seconds(0.2e-3)).value(), 1.0);
  EXPECT_THROW((void)switch_loss(Seconds(2e-3), Seconds(2e-3)), InternalError);
  EXPECT_THROW((void)switch_loss(Seconds(-1e-3), Seconds(2e-3)), InternalError);
  EXPECT_THROW((void)time_slice_share(0, Seconds(2e-3), Seconds(0.0)), InternalError);
}

std::vector<double> numbers(const std::vector<Ratio>& shares) {
  std::vector<double> all;
  for (const Ratio share : shares) all.push_back(share.value());
  return all;
}

std::vector<Ratio> caps(std::initializer_list<double> values) {
  std::vector<Ratio> all;
  for (const double value : values) all.emplace_back(value);
  return all;
}

MATCHER_P(IsClose, values, "") {
  return testing::Matches(testing::Pointwise(testing::DoubleNear(1e-9), values))(numbers(arg));
}

TEST(ComputeCaps, ACapIsACeiling) {
  EXPECT_THAT(capped_shares(caps({0.3, 0.5})), IsClose(std::vector{0.3, 0.5}));
  EXPECT_THAT(capped_shares(caps({0.3})), IsClose(std::vector{0.3}));
  EXPECT_THAT(capped_shares(caps({1.0, 1.0})), IsClose(std::vector{0.5, 0.5}));
  // 0.2 is below a third; the others share 0.8.
  EXPECT_THAT(capped_shares(caps({1.0, 0.2, 0.7})), IsClose(std::vector{0.4, 0.2, 0.4}));
  EXPECT_TRUE(capped_shares({}).empty());
  EXPECT_THROW((void)capped_shares(caps({1.01})), InternalError);
  EXPECT_THROW((void)capped_shares(caps({0.0, 0.5})), InternalError);
}

// HAMi's issues: 30 and 70 % on 188 multiprocessors gave 46 and 54 %.
TEST(TokenBucket, KeepsCapsInPart) {
  EXPECT_THAT(bucket_shares(caps({0.3, 0.7}), {188}), IsClose(std::vector{0.46, 0.54}));
  // 94 are half as many: a quarter of the slack.
  EXPECT_THAT(bucket_shares(caps({0.3, 0.7}), {94}), IsClose(std::vector{0.34, 0.66}));
  EXPECT_DOUBLE_EQ(bucket_slack(188), 0.8);
  EXPECT_DOUBLE_EQ(bucket_slack(400), 1.0);
  EXPECT_THROW((void)bucket_slack(0), InternalError);
}

TEST(TokenBucket, IsOffForAProcessAloneUnlessForced) {
  EXPECT_THAT(bucket_shares(caps({0.3}), {108}), IsClose(std::vector{1.0}));
  EXPECT_THAT(bucket_shares(caps({0.3}), {.multiprocessors = 108, .is_forced = true}),
              IsClose(std::vector{0.3}));
  EXPECT_THROW((void)bucket_shares(caps({0.6, 0.6}), {108}), InternalError);
}

TEST(TokenBucket, NeverGivesMoreThanTheGpu) {
  for (const std::uint32_t processors : {1U, 80U, 188U, 1000U}) {
    double sum = 0.0;
    for (const Ratio share : bucket_shares(caps({0.1, 0.2, 0.05}), {processors}))
      sum += share.value();
    EXPECT_GE(sum, 0.35 - 1e-12);
    EXPECT_LE(sum, 1.0 + 1e-12);
  }
}

}  // namespace
}  // namespace gpuscape
