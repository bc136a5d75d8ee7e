#include "sim/base/units/unit_text.hpp"

#include <gmock/gmock.h>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

TEST(UnitText, ReadsEveryUnitOfTime) {
  EXPECT_EQ(parse<Seconds>("3 ns").value, Seconds(3e-9));
  EXPECT_EQ(parse<Seconds>("3 us").value, Seconds(3e-6));
  EXPECT_EQ(parse<Seconds>("3 ms").value, Seconds(3e-3));
  EXPECT_EQ(parse<Seconds>("1.5 s").value, Seconds(1.5));
  EXPECT_EQ(parse<Seconds>("20 min").value, Seconds(1200));
  EXPECT_EQ(parse<Seconds>("2 h").value, Seconds(7200));
  EXPECT_EQ(parse<Seconds>("7 d").value, Seconds(604800));
  EXPECT_EQ(parse<Seconds>("1 y").value, Seconds(365.0 * 86400));
}

TEST(UnitText, TellsPowersOfThousandFromPowersOf1024) {
  EXPECT_EQ(parse<Bytes>("1 GB").value, Bytes(1e9));
  EXPECT_EQ(parse<Bytes>("1 GiB").value, Bytes(1073741824.0));
  EXPECT_EQ(parse<Bytes>("2 TiB").value, Bytes(2199023255552.0));
  EXPECT_EQ(parse<Bytes>("8 Gbit").value, Bytes(1e9));
}

TEST(UnitText, ReadsRatesInBytesAndBits) {
  EXPECT_EQ(parse<BytesPerSecond>("25 GB/s").value, BytesPerSecond(25e9));
  EXPECT_EQ(parse<BytesPerSecond>("200 Gbit/s").value, BytesPerSecond(25e9));
  EXPECT_EQ(parse<BytesPerSecond>("1 GiB/s").value, BytesPerSecond(1073741824.0));
}

TEST(UnitText, HalvesWhatIsGivenForBothDirections) {
  EXPECT_EQ(parse<BytesPerSecond>("600 GB/s both directions").value, BytesPerSecond(300e9));
}

TEST(UnitText, ReadsSignsAndExponents) {
  EXPECT_EQ(parse<Seconds>("-5 s").value, Seconds(-5));
  EXPECT_EQ(parse<Seconds>("+1e3 s").value, Seconds(1000));
  EXPECT_EQ(parse<Seconds>(".5 h").value, Seconds(1800));
}

TEST(UnitText, RefusesGbpsWithBothReadings) {
  for (const char* text : {"200 Gb/s", "200 Gbps"}) {
    const auto reading = parse<BytesPerSecond>(text);
    ASSERT_FALSE(reading.value) << text;
    EXPECT_THAT(reading.message, HasSubstr("bits or bytes"));
    EXPECT_EQ(reading.hint,
              "write 200 Gbit/s (= 25 GB/s) for bits, or 200 GB/s (= 1600 Gbit/s) for bytes");
  }
}

TEST(UnitText, RefusesAnAmountForARateAndSaysHowToWriteIt) {
  const auto reading = parse<BytesPerSecond>("450 GB");
  ASSERT_FALSE(reading.value);
  EXPECT_EQ(reading.message, "\"450 GB\" is an amount of data, not a rate");
  EXPECT_EQ(reading.hint, "write 450 GB/s if that much a second is meant");
}

TEST(UnitText, RefusesARateForAnAmount) {
  EXPECT_EQ(parse<Bytes>("2 GB/s").hint, "write 2 GB if the amount is meant");
}

TEST(QuantityText, ReadsUnitsWithoutATypeOfTheirOwn) {
  EXPECT_EQ(parse_quantity("3.5 kW", Dimension::power).value, 3500.0);
  EXPECT_EQ(parse_quantity("149000 USD", Dimension::money).value, 149000.0);
  EXPECT_EQ(parse_quantity("2.5 USD/h", Dimension::hourly_price).value, 2.5);
  EXPECT_EQ(parse_quantity("125 TFLOP/s", Dimension::compute).value, 125e12);
  EXPECT_EQ(parse_quantity("47 TOP/s", Dimension::compute).value, 47e12);
  EXPECT_EQ(parse_quantity("2.2 GHz", Dimension::frequency).value, 2.2e9);
  EXPECT_EQ(parse_quantity("30 cm", Dimension::length).value, 0.3);
}

TEST(QuantityText, TellsOneDimensionFromAnother) {
  EXPECT_EQ(parse_quantity("16 GB", Dimension::power).message,
            "\"16 GB\" is an amount of data, not a power");
  EXPECT_EQ(parse<Bytes>("300 W").message, "\"300 W\" is a power, not an amount of data");
  EXPECT_EQ(parse_quantity("300 w", Dimension::power).hint, "units are: W kW MW");
}

TEST(UnitText, RefusesARawRate) {
  EXPECT_THAT(parse<BytesPerSecond>("64 Gbit/s raw").message, HasSubstr("encoding"));
}

struct Refused {
  std::string text;
  std::string part;  ///< of message and hint together
};

class RefusedTime : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedTime, SaysWhatIsWrong) {
  const auto reading = parse<Seconds>(GetParam().text);
  EXPECT_FALSE(reading.value);
  EXPECT_THAT(reading.message + "; " + reading.hint, HasSubstr(GetParam().part));
}

INSTANTIATE_TEST_SUITE_P(
    UnitText, RefusedTime,
    ::testing::Values(
        Refused{"", "for example \"20 min\""}, Refused{"nan s", "not a finite number"},
        Refused{"inf s", "not a finite number"}, Refused{"-Infinity h", "not a finite number"},
        Refused{"NaN", "not a finite number"}, Refused{"20min", "write \"20 min\""},
        Refused{"20  min", "write \"20 min\""}, Refused{" 20 min", "write \"20 min\""},
        Refused{"20 min ", "write \"20 min\""}, Refused{"20", "has no unit"},
        Refused{"20 ", "has no unit"}, Refused{"1,5 h", "decimal point"},
        Refused{"1 h 30 min", "one number and one unit"}, Refused{"20 minutes", "write 20 min"},
        Refused{"5 m", "write 5 min"}, Refused{"5 µs", "write 5 us"}, Refused{"5 H", "write 5 h"},
        Refused{"5 fortnights", "\"fortnights\" is not a unit of a time"},
        Refused{"1e999 s", "out of range"}, Refused{"1e308 y", "out of range"},
        Refused{"5 GB", "an amount of data, not a time"}, Refused{"soon", "number, space, unit"},
        Refused{"--5 s", "number, space, unit"}, Refused{". s", "number, space, unit"},
        Refused{"e5 s", "number, space, unit"}));

TEST(UnitText, ShowsOnlyTheBeginningOfALongText) {
  EXPECT_LT(parse<Seconds>(std::string(1'000'000, 'x')).message.size(), 400U);
  EXPECT_LT(parse<Seconds>("5 " + std::string(1'000'000, 'x')).message.size(), 400U);
  EXPECT_LT(parse<Seconds>("5" + std::string(1'000'000, '0') + " s").message.size(), 400U);
}

}  // namespace
}  // namespace gpuscape
