#include "sim/base/units/money.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

Price price(std::string_view text) { return parse_price(text).value.value(); }

TEST(Money, IsReadWithItsCurrencyAndWhatItIsPaidFor) {
  EXPECT_EQ(price("185 kEUR").amount, 185e3);
  EXPECT_EQ(price("3 MEUR").amount, 3e6);
  EXPECT_EQ(price("1.5 CHF").currency.code(), "CHF");
  EXPECT_EQ(price("2 kMXN").currency.code(), "MXN");
  EXPECT_EQ(price("2.5 USD/h").paid_for, PaidFor::time);
  EXPECT_EQ(price("0.15 EUR/kWh").paid_for, PaidFor::energy);
  EXPECT_EQ(price("150 EUR/kW/month").paid_for, PaidFor::power_time);
  EXPECT_EQ(price("0.09 USD/GB").paid_for, PaidFor::data);
  EXPECT_EQ(price("20 USD/TB/month").paid_for, PaidFor::data_time);
}

// By hand: 24 h of 2.5 USD/h; a year of 8 760 h; 10 kWh are 36 MJ; 5 kW for a month of 730 h.
TEST(Money, CostsWhatItsUnitSays) {
  constexpr double kHour = 3600.0;
  EXPECT_DOUBLE_EQ(price("2.5 USD/h").of(24.0 * kHour), 60.0);
  EXPECT_DOUBLE_EQ(price("8760 USD/y").of(kHour), 1.0);
  EXPECT_DOUBLE_EQ(price("730 EUR/month").of(kHour), 1.0);
  EXPECT_DOUBLE_EQ(price("0.15 EUR/kWh").of(36e6), 1.5);
  EXPECT_DOUBLE_EQ(price("150 EUR/kW/month").of(5e3 * 730.0 * kHour), 750.0);
  EXPECT_DOUBLE_EQ(price("0.02 USD/GB/month").of(1e12 * 365.0 / 12.0 * 86400.0), 20.0);
  EXPECT_DOUBLE_EQ(price("20 USD/TB/month").of(1e12 * 730.0 * kHour), 20.0);
  EXPECT_DOUBLE_EQ(price("90 USD/TB").of(1e9), 0.09);
  EXPECT_DOUBLE_EQ(price("7 EUR").of(3.0), 21.0);
}

TEST(Money, ReadsBackAsItIsWritten) {
  for (const char* text : {"185 kEUR", "0.1 USD", "2.51 USD/h", "4500 USD/y", "0.15 EUR/kWh",
                           "90 kEUR/y", "150 EUR/kW/month", "1 USD/TB/y"})
    EXPECT_EQ(price(exact_text(price(text))), price(text)) << text;
  EXPECT_EQ(exact_text(price("0.15 EUR/kWh")), "0.15 EUR/kWh");
}

TEST(Money, IsRoundedForPeople) {
  EXPECT_EQ(human_text(price("185 kEUR")), "185 kEUR");
  EXPECT_EQ(human_text(price("3234567 EUR")), "3.23 MEUR");
  EXPECT_EQ(human_text(price("999999 EUR")), "1 MEUR");
  EXPECT_EQ(human_text(price("9000 EUR")), "9000 EUR");
  EXPECT_EQ(human_text(price("32.77 USD/h")), "32.8 USD/h");
  EXPECT_EQ(human_text(price("-12345 USD")), "-12.3 kUSD");
}

struct Wrong {
  const char* text;
  const char* message;
  const char* hint;
};

class WrongMoney : public testing::TestWithParam<Wrong> {};

TEST_P(WrongMoney, SaysWhatIsWrongAndWhatToWrite) {
  const auto read = parse_price(GetParam().text, PaidFor::energy);
  EXPECT_FALSE(read.value);
  EXPECT_THAT(read.message, HasSubstr(GetParam().message));
  EXPECT_THAT(read.hint, HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    Money, WrongMoney,
    testing::Values(Wrong{"0.15", "has no unit", "EUR/kWh"},
                    Wrong{"0.15 €/kWh", "not a currency", "write 0.15 EUR/kWh"},
                    Wrong{"0.15 eur/kWh", "not a currency", "three capital letters"},
                    Wrong{"0.15 EUR", "is an amount of money, not a price of energy", "EUR/kWh"},
                    Wrong{"0.15 EUR/kwh", "\"/kwh\" is not what a price is paid for", "EUR/kWh"},
                    Wrong{"0.15EUR/kWh", "exactly one space", "write \"0.15 EUR/kWh\""},
                    Wrong{"0,15 EUR/kWh", "decimal comma", "1.5"},
                    Wrong{"1e308 MEUR/kWh", "out of range", ""},
                    Wrong{"nan EUR/kWh", "not a finite number", "0.15 EUR/kWh"},
                    Wrong{"", "is not a price of energy", "number, space, unit"}));

TEST(Money, MatchesThePatternOfItsKindAndOfNoOther) {
  for (const PaidFor kind : {PaidFor::once, PaidFor::time, PaidFor::energy, PaidFor::power_time,
                             PaidFor::data, PaidFor::data_time}) {
    const std::string example(price_example(kind));
    EXPECT_TRUE(parse_price(example, kind).value) << example;
    for (const PaidFor other : {PaidFor::once, PaidFor::time, PaidFor::energy, PaidFor::power_time,
                                PaidFor::data, PaidFor::data_time})
      EXPECT_EQ(std::regex_match(example, std::regex(price_pattern(other))), kind == other);
  }
}

}  // namespace
}  // namespace gpuscape
