#include "sim/base/units/money.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/base/units/number_unit.hpp"

namespace gpuscape {

namespace {

constexpr double kYear = 365.0 * kSecondsPerDay;
constexpr double kMonth = kYear / 12.0;
constexpr double kKilo = 1e3;
constexpr double kMega = 1e6;
constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;

/// What stands after the currency.
struct Per {
  PaidFor paid_for;
  std::string_view text;
  double units;  ///< seconds, joules, … in one of it
};

/// The first of each kind is what prices are written in.
constexpr Per kPer[] = {
    {PaidFor::once, "", 1.0},
    {PaidFor::time, "/h", kSecondsPerHour},
    {PaidFor::time, "/d", kSecondsPerDay},
    {PaidFor::time, "/month", kMonth},
    {PaidFor::time, "/y", kYear},
    {PaidFor::energy, "/kWh", kKilo* kSecondsPerHour},
    {PaidFor::energy, "/MWh", kMega* kSecondsPerHour},
    {PaidFor::power_time, "/kW/month", kKilo* kMonth},
    {PaidFor::power_time, "/kW/y", kKilo* kYear},
    {PaidFor::power_time, "/MW/y", kMega* kYear},
    {PaidFor::data, "/GB", kGiga},
    {PaidFor::data, "/TB", kTera},
    {PaidFor::data_time, "/GB/month", kGiga* kMonth},
    {PaidFor::data_time, "/TB/month", kTera* kMonth},
    {PaidFor::data_time, "/TB/y", kTera* kYear},
};

struct Kind {
  std::string_view name;
  std::string_view example;
};

/// In the order of the kinds.
constexpr Kind kKinds[] = {
    {"an amount of money", "185 kEUR"},    {"a price per time", "2.5 USD/h"},
    {"a price of energy", "0.15 EUR/kWh"}, {"a price of power per month", "150 EUR/kW/month"},
    {"a price of data", "0.09 USD/GB"},    {"a price of stored data", "0.02 USD/GB/month"},
};

const Kind& kind_of(PaidFor paid_for) { return kKinds[static_cast<std::size_t>(paid_for)]; }

std::string units_text(std::optional<PaidFor> paid_for) {
  std::string units;
  for (const Per& per : kPer)
    if (!paid_for || per.paid_for == *paid_for)
      units += fmt::format("{}EUR{}", units.empty() ? "" : ", ", per.text);
  return units + "; any currency of three capital letters, with k or M before it";
}

QuantityWords words_of(std::optional<PaidFor> paid_for) {
  if (!paid_for) return {"a price", std::string(price_example(PaidFor::once)), units_text({})};
  return {std::string(paid_for_name(*paid_for)), std::string(price_example(*paid_for)),
          units_text(paid_for)};
}

UnitReading<Price> price_fault(std::string message, std::string hint) {
  return {.message = std::move(message), .hint = std::move(hint)};
}

const Per& written_in(PaidFor paid_for) {
  return *std::ranges::find(kPer, paid_for, &Per::paid_for);
}

/// Signs and small letters that people write for a currency, and what to write instead.
std::string_view meant_currency(std::string_view word) {
  if (word.find("€") != std::string_view::npos) return "EUR";
  if (word.find('$') != std::string_view::npos) return "USD";
  if (word.find("£") != std::string_view::npos) return "GBP";
  return "";
}

}  // namespace

std::optional<Currency> Currency::named(std::string_view code) {
  const auto is_capital = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
  Currency currency;
  if (code.size() != currency.code_.size() || !std::ranges::all_of(code, is_capital))
    return std::nullopt;
  std::ranges::copy(code, currency.code_.begin());
  return currency;
}

std::string_view paid_for_name(PaidFor paid_for) { return kind_of(paid_for).name; }
std::string_view price_example(PaidFor paid_for) { return kind_of(paid_for).example; }

UnitReading<Price> parse_price(std::string_view text, std::optional<PaidFor> paid_for) {
  const UnitReading<NumberAndUnit> split =
      split_quantity(text, text, [paid_for] { return words_of(paid_for); });
  if (!split.value) return price_fault(split.message, split.hint);
  const std::string_view unit = split.value->unit;
  std::string_view code = unit.substr(0, unit.find('/'));
  const std::string_view per_text = unit.substr(code.size());
  double factor = 1.0;
  if (code.size() == 4 && (code.front() == 'k' || code.front() == 'M')) {
    factor = code.front() == 'k' ? kKilo : kMega;
    code.remove_prefix(1);
  }
  const std::optional<Currency> currency = Currency::named(code);
  if (!currency) {
    const std::string_view meant = meant_currency(unit);
    return price_fault(fmt::format("{}: \"{}\" is not a currency", quoted(text), excerpt(code, 24)),
                       meant.empty()
                           ? fmt::format("three capital letters, for example \"{}\"",
                                         price_example(paid_for.value_or(PaidFor::once)))
                           : fmt::format("write {} {}{}", split.value->written, meant, per_text));
  }
  const auto* per = std::ranges::find(kPer, per_text, &Per::text);
  if (per == std::end(kPer))
    return price_fault(fmt::format("{}: \"{}\" is not what a price is paid for", quoted(text),
                                   excerpt(per_text, 24)),
                       fmt::format("units are: {}", units_text(paid_for)));
  if (paid_for && per->paid_for != *paid_for)
    return price_fault(fmt::format("{} is {}, not {}", quoted(text), paid_for_name(per->paid_for),
                                   paid_for_name(*paid_for)),
                       fmt::format("for example \"{}\"", price_example(*paid_for)));
  const double amount =
      split.value->number * factor * (written_in(per->paid_for).units / per->units);
  if (!std::isfinite(amount))
    return price_fault(fmt::format("{}: the value is out of range", quoted(text)), "");
  return {.value = Price{amount, *currency, per->paid_for}};
}

double Price::of(double quantity) const { return amount * quantity / written_in(paid_for).units; }

std::string exact_text(const Price& price) {
  const Per& per = written_in(price.paid_for);
  return fmt::format("{} {}{}", price.amount, price.currency.code(), per.text);
}

std::string human_text(const Price& price) {
  const Per& per = written_in(price.paid_for);
  const double amount = price.amount;
  const double size = std::abs(amount);
  const bool millions = size >= 0.9995e6;
  const bool thousands = !millions && size >= 9.995e3;
  const double shown = millions ? amount / kMega : thousands ? amount / kKilo : amount;
  const int digits = std::abs(shown) < 9.995 ? 2 : std::abs(shown) < 99.95 ? 1 : 0;
  std::string number = fmt::format("{:.{}f}", shown, digits);
  if (digits > 0) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.')) number.pop_back();
  }
  return fmt::format("{} {}{}{}", number,
                     millions    ? "M"
                     : thousands ? "k"
                                 : "",
                     price.currency.code(), per.text);
}

std::string price_pattern(PaidFor paid_for) {
  std::string units;
  for (const Per& per : kPer)
    if (per.paid_for == paid_for) units += fmt::format("{}{}", units.empty() ? "" : "|", per.text);
  return fmt::format("^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)? [kM]?[A-Z]{{3}}{}$",
                     units.empty() ? "" : fmt::format("({})", units));
}

}  // namespace gpuscape
