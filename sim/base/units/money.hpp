#pragma once
/// Prices as people write them: "185 kEUR", "2.5 USD/h", "0.15 EUR/kWh", "150 EUR/kW/month". The
/// currency is three capital letters (ISO 4217), with k for thousands or M for millions before it;
/// a year has 365 d and a month is a twelfth of it (730 h).

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

class Currency {
 public:
  /// "EUR"; none for a text that is not three capital letters.
  static std::optional<Currency> named(std::string_view code);
  [[nodiscard]] std::string_view code() const { return {code_.data(), code_.size()}; }
  friend auto operator<=>(const Currency&, const Currency&) = default;

 private:
  std::array<char, 3> code_{'U', 'S', 'D'};
};

/// What an amount of money is paid for.
enum class PaidFor : unsigned char {
  once,
  time,        ///< per hour, day, month or year
  energy,      ///< per kWh
  power_time,  ///< per kW of power and month
  data,        ///< per GB
  data_time,   ///< per GB and month
};

/// An amount once, or for one hour, kWh, kW and month, GB, GB and month.
struct Price {
  double amount = 0.0;
  Currency currency;
  PaidFor paid_for = PaidFor::once;

  /// What that much costs, in the price's currency: of seconds, joules, watt-seconds, bytes,
  /// byte-seconds; of a price that is paid once, that many times.
  [[nodiscard]] double of(double quantity) const;
  friend bool operator==(const Price&, const Price&) = default;
};

/// Reads a price of that kind; of any kind without it.
UnitReading<Price> parse_price(std::string_view text,
                               std::optional<PaidFor> paid_for = std::nullopt);

/// Text that reads back as the same price.
std::string exact_text(const Price& price);
/// Three digits: "185 kEUR", "3.2 MEUR", "2.5 USD/h".
std::string human_text(const Price& price);
/// "an amount of money", "a price of energy".
std::string_view paid_for_name(PaidFor paid_for);
/// "185 kEUR", "0.15 EUR/kWh": for hints.
std::string_view price_example(PaidFor paid_for);
/// A regular expression that prices of the kind match: for the schema.
std::string price_pattern(PaidFor paid_for);

}  // namespace gpuscape
