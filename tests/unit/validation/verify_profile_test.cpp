/// Composites predicted by hand from a profile of round numbers.

#include "sim/validation/verify_profile.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

PathLaw law(LawKey key, double latency, double rate, double most = 1e9) {
  PathLaw law;
  law.key = std::move(key);
  law.regimes.resize(1);
  law.least = Bytes(1.0);
  law.most = Bytes(most);
  law.regimes[0].latency.value = Seconds(latency);
  law.regimes[0].rate.value = BytesPerSecond(rate);
  return law;
}

RateTable table(LawKey key, const char* size_of,
                const std::vector<std::pair<double, double>>& points) {
  RateTable table;
  table.key = std::move(key);
  table.size_of = size_of;
  for (const auto& [size, rate] : points) {
    RatePoint point;
    point.size = size;
    point.per_second.value = rate;
    table.points.push_back(point);
  }
  return table;
}

/// Copies 10 GB/s, kernels 1 Gflop/s, exchanges 10 us + 1 GB/s, sums 4 GB/s, calls 2 us, TCP 5 us +
/// 2 GB/s, blocks of a file: 100 us apart alone, 50 us apart with 4 in flight.
Profile round_profile() {
  Profile profile;
  profile.laws = {
      law({.family = "host", .operation = "copy", .path = "a>a"}, 0.0, 10e9),
      law({.family = "host", .operation = "sum", .path = "sum"}, 0.0, 4e9),
      law({.family = "tcp", .operation = "exchange", .path = "p>p"}, 10e-6, 1e9),
      law({.family = "tcp", .operation = "latency", .path = "p>p"}, 5e-6, 2e9),
      law({.family = "tcp", .operation = "bandwidth", .path = "p>p", .streams = 1}, 2e-6, 1e18),
      law({.family = "storage",
           .operation = "random",
           .path = "dir",
           .direction = "read",
           .depth = 1},
          100e-6, 1e18),
      law({.family = "storage",
           .operation = "random",
           .path = "dir",
           .direction = "read",
           .depth = 4},
          50e-6, 1e18)};
  profile.rates = {table({.family = "host", .operation = "rate", .path = "polynomial fp32"},
                         "flops", {{1.0, 1e9}, {1e12, 1e9}})};
  return profile;
}

Measurement composite(std::string operation, std::map<std::string, std::string> more) {
  Measurement row;
  row.key = {.family = "composite", .operation = std::move(operation), .path = ""};
  row.key.more = std::move(more);
  row.seconds = Seconds(1.0);
  row.role = "composite";
  return row;
}

VerifiedWorkload verified(const Measurement& row, const Profile& profile = round_profile()) {
  MeasurementSet set;
  set.composites = {row};
  return verify_profile(profile, set).workloads.at(0);
}

std::map<std::string, std::string> pieces(const char* overlap) {
  // 1 ms of copy and 4 ms of kernel each
  return {{"pieces", "3"},
          {"piece_bytes", "10000000"},
          {"piece_flops", "4000000"},
          {"overlap", overlap}};
}

TEST(VerifyProfile, AddsCopiesAndKernelsWhereNothingOverlaps) {
  const auto workload = verified(composite("copy-kernel-copy", pieces("no")));
  EXPECT_NEAR(workload.predicted.value().value(), 3 * (1e-3 + 4e-3 + 1e-3), 1e-12);
}

// The first copy in, three kernels one after the other, the last copy out.
TEST(VerifyProfile, HidesCopiesBehindKernelsWhereTheyOverlap) {
  Profile profile = round_profile();
  profile.rates.push_back(table({.family = "host", .operation = "bandwidth", .path = "a>a"},
                                "streams", {{1.0, 10e9}, {2.0, 100e9}}));
  const auto workload = verified(composite("copy-kernel-copy", pieces("yes")), profile);
  EXPECT_NEAR(workload.predicted.value().value(), 1e-3 + 3 * 4e-3 + 1e-3, 1e-12);
}

// Copies of 10 GB/s and a kernel that moves 2.5 GB/s share 10 GB/s: a copy beside it gets 7.5.
TEST(VerifyProfile, SharesTheMemoryOfASocketBetweenCopiesAndKernels) {
  const auto workload = verified(composite("copy-kernel-copy", pieces("yes")));
  EXPECT_GT(workload.predicted.value().value(), 14e-3 - 1e-9);
  EXPECT_LT(workload.predicted.value().value(), 16e-3);
}

// Of 3 MB in three parts: 4 exchanges of 1 MB, 2 sums of 1 MB.
TEST(VerifyProfile, CountsTheStepsOfARing) {
  Measurement ring = composite("ring-all-reduce", {});
  ring.key.path = "tcp";
  ring.key.streams = 3;
  ring.bytes = Bytes(3e6);
  EXPECT_NEAR(verified(ring).predicted.value().value(), 4 * (10e-6 + 1e-3) + 2 * 0.25e-3, 1e-12);
}

// 10 calls of 2 us and 1 ms of work, 2 answers of 10 us, 2 copies of 5 us + 2 kB / 2 GB/s.
TEST(VerifyProfile, AddsUpWhatARemoteGpuIsAsked) {
  Measurement remote = composite("remote-gpu", {{"calls", "10"},
                                                {"synchronisations", "2"},
                                                {"copies", "2"},
                                                {"copy_bytes", "2000"},
                                                {"call_bytes", "64"},
                                                {"call_flops", "1000000"}});
  remote.key.path = "tcp";
  EXPECT_NEAR(verified(remote).predicted.value().value(),
              10 * (2e-6 + 1e-3) + 2 * (2 * 5e-6) + 2 * 6e-6, 1e-7);
}

