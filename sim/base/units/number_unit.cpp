#include "sim/base/units/number_unit.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

using Fault = UnitReading<NumberAndUnit>;

Fault number_fault(std::string message, std::string hint = "") {
  return {.value = std::nullopt, .message = std::move(message), .hint = std::move(hint)};
}

/// A text cut behind its number.
struct Split {
  std::string_view number;
  std::string_view unit;  ///< with what stands before it
};

/// The longest beginning that a number can have.
Split split_number(std::string_view text) {
  std::size_t end = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto skip_digits = [&] {
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  };
  skip_digits();
  if (end < text.size() && text[end] == '.') ++end;
  skip_digits();
  if (end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t sign = text[end + 1] == '-' || text[end + 1] == '+' ? 1 : 0;
    const std::size_t digit = end + 1 + sign;
    if (digit < text.size() && text[digit] >= '0' && text[digit] <= '9') {
      end = digit;
      skip_digits();
    }
  }
  return {text.substr(0, end), text.substr(end)};
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

Fault refuse_number(std::string_view text, const QuantityWords& words) {
  std::string word = trimmed(text).substr(0, 4);
  for (char& c : word) c = static_cast<char>(c | 0x20);
  const std::string_view plain = std::string_view(word).substr(word.starts_with('-') ? 1 : 0);
  if (plain.starts_with("nan") || plain.starts_with("inf"))
    return number_fault(fmt::format("{} is not a finite number", quoted(text)),
                        fmt::format("for example \"{}\"", words.example));
  if (text != trimmed(text))
    return number_fault(fmt::format("{}: white space around the quantity", quoted(text)),
                        fmt::format("write \"{}\"", excerpt(trimmed(text))));
  return number_fault(fmt::format("{} is not {}", quoted(text), words.name),
                      fmt::format("number, space, unit; for example \"{}\"", words.example));
}

/// Number and unit are there, but not with exactly one space between them.
Fault refuse_spacing(std::string_view text, const Split& split, const QuantityWords& words) {
  const std::string unit = trimmed(split.unit);
  if (unit.empty())
    return number_fault(fmt::format("{} has no unit", quoted(text)),
                        fmt::format("units are: {}", words.units));
  if (unit.starts_with(','))
    return number_fault(fmt::format("{}: a decimal comma", quoted(text)),
                        "write a decimal point: 1.5");
  return number_fault(
      fmt::format("{}: exactly one space must separate number and unit", quoted(text)),
      fmt::format("write \"{} {}\"", split.number, excerpt(unit, 24)));
}

bool has_digit(std::string_view number) {
  return number.find_first_of("0123456789") < number.find_first_of("eE");
}

/// Reads the number; nothing when a double cannot hold it.
std::optional<double> number_value(std::string_view number) {
  if (number.starts_with('+')) number.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  return value;
}

Fault refuse_many(std::string_view text, const Split& split, std::string_view unit) {
  const bool digits = unit.find_first_of("0123456789") != std::string_view::npos;
  return number_fault(
      fmt::format("{}: a quantity is one number and one unit", quoted(text)),
      digits ? "write 90 min or 1.5 h instead of 1 h 30 min, 1500 instead of 1 500"
             : fmt::format("write \"{} {}\"", split.number, unit.substr(0, unit.find(' '))));
}

}  // namespace

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", excerpt(text)); }

UnitReading<NumberAndUnit> split_quantity(std::string_view text, std::string_view whole,
                                          const std::function<QuantityWords()>& words) {
  const Split split = split_number(text);
  if (!has_digit(split.number)) return refuse_number(whole, words());
  const std::string_view unit = split.unit.substr(split.unit.starts_with(' ') ? 1 : 0);
  if (!split.unit.starts_with(' ') || unit.empty() || unit != trimmed(unit))
    return refuse_spacing(whole, split, words());
  if (unit.find(' ') != std::string_view::npos) return refuse_many(whole, split, unit);
  const std::optional<double> number = number_value(split.number);
  if (!number) return number_fault(fmt::format("{}: the number is out of range", quoted(whole)));
  return {.value = NumberAndUnit{*number, split.number, unit}};
}

}  // namespace gpuscape
