#include "sim/calibration/fit_law.hpp"

#include <gmock/gmock.h>

#include "sim/calibration/fit_regimes.hpp"
#include "tests/unit/calibration/synthetic.hpp"

namespace gpuscape {
namespace {

constexpr double kLatency = 5e-6;
constexpr double kRate = 12e9;

double plain(double size) { return kLatency + size / kRate; }
/// Beyond 8 KiB another protocol: 10 µs more at once, and twice the rate.
double with_jump(double size) { return size <= 8192 ? 2e-6 + size / 2e9 : 16e-6 + size / 4e9; }

PathLaw law_of(const std::vector<FitPoint>& points) {
  auto found = fit_law(kCopy, points, {});
  if (const auto* why = std::get_if<std::string>(&found)) ADD_FAILURE() << *why;
  return std::get<PathLaw>(std::move(found));
}

std::string refusal_of(const std::vector<FitPoint>& points, FitOptions options = {}) {
  const auto found = fit_law(kCopy, points, options);
  const auto* why = std::get_if<std::string>(&found);
  return why == nullptr ? "" : *why;
}

TEST(FitLaw, ExactPointsGiveTheirLaw) {
  const PathLaw law = law_of(points_by(plain, 20));
  ASSERT_EQ(law.regimes.size(), 1U);
  EXPECT_NEAR(law.regimes[0].latency.value / Seconds(kLatency), 1.0, 1e-6);
  EXPECT_NEAR(law.regimes[0].rate.value / BytesPerSecond(kRate), 1.0, 1e-6);
  EXPECT_LT(law.grounds.largest_residual, 1e-6);
}

TEST(FitLaw, TheTruthLiesWithinTheIntervalsOfANoisyLaw) {
  const PathLaw law = law_of(points_by(plain, 20, {.width = 0.1}));
  ASSERT_EQ(law.regimes.size(), 1U);
  const LawRegime& regime = law.regimes[0];
  EXPECT_LT(regime.latency.low, Seconds(kLatency));
  EXPECT_GT(regime.latency.high, Seconds(kLatency));
  EXPECT_LT(regime.rate.low, BytesPerSecond(kRate));
  EXPECT_GT(regime.rate.high, BytesPerSecond(kRate));
  EXPECT_LT((regime.rate.high - regime.rate.low) / regime.rate.value, 0.2);
}

TEST(FitLaw, AThirdOfWildRepetitionsChangesLittle) {
  auto points = points_by(plain, 20, {.width = 0.04});
  for (FitPoint& point : points)
    for (std::size_t k = 6; k < 9; ++k) point.seconds[k] *= 20.0;  // the median is the fifth
  const PathLaw law = law_of(points);
  ASSERT_EQ(law.regimes.size(), 1U);
  EXPECT_NEAR(law.regimes[0].latency.value / Seconds(kLatency), 1.0, 0.03);
  EXPECT_NEAR(law.regimes[0].rate.value / BytesPerSecond(kRate), 1.0, 0.03);
}

TEST(FitLaw, OneWildSizeChangesLittle) {
  auto points = points_by(plain, 20);
  for (double& seconds : points[9].seconds) seconds *= 4.0;
  points[9].median *= 4.0;
  const PathLaw law = law_of(points);
  EXPECT_NEAR(law.time_of(Bytes(64)) / Seconds(plain(64)), 1.0, 0.02);
  EXPECT_NEAR(law.time_of(Bytes(1e9)) / Seconds(plain(1e9)), 1.0, 0.02);
  EXPECT_NEAR(law.grounds.largest_residual, 3.0, 0.1);
}

TEST(FitLaw, AJumpIsFoundWhereItIs) {
  const PathLaw law = law_of(points_by(with_jump, 18, {.width = 0.02}));
  ASSERT_EQ(law.regimes.size(), 2U);
  EXPECT_GE(law.regimes[0].up_to, Bytes(8192));
  EXPECT_LT(law.regimes[0].up_to, Bytes(16384));
  EXPECT_NEAR(law.regimes[0].rate.value.value() / 2e9, 1.0, 0.05);
  EXPECT_NEAR(law.regimes[1].rate.value.value() / 4e9, 1.0, 0.05);
}

// What the caches hold no more: only the two largest sizes show the rate that counts.
TEST(FitLaw, TheTwoLargestSizesMayHaveARateOfTheirOwn) {
  const auto points =
      points_by([](double size) { return size < 100000 ? 1e-6 + size / 12e9 : 1e-6 + size / 2e9; },
                13, {.width = 0.02, .repetitions = 3});  // 64 B to 256 KiB
  const PathLaw law = law_of(points);
  EXPECT_NEAR(law.time_of(Bytes(262144)) / Seconds(262144 / 2e9), 1.0, 0.05);
  EXPECT_LT(law.grounds.largest_residual, 0.1);
}

TEST(FitLaw, ASizeThatIsFarOffIsMarked) {
  auto points = points_by(plain, 20);
  for (double& seconds : points[9].seconds) seconds *= 4.0;
  points[9].median *= 4.0;
  EXPECT_THAT(law_of(points).grounds.marks, testing::ElementsAre("300 % off at 32 KiB"));
}

TEST(FitLaw, ABendIsContinuous) {
  const PathLaw law = law_of(points_by(
      [](double size) { return size <= 65536 ? size / 1e9 : 65536 / 1e9 + (size - 65536) / 8e9; },
      18, {.width = 0.01}));
  ASSERT_EQ(law.regimes.size(), 2U);
  const Bytes bend = law.regimes[0].up_to;
  EXPECT_NEAR(bend.value() / 65536, 1.0, 0.15);
  EXPECT_NEAR(law.time_of(bend * 1.0001) / law.time_of(bend), 1.0, 0.01);
}

// Times that fall with size (a path that is switched on by it) are no law that one can share.
TEST(FitLaw, ALawNeverFallsWithSize) {
  const auto points = points_by(
      [](double size) { return size < 4096 ? 4e-6 + size / 1e9 : 3e-6 + size / 9e9; }, 18);
  const PathLaw law = law_of(points);
  double before = 0.0;
  for (double size = 1.0; size < 1e8; size *= 1.1) {
    const double now = law.time_of(Bytes(size)).value();
    EXPECT_GE(now, before * (1.0 - 1e-12)) << size;
    before = now;
  }
}

TEST(FitLaw, NeitherLatencyNorRateIsNegative) {
  const PathLaw growing = law_of(points_by([](double size) { return 1e-9 * size; }, 12));
  EXPECT_GE(growing.regimes[0].latency.value, Seconds(0.0));
  const PathLaw flat = law_of(points_by([](double) { return 2e-6; }, 12));
  EXPECT_GT(flat.regimes[0].rate.low, BytesPerSecond(0.0));
  EXPECT_EQ(flat.time_of(Bytes(1000)), flat.time_of(Bytes(64)));
}

TEST(FitLaw, ThreeSizesAreEnoughAndTwoAreNot) {
  EXPECT_EQ(refusal_of(points_by(plain, 3)), "");
  EXPECT_EQ(refusal_of(points_by(plain, 2)), "2 sizes: a law needs 3 or more");
  EXPECT_EQ(refusal_of(points_by(plain, 1)), "1 size: a law needs 3 or more");
}

TEST(FitLaw, TimesWithoutALawAreRefusedAndAWiderBoundTakesThem) {
  int turn = 0;
  const auto points = points_by([&](double size) { return plain(size) * (++turn % 2 ? 1.0 : 3.0); },
                                12, {.repetitions = 1});
  EXPECT_THAT(refusal_of(points), testing::HasSubstr("the bound is 10 %"));
  EXPECT_EQ(refusal_of(points, {.bound = 0.9}), "");
}

// Seven stairs of three sizes each.
TEST(FitLaw, AtMostFourRegimes) {
  const auto stairs = points_by(
      [](double size) { return 1e-6 * std::exp2(std::floor(std::log2(size / 64.0) / 3.0)); }, 21);
  const auto law = fit_law(kCopy, stairs, {.bound = 1.0});
  EXPECT_EQ(std::get<PathLaw>(law).regimes.size(), 4U);
}

TEST(FitLaw, RangeEndsAtTheMeasuredSizes) {
  const PathLaw law = law_of(points_by(plain, 5));
  EXPECT_TRUE(law.in_range(Bytes(64)));
  EXPECT_FALSE(law.in_range(Bytes(63)));
  EXPECT_TRUE(law.in_range(Bytes(1024)));
  EXPECT_FALSE(law.in_range(Bytes(1025)));
}

TEST(FitLaw, EqualPointsGiveEqualIntervals) {
  const auto points = points_by(plain, 12, {.width = 0.1});
  EXPECT_EQ(law_of(points).regimes[0].latency, law_of(points).regimes[0].latency);
}

// A line for each pair of sizes would be more than two terabytes.
TEST(FitLaw, ManySizesNeedNoRoomForEveryPairOfThem) {
  std::vector<FitPoint> points;
  for (int i = 1; i <= 300'000; ++i)
    points.push_back({.size = 1.0 * i, .seconds = {plain(i)}, .median = plain(i)});
  const std::vector<LawSegment> segments = choose_segments(points, 1);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_NEAR(segments[0].line.latency / kLatency, 1.0, 1e-6);
}

}  // namespace
}  // namespace gpuscape
