#include "sim/calibration/profile.hpp"

#include <gmock/gmock.h>

#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"
#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

PathLaw two_regimes() {
  PathLaw law;
  law.regimes.push_back(
      {.up_to = Bytes(1000),
       .latency = {Seconds(1e-6), Seconds(0.5e-6), Seconds(2e-6)},
       .rate = {BytesPerSecond(1e9), BytesPerSecond(0.5e9), BytesPerSecond(2e9)}});
  law.regimes.push_back({.latency = {Seconds(4e-6)}, .rate = {BytesPerSecond(2e9)}});
  return law;
}

TEST(PathLaw, EachSizeIsOfItsRegime) {
  const PathLaw law = two_regimes();
  EXPECT_DOUBLE_EQ(law.time_of(Bytes(1000)).value(), 2e-6);  // 1 µs + 1000 / 1e9
  EXPECT_DOUBLE_EQ(law.time_of(Bytes(2000)).value(), 5e-6);  // 4 µs + 2000 / 2e9
  EXPECT_DOUBLE_EQ(law.time_within(Bytes(1000)).low.value(), 1e-6);
  EXPECT_DOUBLE_EQ(law.time_within(Bytes(1000)).high.value(), 4e-6);
}

Profile all_kinds() {
  const std::string copy =
      R"("operation": "copy", "path": "host>gpu0", "memory": "pinned", "bytes": )";
  std::string rows = own_row(R"("operation": "call", "path": "launch", "proven": false)", "3000");
  for (const int size : {64, 4096, 65536, 1048576, 16777216})
    rows += "," + own_row(copy + std::to_string(size), std::to_string(5000.0 + size / 10.0));
  rows += "," + own_row(R"("operation": "rate", "path": "gemm", "flops": 1000)", "7");
  rows += "," + own_row(R"("operation": "bandwidth", "path": "one size", "bytes": 1000)", "7");
  return calibrate(read({{"a.json", own_text(rows, "node17", R"(, "complete": false,
      "devices": [{"id": "gpu0", "kind": "gpu", "name": "NVIDIA H100"}])")}}),
                   {}, "all")
      .profile;
}

TEST(ProfileFile, IsReadBackAsItWasWritten) {
  const Profile profile = all_kinds();
  ASSERT_EQ(profile.laws.size() + profile.calls.size(), 2U);
  ASSERT_EQ(profile.rates.size() + profile.refused.size(), 3U);
  const std::string text = profile_json(profile);
  ReadingContext context;
  const Profile again = read_profile(text, "all.profile.json", context);
  context.throw_if_issues();
  EXPECT_EQ(profile_json(again), text);
  EXPECT_EQ(again.laws[0].regimes[0].rate, profile.laws[0].regimes[0].rate);
  EXPECT_EQ(again.devices[0].properties.at("name"), "NVIDIA H100");
}

TEST(ProfileFile, EveryFigureHasItsUnitAndInterval) {
  const std::string text = profile_json(all_kinds());
  for (const char* part : {R"("format": "gpuscape-profile")", R"("unit": "s")", R"("unit": "B/s")",
                           R"("unit": "flop/s")", R"("low": )", R"("name": "a.json")",
                           R"("checksum": "crc32:)", "unproven path", "incomplete measurement"})
    EXPECT_THAT(text, HasSubstr(part));
}

std::string faults_in(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  ReadingContext context;
  read_profile(text, "p.json", context);
  return format_issues(context.sorted_issues());
}

TEST(ProfileFile, WhatIsWrongInItIsSaid) {
  const std::string text = profile_json(all_kinds());
  EXPECT_THAT(faults_in(text, "gpuscape-profile", "other"), HasSubstr("not a profile"));
  EXPECT_THAT(faults_in(text, R"("unit": "s")", R"("unit": "ms")"), HasSubstr("ms"));
  EXPECT_THAT(faults_in(text, R"("version": 1)", R"("version": 2)"), HasSubstr("newer"));
  EXPECT_THAT(faults_in(text, R"("low": )", R"("low": 9)"), HasSubstr("outside its interval"));
  EXPECT_THAT(faults_in(text, R"("regimes")", R"("regime")"), HasSubstr("regimes"));
  EXPECT_THAT(faults_in(text, "{", "["), HasSubstr("p.json:"));
  EXPECT_EQ(faults_in(text, "a.json", "b.json"), "");
}

}  // namespace
}  // namespace gpuscape
