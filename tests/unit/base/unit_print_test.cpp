#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {
namespace {

TEST(ExactText, ChoosesTheUnitThatMakesItShortest) {
  EXPECT_EQ(exact_text(Seconds(0)), "0 s");
  EXPECT_EQ(exact_text(Seconds(1200)), "20 min");
  EXPECT_EQ(exact_text(Seconds(60)), "1 min");
  EXPECT_EQ(exact_text(Seconds(604800)), "7 d");
  EXPECT_EQ(exact_text(Seconds(2e-6)), "2 us");
  EXPECT_EQ(exact_text(Bytes(1099511627776.0)), "1 TiB");
  EXPECT_EQ(exact_text(Bytes(2e8)), "200 MB");
  EXPECT_EQ(exact_text(BytesPerSecond(25e9)), "25 GB/s");
  EXPECT_EQ(exact_text(BytesPerSecond(12.5e9)), "100 Gbit/s");
}

TEST(ExactText, ReadsBackAsTheSameValue) {
  std::mt19937_64 bits(1);
  for (int i = 0; i < 10'000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(bits() >> 11U), static_cast<int>(bits() % 100) - 80);
    EXPECT_EQ(parse<Seconds>(exact_text(Seconds(value))).value, Seconds(value));
    EXPECT_EQ(parse<Bytes>(exact_text(Bytes(value))).value, Bytes(value));
    EXPECT_EQ(parse<BytesPerSecond>(exact_text(BytesPerSecond(value))).value,
              BytesPerSecond(value));
  }
}

TEST(HumanText, ComposesTwoUnitsOfTime) {
  EXPECT_EQ(human_text(Seconds(0)), "0 s");
  EXPECT_EQ(human_text(Seconds(0.25)), "250 ms");
  EXPECT_EQ(human_text(Seconds(12.34)), "12.3 s");
  EXPECT_EQ(human_text(Seconds(252)), "4 min 12 s");
  EXPECT_EQ(human_text(Seconds(42 * 60)), "42 min");
  EXPECT_EQ(human_text(Seconds(73 * 60)), "1 h 13 min");
  EXPECT_EQ(human_text(Seconds(76 * 3600)), "3 d 4 h");
}

TEST(HumanText, CarriesIntoTheNextUnit) {
  EXPECT_EQ(human_text(Seconds(0.9996)), "1 s");
  EXPECT_EQ(human_text(Seconds(59.94)), "59.9 s");
  EXPECT_EQ(human_text(Seconds(59.96)), "1 min");
  EXPECT_EQ(human_text(Seconds(599.4)), "9 min 59 s");
  EXPECT_EQ(human_text(Seconds(599.6)), "10 min");
  EXPECT_EQ(human_text(Seconds(3599)), "1 h");
  EXPECT_EQ(human_text(Seconds(86399)), "1 d");
}

TEST(HumanText, NamesWhatIsNoFiniteTime) {
  EXPECT_EQ(human_text(kForever), "forever");
  EXPECT_EQ(human_text(Seconds(std::nan(""))), "not a number");
  EXPECT_EQ(human_text(Seconds(-90)), "-1 min 30 s");
  EXPECT_EQ(human_text(Seconds(3.1536e20)), "1e+13 y");
}

TEST(RoundedText, GivesOneUnitWithTwoDigitsOrMore) {
  EXPECT_EQ(rounded_text(Seconds(0)), "0 s");
  EXPECT_EQ(rounded_text(Seconds(3.7 * 3600)), "3.7 h");
  EXPECT_EQ(rounded_text(Seconds(16.2 * 60)), "16 min");
  EXPECT_EQ(rounded_text(Seconds(3600)), "1 h");
  EXPECT_EQ(rounded_text(Seconds(3599)), "1 h");
  EXPECT_EQ(rounded_text(Seconds(1.25 * 86400)), "1.3 d");
  EXPECT_EQ(rounded_text(Seconds(400.0 * 86400)), "400 d");
}

TEST(HumanText, PrintsBytesInPowersOf1024OnlyWhereTheyFit) {
  EXPECT_EQ(human_text(Bytes(0)), "0 B");
  EXPECT_EQ(human_text(Bytes(1.5 * 1099511627776.0)), "1.5 TiB");
  EXPECT_EQ(human_text(Bytes(2e8)), "200 MB");
  EXPECT_EQ(human_text(Bytes(8192)), "8 KiB");
  EXPECT_EQ(human_text(Bytes(16e9)), "16 GB");
  EXPECT_EQ(human_text(Bytes(960e6)), "960 MB");
  EXPECT_EQ(human_text(Bytes(999.4e6)), "999 MB");
  EXPECT_EQ(human_text(Bytes(999.6e6)), "1 GB");
  EXPECT_EQ(human_text(BytesPerSecond(25e9)), "25 GB/s");
}

TEST(HumanQuantity, TakesTheNextUnitOnlyWhereThreeDigitsReachIt) {
  EXPECT_EQ(human_quantity(960e6, Dimension::bytes), "960 MB");
  EXPECT_EQ(human_quantity(999.4e6, Dimension::bytes), "999 MB");
  EXPECT_EQ(human_quantity(999.6e6, Dimension::bytes), "1 GB");
}

TEST(HumanCount, GroupsDigitsInThrees) {
  EXPECT_EQ(human_count(0), "0");
  EXPECT_EQ(human_count(999), "999");
  EXPECT_EQ(human_count(1000), "1 000");
  EXPECT_EQ(human_count(68043), "68 043");
  EXPECT_EQ(human_count(-1234567), "-1 234 567");
}

}  // namespace
}  // namespace gpuscape