/// Two readers of 400 blocks each, one block in flight each: two in all, which stands halfway
/// between one and four in logarithms: blocks come √(100 · 50) us apart.
TEST(VerifyProfile, AsksLittlesLawForAllBlocksInFlight) {
  Measurement readers =
      composite("many-readers", {{"blocks", "4096"}, {"bytes_each", std::to_string(400 * 4096)}});
  readers.key.path = "dir";
  readers.key.direction = "read";
  readers.key.streams = 2;
  readers.key.depth = 1;
  EXPECT_NEAR(verified(readers).predicted.value().value(), 800 * std::sqrt(100e-6 * 50e-6), 1e-9);
}

TEST(VerifyProfile, SaysWhatTheProfileLacks) {
  Profile profile = round_profile();
  profile.rates.clear();
  const auto workload = verified(composite("copy-kernel-copy", pieces("no")), profile);
  EXPECT_FALSE(workload.predicted);
  EXPECT_THAT(workload.why_not, HasSubstr("no rates of host/rate/polynomial fp32"));
  EXPECT_THAT(verified(composite("dance", {})).why_not, HasSubstr("nothing predicts \"dance\""));
  EXPECT_THAT(verified(composite("copy-kernel-copy", {{"pieces", "-1"}})).why_not,
              HasSubstr("does not say its \"piece_bytes\""));
}

TEST(VerifyProfile, TagsALawThatIsAskedBeyondItsRange) {
  Profile profile = round_profile();
  profile.laws[0].most = Bytes(9999999.0);
  const auto workload = verified(composite("copy-kernel-copy", pieces("no")), profile);
  EXPECT_THAT(workload.beyond, testing::ElementsAre(HasSubstr("host/copy/a>a at 10000000 B")));
}

void add_controls(MeasurementSet& set, const std::vector<double>& rounds) {
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    Measurement control;
    control.key = {.family = "host", .operation = "rate", .path = "control"};
    control.seconds = Seconds(rounds[round]);
    control.round = static_cast<int>(round);
    set.controls.push_back(control);
  }
}

/// One composite off by `error`, and controls of those times in seven rounds.
Verification with(double error, const std::vector<double>& controls) {
  MeasurementSet set;
  set.composites = {composite("copy-kernel-copy", pieces("no"))};
  set.composites[0].seconds = Seconds(18e-3 / (1.0 + error));
  add_controls(set, controls);
  return verify_profile(round_profile(), set);
}

TEST(VerifyVerdict, IsByTheMedianErrorOnAQuietMachine) {
  const std::vector<double> quiet(7, 1.0);
  EXPECT_EQ(with(0.149, quiet).verdict, VerifyVerdict::pass);
  EXPECT_EQ(with(0.20, quiet).verdict, VerifyVerdict::fail);
  EXPECT_NEAR(with(0.10, quiet).median_error.value(), 0.10, 1e-9);
}

TEST(VerifyVerdict, IsNoneWhereTheControlMovedByMoreThanATenth) {
  EXPECT_EQ(with(0.0, {1, 1, 1, 1, 1, 1.05, 9}).verdict, VerifyVerdict::pass);  // one slow round
  EXPECT_EQ(with(0.0, {1, 1, 1, 1, 1, 1.2, 9}).verdict, VerifyVerdict::not_quiet);
  EXPECT_EQ(with(0.5, {1, 1, 1, 1, 1, 1.2, 9}).verdict, VerifyVerdict::not_quiet);
}

TEST(VerifyVerdict, IsNoPassWhereAWorkloadIsNotPredicted) {
  MeasurementSet set;
  set.composites = {composite("copy-kernel-copy", pieces("no")), composite("dance", {})};
  set.composites[0].seconds = Seconds(18e-3);
  add_controls(set, std::vector<double>(7, 1.0));
  EXPECT_EQ(verify_profile(round_profile(), set).verdict, VerifyVerdict::fail);
  set.composites.pop_back();
  EXPECT_EQ(verify_profile(round_profile(), set).verdict, VerifyVerdict::pass);
}

TEST(VerifyVerdict, IsNotKnownWithControlsOfFewerThanThreeRounds) {
  EXPECT_EQ(with(0.0, {}).verdict, VerifyVerdict::not_known);
  EXPECT_EQ(with(0.0, {1, 1}).verdict, VerifyVerdict::not_known);
  EXPECT_EQ(with(0.0, {1, 1, 1}).verdict, VerifyVerdict::pass);
}

TEST(VerifyProfile, RefusesNumbersThatNoBenchWrites) {
  for (const char* count : {"2e9", "1e300", "inf", "0", "nan", "-3", "3x"}) {
    auto parts = pieces("yes");
    parts["pieces"] = count;
    EXPECT_FALSE(verified(composite("copy-kernel-copy", parts)).predicted) << count;
  }
  auto unsaid = pieces("no");
  unsaid.erase("overlap");
  EXPECT_TRUE(verified(composite("copy-kernel-copy", unsaid)).predicted);
}

TEST(VerifyProfile, RepeatsTheMarksOfWhatWasMeasured) {
  MeasurementSet set;
  set.composites = {composite("copy-kernel-copy", pieces("no"))};
  set.composites[0].marks = {"tmpfs: memory, no disk"};
  set.marks = {"incomplete measurement"};
  EXPECT_THAT(verify_profile(round_profile(), set).marks,
              testing::ElementsAre("incomplete measurement", "tmpfs: memory, no disk"));
}

TEST(VerifyVerdict, IsNothingWithoutAWorkload) {
  EXPECT_EQ(verify_profile(round_profile(), {}).verdict, VerifyVerdict::nothing);
}

}  // namespace
}  // namespace gpuscape
