#include "sim/calibration/calibrate.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "sim/calibration/profile_json.hpp"
#include "tests/unit/calibration/files.hpp"
#include "tests/unit/calibration/synthetic.hpp"

namespace gpuscape {
namespace {

Measurement row(LawKey key, double bytes, double seconds) {
  return {.key = std::move(key), .bytes = Bytes(bytes), .seconds = Seconds(seconds)};
}

/// A copy by size with 5 µs + n / 10 GB/s, three noisy repetitions each.
MeasurementSet copies() {
  MeasurementSet set;
  set.files.push_back({.name = "a.json", .tool = "gpuscape-bench", .checksum = "", .bytes = 1});
  for (const FitPoint& point : points_by([](double size) { return 5e-6 + size / 10e9; }, 12,
                                         {.width = 0.05, .repetitions = 3}))
    for (const double seconds : point.seconds) set.rows.push_back(row(kCopy, point.size, seconds));
  return set;
}

TEST(Calibrate, TheOrderOfRowsChangesNothing) {
  MeasurementSet set = copies();
  const std::string before = profile_json(calibrate(set, {}, "x").profile);
  std::ranges::reverse(set.rows);
  std::ranges::rotate(set.rows, set.rows.begin() + 7);
  EXPECT_EQ(profile_json(calibrate(set, {}, "x").profile), before);
}

TEST(Calibrate, PointsStandBesideTheirLaw) {
  const Calibration found = calibrate(copies(), {}, "x");
  ASSERT_EQ(found.profile.laws.size(), 1U);
  ASSERT_EQ(found.points.size(), 1U);
  EXPECT_EQ(found.points[0].size(), 12U);
  EXPECT_EQ(found.profile.laws[0].grounds.rows, 36U);
  EXPECT_NE(found.profile.find_law(kCopy), nullptr);
  EXPECT_TRUE(found.profile.in_range(kCopy, Bytes(1000)));
}

TEST(Calibrate, CallsCostTheirMedian) {
  MeasurementSet set;
  const LawKey launch{.family = "cuda", .operation = "call", .path = "launch"};
  for (const double seconds : {4e-6, 3e-6, 90e-6}) set.rows.push_back(row(launch, 0.0, seconds));
  const Profile profile = calibrate(set, {}, "x").profile;
  const CallCost* cost = profile.find_call(launch);
  ASSERT_NE(cost, nullptr);
  EXPECT_EQ(cost->seconds.value, Seconds(4e-6));
  EXPECT_GE(cost->seconds.high, Seconds(4e-6));
  EXPECT_LE(cost->seconds.low, Seconds(4e-6));
}

/// A step of calls, synchronisations and copies, at 3 µs, 7 µs, 2 µs and 0.1 ns a byte.
Measurement step(int calls, int syncs, int copies, int bytes) {
  const double time = 3e-6 * calls + 7e-6 * syncs + copies * (2e-6 + 1e-10 * bytes);
  LawKey key{.family = "cuda", .operation = "call-stream", .path = "step"};
  key.more = {{"calls", std::to_string(calls)},
              {"syncs", std::to_string(syncs)},
              {"copies", std::to_string(copies)},
              {"copy_bytes", std::to_string(bytes)}};
  return row(key, 1.0 * copies * bytes, time);
}

TEST(Calibrate, ACallStreamYieldsTheCostOfEachPart) {
  MeasurementSet set;
  set.rows = {step(100, 1, 0, 0),     step(10, 10, 0, 0),      step(100, 10, 10, 4096),
              step(10, 1, 100, 4096), step(10, 1, 100, 65536), step(200, 2, 20, 1 << 20)};
  const Profile profile = calibrate(set, {}, "x").profile;
  std::map<std::string, double> costs;
  for (const CallCost& cost : profile.calls)
    costs[cost.key.more.at("cost")] = cost.seconds.value.value();
  EXPECT_NEAR(costs["call"], 3e-6, 1e-9);
  EXPECT_NEAR(costs["synchronisation"], 7e-6, 1e-9);
  EXPECT_NEAR(costs["copy"], 2e-6, 1e-9);
  EXPECT_NEAR(costs["copied byte"], 1e-10, 1e-13);
}

TEST(Calibrate, RatesBecomeATableOverTheirFlops) {
  MeasurementSet set;
  for (const double m : {256.0, 1024.0}) {
    LawKey key{.family = "cuda", .operation = "rate", .path = "gemm fp16"};
    key.more = {{"device", "gpu0"}, {"m", std::to_string(static_cast<int>(m))}};
    Measurement of = row(key, 0.0, 2.0 * m * m * m / (m * 1e9));
    of.flops = 2.0 * m * m * m;
    set.rows.push_back(of);
  }
  const Profile profile = calibrate(set, {}, "x").profile;
  ASSERT_EQ(profile.rates.size(), 1U);
  EXPECT_EQ(profile.rates[0].key.text(), "cuda/rate/gemm fp16/device:gpu0");
  EXPECT_NEAR(profile.rates[0].per_second_of(2.0 * 256 * 256 * 256), 256e9, 1.0);
  const double between = 2.0 * 512 * 512 * 512;  // in the middle by logarithm
  EXPECT_NEAR(profile.rates[0].per_second_of(between), 640e9, 1e3);
}

TEST(Calibrate, BandwidthOverStreamsIsATable) {
  MeasurementSet set;
  for (const int streams : {1, 2, 8})
    for (const double bytes : {1e3, 1e4, 1e5}) {
      const LawKey key{.family = "tcp", .operation = "bandwidth", .path = "p", .streams = streams};
      set.rows.push_back(row(key, bytes, 1e-6 + bytes / (streams * 1e9)));
    }
  const Profile profile = calibrate(set, {}, "x").profile;
  EXPECT_EQ(profile.laws.size(), 3U);
  ASSERT_EQ(profile.rates.size(), 1U);
  EXPECT_EQ(profile.rates[0].size_of, "streams");
  EXPECT_NEAR(profile.rates[0].per_second_of(8), 1e5 / (1e-6 + 1e5 / 8e9), 1.0);
}

TEST(Calibrate, OneSizeIsRefusedAsALawAndKeptAsARate) {
  const Profile profile = calibrate(read({fixture("nvbandwidth.txt")}), {}, "x").profile;
  EXPECT_EQ(profile.laws.size(), 0U);
  ASSERT_EQ(profile.refused.size(), 4U);
  EXPECT_EQ(profile.refused[0].why, "1 size: a law needs 3 or more");
  EXPECT_EQ(profile.rates.size(), 4U);
  EXPECT_THAT(profile.rates[0].grounds.marks, testing::ElementsAre("buffer of 512 MiB assumed"));
}

TEST(Calibrate, NoisyRdmaLatenciesOfAGuestAreRefused) {
  const Profile profile =
      calibrate(read({fixture("perftest-soft-roce-write-lat.txt")}), {}, "x").profile;
  EXPECT_EQ(profile.laws.size() + profile.refused.size(), 1U);
  for (const PathLaw& law : profile.laws) EXPECT_LE(law.grounds.median_residual, 0.10);
}

TEST(Calibrate, AnUnprovenPathCarriesItsMark) {
  MeasurementSet set = copies();
  set.rows[3].proven = false;
  const Profile profile = calibrate(set, {}, "x").profile;
  EXPECT_FALSE(profile.laws[0].grounds.proven);
  EXPECT_THAT(profile.laws[0].grounds.marks, testing::ElementsAre("unproven path"));
}

}  // namespace
}  // namespace gpuscape
