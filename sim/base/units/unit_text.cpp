#include "sim/base/units/unit_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_table.hpp"

namespace gpuscape {

namespace {

using Raw = UnitReading<double>;

Raw fault(std::string message, std::string hint = "") {
  return {.value = std::nullopt, .message = std::move(message), .hint = std::move(hint)};
}

const Unit* find_unit(Dimension dimension, std::string_view name) {
  for (const Unit& unit : units_of(dimension))
    if (unit.name == name) return &unit;
  return nullptr;
}

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

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", excerpt(text)); }

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

/// "Gb/s", "Gbps", "GBps", "Gb": `b` may mean bit or byte. The prefix letter, or nothing.
std::optional<std::string_view> ambiguous_prefix(std::string_view unit) {
  static constexpr std::string_view kPrefixes = "kKMGTP";
  if (unit.empty()) return std::nullopt;
  const bool prefixed = kPrefixes.find(unit[0]) != std::string_view::npos;
  const std::string_view tail = unit.substr(prefixed ? 1 : 0);
  if (tail != "b" && tail != "b/s" && tail != "bps" && tail != "Bps") return std::nullopt;
  return prefixed ? (unit[0] == 'K' ? std::string_view("k") : unit.substr(0, 1)) : "";
}

Raw refuse_ambiguous(std::string_view text, double number, std::string_view prefix, bool rate) {
  const std::string_view tail = rate ? "/s" : "";
  return fault(fmt::format("{}: the unit may mean bits or bytes", quoted(text)),
               fmt::format("write {0} {1}bit{2} (= {3} {1}B{2}) for bits, or {0} {1}B{2} "
                           "(= {4} {1}bit{2}) for bytes",
                           number, prefix, tail, number / 8.0, number * 8.0));
}

struct Alias {
  std::string_view wrong;
  std::string_view right;
};

/// What people write for a unit, and the unit; both for hints only.
std::string_view usual_meaning(std::string_view unit) {
  static constexpr Alias kAliases[] = {{"sec", "s"},
                                       {"secs", "s"},
                                       {"second", "s"},
                                       {"seconds", "s"},
                                       {"S", "s"},
                                       {"m", "min"},
                                       {"mins", "min"},
                                       {"minute", "min"},
                                       {"minutes", "min"},
                                       {"hr", "h"},
                                       {"hrs", "h"},
                                       {"hour", "h"},
                                       {"hours", "h"},
                                       {"H", "h"},
                                       {"day", "d"},
                                       {"days", "d"},
                                       {"D", "d"},
                                       {"year", "y"},
                                       {"years", "y"},
                                       {"µs", "us"},
                                       {"μs", "us"},
                                       {"usec", "us"},
                                       {"msec", "ms"},
                                       {"KB", "kB"},
                                       {"K", "kB"},
                                       {"M", "MB"},
                                       {"G", "GB"},
                                       {"T", "TB"},
                                       {"kiB", "KiB"},
                                       {"byte", "B"},
                                       {"bytes", "B"},
                                       {"Byte", "B"},
                                       {"Bytes", "B"},
                                       {"KB/s", "kB/s"},
                                       {"gb/s", "GB/s"},
                                       {"gbit/s", "Gbit/s"},
                                       {"gb", "GB"},
                                       {"mb", "MB"},
                                       {"tb", "TB"},
                                       {"bits/s", "bit/s"},
                                       {"Gbits/s", "Gbit/s"},
                                       {"Mbits/s", "Mbit/s"}};
  for (const Alias& alias : kAliases)
    if (alias.wrong == unit) return alias.right;
  return "";
}

std::string joined_units(Dimension dimension) {
  std::string result;
  for (const Unit& unit : units_of(dimension))
    result += fmt::format("{}{}", result.empty() ? "" : " ", unit.name);
  return result;
}

/// A unit of another dimension: says what was written and what is wanted.
Raw refuse_dimension(std::string_view text, Dimension wanted, Dimension written, const Split& split,
                     std::string_view unit) {
  std::string hint = fmt::format("for example \"{}\"", example_of(wanted));
  if (wanted == Dimension::bandwidth && written == Dimension::bytes)
    hint = fmt::format("write {} {}/s if that much a second is meant", split.number, unit);
  if (wanted == Dimension::bytes && written == Dimension::bandwidth)
    hint = fmt::format("write {} {} if the amount is meant", split.number,
                       unit.substr(0, unit.size() - 2));
  return fault(fmt::format("{} is {}, not {}", quoted(text), dimension_name(written),
                           dimension_name(wanted)),
               std::move(hint));
}

Raw refuse_unit(std::string_view text, Dimension wanted, const Split& split, std::string_view unit,
                double number) {
  const std::string message = fmt::format("{}: \"{}\" is not a unit of {}", quoted(text),
                                          excerpt(unit, 24), dimension_name(wanted));
  // Before the units of other dimensions: "5 m" for a time means minutes, not metres.
  const std::string_view meaning = usual_meaning(unit);
  if (find_unit(wanted, meaning) != nullptr)
    return fault(message, fmt::format("write {} {}", split.number, meaning));
  for (const Dimension other : all_dimensions())
    if (find_unit(other, unit) != nullptr)
      return refuse_dimension(text, wanted, other, split, unit);
  if (wanted == Dimension::bytes || wanted == Dimension::bandwidth)
    if (const auto prefix = ambiguous_prefix(unit))
      return refuse_ambiguous(text, number, *prefix, wanted == Dimension::bandwidth);
  return fault(message, fmt::format("units are: {}", joined_units(wanted)));
}

Raw refuse_number(std::string_view text, Dimension wanted) {
  std::string word = trimmed(text).substr(0, 4);
  for (char& c : word) c = static_cast<char>(c | 0x20);
  const std::string_view plain = std::string_view(word).substr(word.starts_with('-') ? 1 : 0);
  if (plain.starts_with("nan") || plain.starts_with("inf"))
    return fault(fmt::format("{} is not a finite number", quoted(text)),
                 fmt::format("for example \"{}\"", example_of(wanted)));
  if (text != trimmed(text))
    return fault(fmt::format("{}: white space around the quantity", quoted(text)),
                 fmt::format("write \"{}\"", excerpt(trimmed(text))));
  return fault(fmt::format("{} is not {}", quoted(text), dimension_name(wanted)),
               fmt::format("number, space, unit; for example \"{}\"", example_of(wanted)));
}

/// Number and unit are there, but not with exactly one space between them.
Raw refuse_spacing(std::string_view text, const Split& split, Dimension wanted) {
  const std::string unit = trimmed(split.unit);
  if (unit.empty())
    return fault(fmt::format("{} has no unit", quoted(text)),
                 fmt::format("units are: {}", joined_units(wanted)));
  if (unit.starts_with(','))
    return fault(fmt::format("{}: a decimal comma", quoted(text)), "write a decimal point: 1.5");
  return fault(fmt::format("{}: exactly one space must separate number and unit", quoted(text)),
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

/// Takes " both directions" off a rate. True when it stood there.
bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

Raw refuse_many(std::string_view text, const Split& split, std::string_view unit) {
  const bool digits = unit.find_first_of("0123456789") != std::string_view::npos;
  return fault(fmt::format("{}: a quantity is one number and one unit", quoted(text)),
               digits
                   ? "write 90 min or 1.5 h instead of 1 h 30 min, 1500 instead of 1 500"
                   : fmt::format("write \"{} {}\"", split.number, unit.substr(0, unit.find(' '))));
}

}  // namespace

UnitReading<double> parse_quantity(std::string_view whole, Dimension dimension) {
  std::string_view text = whole;
  double divisor = 1.0;
  if (dimension == Dimension::bandwidth) {
    if (take_suffix(text, " both directions")) divisor = 2.0;
    if (take_suffix(text, " raw"))
      return fault(
          fmt::format("{}: the payload of a raw rate depends on the link's encoding, which is "
                      "not known here",
                      quoted(whole)),
          "write the payload rate, without raw");
  }
  const Split split = split_number(text);
  if (!has_digit(split.number)) return refuse_number(whole, dimension);
  const std::string_view unit = split.unit.substr(split.unit.starts_with(' ') ? 1 : 0);
  if (!split.unit.starts_with(' ') || unit.empty() || unit != trimmed(unit))
    return refuse_spacing(whole, split, dimension);
  if (unit.find(' ') != std::string_view::npos) return refuse_many(whole, split, unit);
  const std::optional<double> number = number_value(split.number);
  if (!number) return fault(fmt::format("{}: the number is out of range", quoted(whole)));
  const Unit* known = find_unit(dimension, unit);
  if (known == nullptr) return refuse_unit(whole, dimension, split, unit, *number);
  const double value = known->to_si(*number) / divisor;
  if (!std::isfinite(value))
    return fault(fmt::format("{}: the value is out of range", quoted(whole)));
  return {.value = value, .message = "", .hint = ""};
}

}  // namespace gpuscape
