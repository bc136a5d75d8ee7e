#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/sharing/batch_curve.hpp"
#include "sim/sharing/mig_speed.hpp"
#include "sim/sharing/stun_time.hpp"

namespace gpuscape {
namespace {

TEST(MigSpeed, AnInstanceHasItsSlicesOfWhatACarvedGpuReaches) {
  EXPECT_NEAR(mig_throughput_share(1, 7).value(), 0.1326, 1e-4);
  EXPECT_NEAR(mig_throughput_share(7, 7).value(), 0.928, 1e-12);
  EXPECT_THROW((void)mig_throughput_share(0, 7), InternalError);
  EXPECT_THROW((void)mig_throughput_share(8, 7), InternalError);
}

// MIGnificient's BERT at batch 1: 148.4 ms on 1g, 31.1 ms on 7g; between them 80.4, 57.7, 44.0.
TEST(MigSpeed, LatencyIsFixedPlusWorkBySlices) {
  const MigLatency bert = MigLatency::through(1, Seconds(0.148416), 7, Seconds(0.03113));
  EXPECT_NEAR(bert.fixed.value(), 0.0116, 1e-4);
  EXPECT_NEAR(bert.work.value(), 0.1368, 1e-4);
  EXPECT_NEAR(bert.at(2).value() / 0.080444, 1.0, 0.01);
  EXPECT_NEAR(bert.at(3).value() / 0.057704, 1.0, 0.01);
  EXPECT_NEAR(bert.at(4).value() / 0.04395, 1.0, 0.045);
}

TEST(MigSpeed, LatencyNeverHasANegativePart) {
  const MigLatency flat = MigLatency::through(1, Seconds(0.010), 7, Seconds(0.011));
  EXPECT_DOUBLE_EQ(flat.at(3).value(), 0.011);
  const MigLatency steep = MigLatency::through(1, Seconds(0.100), 7, Seconds(0.010));
  EXPECT_DOUBLE_EQ(steep.fixed.value(), 0.0);
  EXPECT_DOUBLE_EQ(steep.at(7).value(), 0.010);
  EXPECT_THROW((void)MigLatency::through(7, Seconds(1.0), 7, Seconds(1.0)), InternalError);
  EXPECT_THROW((void)MigLatency::through(1, Seconds(0.0), 7, Seconds(1.0)), InternalError);
  EXPECT_THROW((void)flat.at(0), InternalError);
}

TEST(BatchCurve, FindsTheLineItsRowsLieOn) {
  const std::array<BatchRow, 3> rows{{{1, 1 / 3e-3}, {2, 2 / 4e-3}, {10, 10 / 12e-3}}};
  const BatchCurve curve = BatchCurve::fit(rows);
  EXPECT_NEAR(curve.start.value(), 2e-3, 1e-12);
  EXPECT_NEAR(curve.per_item.value(), 1e-3, 1e-12);
  EXPECT_NEAR(curve.per_second(4), 4 / 6e-3, 1e-6);
}

/// Images a second of one P40 with INT8, by batch (Dell's study of 2017).
constexpr std::array<BatchRow, 8> kGoogleNet{{{1, 594.0},
                                              {32, 5417.0},
                                              {64, 6059.0},
                                              {128, 6410.0},
                                              {256, 6630.0},
                                              {512, 6763.0},
                                              {1024, 6822.0},
                                              {2048, 6842.0}}};
constexpr std::array<BatchRow, 9> kAlexNet{{{1, 791.0},
                                            {32, 11464.0},
                                            {64, 14438.0},
                                            {128, 16292.0},
                                            {256, 17101.0},
                                            {512, 17502.0},
                                            {1024, 17768.0},
                                            {2048, 17951.0},
                                            {4096, 18011.0}}};

/// Every second row gives the curve; the largest relative error on the others.
double worst_of_the_others(std::span<const BatchRow> rows) {
  std::vector<BatchRow> halves[2];
  for (std::size_t i = 0; i < rows.size(); ++i) halves[i % 2].push_back(rows[i]);
  const BatchCurve curve = BatchCurve::fit(halves[0]);
  double worst = 0.0;
  for (const BatchRow& row : halves[1])
    worst = std::max(worst, std::abs(curve.per_second(row.batch) / row.per_second - 1.0));
  return worst;
}

TEST(BatchCurve, HalfOfTheBatchesTellTheOtherHalf) {
  EXPECT_LE(worst_of_the_others(kGoogleNet), 0.04);
  EXPECT_LE(worst_of_the_others(kAlexNet), 0.05);
}

TEST(BatchCurve, HasNoNegativeParts) {
  const std::array<BatchRow, 2> falling{{{1, 100.0}, {10, 2000.0}}};
  EXPECT_DOUBLE_EQ(BatchCurve::fit(falling).per_item.value(), 0.0);
  const std::array<BatchRow, 2> rising{{{1, 100.0}, {10, 50.0}}};
  EXPECT_DOUBLE_EQ(BatchCurve::fit(rising).start.value(), 0.0);
  const std::array<BatchRow, 2> same{{{4, 100.0}, {4, 101.0}}};
  EXPECT_THROW((void)BatchCurve::fit(same), InternalError);
  const std::array<BatchRow, 2> none{{{4, 0.0}, {8, 101.0}}};
  EXPECT_THROW((void)BatchCurve::fit(none), InternalError);
  EXPECT_THROW((void)BatchCurve{}.time(0), InternalError);
}

constexpr BytesPerSecond kTenGigabit{1.25e9};

double stun(const char* board, double gigabytes, BytesPerSecond link = kTenGigabit) {
  return stun_time(*find_stun_board(board), Bytes(gigabytes * 1e9), link)
      .value_or(Seconds(-1.0))
      .value();
}

// The deck's rule of 7.47 s/GB + 1.5 s, in tenths of a second.
TEST(StunTime, OfAP40IsTheDecksLine) {
  for (const double size : {1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0})
    EXPECT_NEAR(stun("P40", size), 7.47 * size + 1.5, 0.1 + 1e-9) << size;
}

TEST(StunTime, OfAV100IsTheDecksTable) {
  constexpr double kTable[][2] = {{1, 2}, {2, 4}, {4, 6}, {8, 12}, {16, 22}, {32, 39}};
  for (const auto& [size, seconds] : kTable) EXPECT_DOUBLE_EQ(stun("V100", size), seconds);
  for (const double size : {3.0, 6.0, 12.0, 24.0})
    EXPECT_NEAR(stun("V100", size), 1.2 * size + 1.5, 0.1 * (1.2 * size + 1.5)) << size;
}

TEST(StunTime, AP40WithSixteenGigabytesTimesOut) {
  EXPECT_GT(stun("P40", 12.0), 0.0);
  EXPECT_LT(stun("P40", 16.0), 0.0);
  EXPECT_LT(stun("P40", 24.0), 0.0);
  EXPECT_GT(stun_time(*find_stun_board("P40"), 16_GB, kTenGigabit, kForever)->value(), 100.0);
}

// Of 8 GB the wire has 6.4 s at 10 Gb/s and 0.64 s at 100.
TEST(StunTime, OtherLinksChangeTheWiresPart) {
  EXPECT_NEAR(stun("V100", 8.0, kTenGigabit * 10.0), 12.0 - 6.4 + 0.64, 1e-9);
  EXPECT_NEAR(stun("V100", 8.0, kTenGigabit / 2.0), 12.0 + 6.4, 1e-9);
  EXPECT_GT(stun("V100", 1.0, kTenGigabit * 1000.0), 0.0);
}

TEST(StunTime, NonsenseIsRefused) {
  EXPECT_EQ(find_stun_board("T4"), nullptr);
  EXPECT_EQ(stun_boards().size(), 2U);
  EXPECT_THROW((void)stun("P40", 0.0), InternalError);
  EXPECT_THROW((void)stun("V100", 33.0), InternalError);
  EXPECT_THROW((void)stun("V100", 8.0, BytesPerSecond(0.0)), InternalError);
}

}  // namespace
}  // namespace gpuscape
