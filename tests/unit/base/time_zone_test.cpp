#include "sim/base/time_zone.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using Kind = LocalDate::Kind;

// 2026-03-29 is 20 541 days after 1970-01-01: 56 years of 365 days, 14 leap days (1972 … 2024), 87
// days; 2026-10-25 is 210 days later. On these days the European Union sets its clocks, at 01:00
// UTC (Directive 2000/84/EC).
constexpr double kSpring = (56 * 365 + 14 + 87) * 86400.0;
constexpr double kAutumn = kSpring + 210 * 86400.0;
constexpr double kHour = 3600.0;

TimeZone paris() { return TimeZone::find("Europe/Paris").value(); }

TEST(TimeZone, TakesAFixedOffsetOff) {
  EXPECT_EQ(TimeZone().resolve(kSpring).first, kSpring);
  EXPECT_EQ(TimeZone::find("UTC")->resolve(kSpring).first, kSpring);
  EXPECT_EQ(TimeZone::find("+02:00")->resolve(kSpring).first, kSpring - 2 * kHour);
  EXPECT_EQ(TimeZone::find("-0530")->resolve(kSpring).first, kSpring + 5.5 * kHour);
  EXPECT_EQ(TimeZone::find("+02")->resolve(kSpring).first, kSpring - 2 * kHour);
}

TEST(TimeZone, KnowsWinterAndSummer) {
  TimeZone zone = paris();
  EXPECT_EQ(zone.resolve(kSpring - 40 * 86400.0).first, kSpring - 40 * 86400.0 - kHour);
  EXPECT_EQ(zone.resolve(kSpring + 40 * 86400.0).first, kSpring + 40 * 86400.0 - 2 * kHour);
  EXPECT_EQ(zone.resolve(kSpring - 40 * 86400.0 + 0.25).first,
            kSpring - 40 * 86400.0 - kHour + 0.25);
}

TEST(TimeZone, ReadsADateThatTheClockJumpsOverWithTheOffsetBefore) {
  const LocalDate date = paris().resolve(kSpring + 2.5 * kHour);  // 02:00 becomes 03:00
  EXPECT_EQ(date.kind, Kind::skipped);
  EXPECT_EQ(date.first, kSpring + 1.5 * kHour);
}

TEST(TimeZone, KnowsBothMeaningsOfADateThatTheClockShowsTwice) {
  const LocalDate date = paris().resolve(kAutumn + 2.5 * kHour);  // 03:00 becomes 02:00
  EXPECT_EQ(date.kind, Kind::repeated);
  EXPECT_EQ(date.first, kAutumn + 0.5 * kHour);
  EXPECT_EQ(date.second, kAutumn + 1.5 * kHour);
}

TEST(TimeZone, HasUniqueDatesOnBothSidesOfAChange) {
  TimeZone zone = paris();
  EXPECT_EQ(zone.resolve(kSpring + 2 * kHour - 1).first, kSpring + kHour - 1);
  EXPECT_EQ(zone.resolve(kSpring + 3 * kHour).first, kSpring + kHour);
  EXPECT_EQ(zone.resolve(kAutumn + 2 * kHour - 1).first, kAutumn - 1);
  EXPECT_EQ(zone.resolve(kAutumn + 3 * kHour).first, kAutumn + 2 * kHour);
  EXPECT_EQ(zone.resolve(kAutumn + 3 * kHour).kind, Kind::unique);
}

TEST(TimeZone, GivesTheSameWhateverItWasAskedBefore) {
  TimeZone used = paris();
  for (double local = kSpring - 3 * 86400.0; local < kAutumn + 3 * 86400.0; local += 1700.0) {
    const LocalDate fresh = paris().resolve(local);
    const LocalDate again = used.resolve(local);
    ASSERT_EQ(again.first, fresh.first) << local;
    ASSERT_EQ(again.kind, fresh.kind) << local;
  }
}

TEST(TimeZone, IsNotFoundByAWrongName) {
  for (const char* name :
       {"", "Europe/Pari", "../../etc/passwd", "+2", "+25:00", "+01:60", "+", "+02:0", "Paris"})
    EXPECT_FALSE(TimeZone::find(name)) << name;
  EXPECT_THAT(TimeZone::names(), testing::Contains("Europe/Paris"));
}

}  // namespace
}  // namespace gpuscape
