#include "sim/sharing/mps_law.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// A model whose host takes 4 ms for a batch, and whose GPU takes 2 ms + 2 ms an item ÷ slices;
/// nothing overlaps with anything less than the greater of the two.
std::vector<SoloRow> made_rows() {
  std::vector<SoloRow> rows;
  for (const std::uint32_t slices : {1U, 2U, 7U})
    for (const std::uint32_t batch : {1U, 2U, 4U, 8U, 16U, 32U, 64U}) {
      const double gpu = (2e-3 + 2e-3 * batch) / slices;
      rows.push_back({slices, batch, batch / std::max(4e-3, gpu)});
    }
  return rows;
}

/// Host and GPU overlap wholly, copies take nothing, hosts do not slow each other down.
MpsConstants bare() {
  return {.sharpness = 200.0, .host_alone = 0.0, .copy = Seconds(0.0), .host_slowdown = 0.0};
}

TEST(MpsLaw, FindsTheTimesThatItsRowsWereMadeOf) {
  const SoloFit fit = MpsLaw(made_rows(), bare()).fit();
  EXPECT_NEAR(fit.host.value(), 4e-3, 1e-4);
  EXPECT_NEAR(fit.per_item.value(), 2e-3, 1e-4);
  EXPECT_NEAR(fit.start.value(), 2e-3, 3e-4);
  EXPECT_NEAR(fit.speed.at(2), 2.0, 0.1);
  EXPECT_NEAR(fit.speed.at(7), 7.0, 0.3);
  EXPECT_LT(fit.error, 0.01);
}

// On 7 slices batches of 2 take the GPU 0.86 ms and the host 4 ms: four processes launch 2 000 a
// second, eight would launch 4 000, and the GPU computes 2 ÷ 0.857 ms = 2 333.
TEST(MpsLaw, ProcessesAddUpUntilTheGpuIsFull) {
  const MpsLaw law(made_rows(), bare());
  EXPECT_NEAR(law.forecast(7, 2, 4)->per_second, 2000.0, 20.0);
  EXPECT_NEAR(law.forecast(7, 2, 8)->per_second, 2333.0, 120.0);
  EXPECT_NEAR(law.forecast(7, 2, 8)->share_of_gpu, 1.0, 0.01);
  EXPECT_NEAR(law.forecast(7, 2, 4)->share_of_gpu, 2000.0 / 2333.0, 0.05);
  EXPECT_NEAR(law.forecast(7, 2, 4)->per_second_of_process, 500.0, 5.0);
  EXPECT_NEAR(law.forecast(7, 2, 4)->latency.value(), 4e-3, 4e-5);
}

TEST(MpsLaw, OneProcessIsItsOwnRow) {
  const MpsLaw law(made_rows());
  const auto one = law.forecast(2, 8, 1);
  EXPECT_DOUBLE_EQ(one->per_second, 8.0 / 9e-3);
  EXPECT_TRUE(one->is_measured);
  EXPECT_FALSE(law.forecast(2, 8, 2)->is_measured);
  EXPECT_FALSE(law.forecast(2, 9, 1)->is_measured);
  EXPECT_NEAR(law.forecast(2, 9, 1)->per_second, 9.0 / 10e-3, 40.0);
  EXPECT_EQ(law.forecast(3, 8, 1), std::nullopt);
}

TEST(MpsLaw, ThroughputLiesBetweenOneProcessAndAllOfThemAlone) {
  const MpsLaw law(made_rows());
  for (const std::uint32_t slices : {1U, 2U, 7U})
    for (const std::uint32_t batch : {1U, 8U, 64U})
      for (std::uint32_t n = 2; n <= 5; ++n) {
        const double one = law.forecast(slices, batch, 1)->per_second;
        const double all = law.forecast(slices, batch, n)->per_second;
        EXPECT_LE(all, n * one) << slices << " " << batch << " " << n;
        EXPECT_GE(all, 0.85 * one) << slices << " " << batch << " " << n;
      }
}

TEST(MpsLaw, RowsThatGiveNoLawAreNamed) {
  const SoloRow good{1, 1, 10.0};
  const std::vector<SoloRow> few{good, {1, 2, 20.0}};
  EXPECT_THAT(fault_of_solo_rows(few), HasSubstr("three rows"));
  const auto with = [&](SoloRow last) {
    const std::vector<SoloRow> rows{good, {2, 1, 20.0}, last};
    return fault_of_solo_rows(rows);
  };
  EXPECT_EQ(with({1, 2, 15.0}), "");
  EXPECT_THAT(with({1, 2, 0.0}), HasSubstr("throughput"));
  EXPECT_THAT(with({1, 0, 15.0}), HasSubstr("item"));
  EXPECT_THAT(with({17, 2, 15.0}), HasSubstr("slices"));
  EXPECT_THAT(with({1, 1, 15.0}), HasSubstr("twice"));
  EXPECT_THAT(with({3, 1, 15.0}), HasSubstr("two batches"));
  EXPECT_THROW(MpsLaw{few}, InternalError);
}

TEST(MpsLaw, NonsenseIsRefused) {
  const MpsLaw law(made_rows());
  EXPECT_THROW((void)law.forecast(1, 0, 1), InternalError);
  EXPECT_THROW((void)law.forecast(1, 1, 0), InternalError);
  EXPECT_THROW((void)law.forecast(1, 1, 49), InternalError);
  EXPECT_NO_THROW((void)law.forecast(1, 1, 48));
  EXPECT_THROW(MpsLaw(made_rows(), {.host_alone = 1.0}), InternalError);
}

}  // namespace
}  // namespace gpuscape
