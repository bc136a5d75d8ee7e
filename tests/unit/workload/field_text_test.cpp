#include "sim/workload/text/field_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gpuscape {
namespace {

TEST(FieldText, ReadsIntegersUpToTheLimits) {
  EXPECT_EQ(integer_text("-12"), -12);
  EXPECT_EQ(integer_text("0000"), 0);
  EXPECT_EQ(integer_text("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer_text("9223372036854775808"), std::nullopt);
}

TEST(FieldText, RefusesWhatIsNoInteger) {
  for (const char* text : {"", "1.0", "1 ", " 1", "+1", "0x1", "a", "1a"}) {
    EXPECT_EQ(integer_text(text), std::nullopt) << text;
  }
}

TEST(FieldText, ReadsNumbers) {
  EXPECT_EQ(number_text("12"), 12.0);
  EXPECT_EQ(number_text("-1.5"), -1.5);
  EXPECT_EQ(number_text("3e4"), 30000.0);
  EXPECT_EQ(number_text("1234567890123456789012"), 1234567890123456789012.0);
  EXPECT_EQ(number_text("0.1"), 0.1);
}

TEST(FieldText, RefusesWhatIsNoNumberOrTooLarge) {
  for (const char* text : {"", "1,5", "1.5s", "1 2", "one", "--1", "1e999"}) {
    EXPECT_EQ(number_text(text), std::nullopt) << text;
  }
}

TEST(FieldText, LeavesNanAndInfinityToTheCaller) {
  EXPECT_TRUE(std::isnan(*number_text("nan")));
  EXPECT_TRUE(std::isinf(*number_text("inf")));
}

// 2017-09-18 is 17 427 days after 1970-01-01: 47 years of 365 days, 12 leap days (1972 … 2016), 260
// days.
constexpr double kMidnight = (47 * 365 + 12 + 260) * 86400.0;

std::optional<double> seconds_of_date(std::string_view text) {
  const std::optional<DateText> date = date_text(text);
  return date ? std::optional(date->seconds.value()) : std::nullopt;
}

TEST(FieldText, ReadsDatesWithABlankOrT) {
  const double date = kMidnight + 2 * 3600 + 22 * 60 + 17;
  EXPECT_EQ(seconds_of_date("2017-09-18 02:22:17"), date);
  EXPECT_EQ(seconds_of_date("2017-09-18T02:22:17"), date);
  EXPECT_EQ(seconds_of_date("2017-09-18T02:22:17Z"), date);
  EXPECT_EQ(seconds_of_date("2017-09-18T02:22:17.25"), date + 0.25);
  EXPECT_EQ(seconds_of_date("1970-01-01 00:00:00"), 0.0);
}

TEST(FieldText, TakesOffTheOffsetOfAZone) {
  EXPECT_EQ(seconds_of_date("2017-09-18T02:00:00+02:00"), kMidnight);
  EXPECT_EQ(seconds_of_date("2017-09-17T18:30:00-0530"), kMidnight);
  EXPECT_EQ(seconds_of_date("2017-09-18T02:00:00+02"), kMidnight);
}

TEST(FieldText, SaysWhetherADateHasAZone) {
  EXPECT_FALSE(date_text("2017-09-18 02:22:17")->zoned);
  EXPECT_TRUE(date_text("2017-09-18 02:22:17Z")->zoned);
  EXPECT_TRUE(date_text("2017-09-18 02:22:17+00:00")->zoned);
}

TEST(FieldText, KnowsLeapDays) {
  EXPECT_TRUE(seconds_of_date("2016-02-29 00:00:00"));
  EXPECT_FALSE(seconds_of_date("2017-02-29 00:00:00"));
  EXPECT_FALSE(seconds_of_date("1900-02-29 00:00:00"));
}

TEST(FieldText, RefusesDatesThatDoNotExist) {
  for (const char* text : {"2017-13-01 00:00:00", "2017-00-01 00:00:00", "2017-01-32 00:00:00",
                           "2017-01-01 24:00:00", "2017-01-01 00:60:00", "2017-01-01 00:00:61"}) {
    EXPECT_EQ(seconds_of_date(text), std::nullopt) << text;
  }
}

TEST(FieldText, RefusesDatesInAnotherShape) {
  for (const char* text : {"", "2017-01-01", "2017-1-1 00:00:00", "01/02/2017 00:00:00",
                           "2017-01-01 00:00:00 ", "2017-01-01 00:00:00x", "2017-01-01 00:00:00.",
                           "2017-01-01 00:00:00+2", "2017-01-01 00:00:00CEST", "1505701337"}) {
    EXPECT_EQ(seconds_of_date(text), std::nullopt) << text;
  }
}

TEST(FieldText, TrimsBlanksAndTabsOnly) {
  EXPECT_EQ(trimmed(" \ta b\t "), "a b");
  EXPECT_EQ(trimmed("   "), "");
  EXPECT_EQ(trimmed("\n"), "\n");
}

}  // namespace
}  // namespace gpuscape
