#include "sim/base/units/unit_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/number_unit.hpp"
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
Raw refuse_dimension(std::string_view text, Dimension wanted, Dimension written,
                     const NumberAndUnit& read) {
  std::string hint = fmt::format("for example \"{}\"", example_of(wanted));
  if (wanted == Dimension::bandwidth && written == Dimension::bytes)
    hint = fmt::format("write {} {}/s if that much a second is meant", read.written, read.unit);
  if (wanted == Dimension::bytes && written == Dimension::bandwidth)
    hint = fmt::format("write {} {} if the amount is meant", read.written,
                       read.unit.substr(0, read.unit.size() - 2));
  return fault(fmt::format("{} is {}, not {}", quoted(text), dimension_name(written),
                           dimension_name(wanted)),
               std::move(hint));
}

Raw refuse_unit(std::string_view text, Dimension wanted, const NumberAndUnit& read) {
  const std::string_view unit = read.unit;
  const std::string message = fmt::format("{}: \"{}\" is not a unit of {}", quoted(text),
                                          excerpt(unit, 24), dimension_name(wanted));
  // Before the units of other dimensions: "5 m" for a time means minutes, not metres.
  const std::string_view meaning = usual_meaning(unit);
  if (find_unit(wanted, meaning) != nullptr)
    return fault(message, fmt::format("write {} {}", read.written, meaning));
  for (const Dimension other : all_dimensions())
    if (find_unit(other, unit) != nullptr) return refuse_dimension(text, wanted, other, read);
  if (wanted == Dimension::bytes || wanted == Dimension::bandwidth)
    if (const auto prefix = ambiguous_prefix(unit))
      return refuse_ambiguous(text, read.number, *prefix, wanted == Dimension::bandwidth);
  return fault(message, fmt::format("units are: {}", joined_units(wanted)));
}

/// Takes " both directions" off a rate. True when it stood there.
bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
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
  const UnitReading<NumberAndUnit> split = split_quantity(text, whole, [dimension] {
    return QuantityWords{dimension_name(dimension), std::string(example_of(dimension)),
                         joined_units(dimension)};
  });
  if (!split.value) return fault(split.message, split.hint);
  const NumberAndUnit& read = *split.value;
  const Unit* known = find_unit(dimension, read.unit);
  if (known == nullptr) return refuse_unit(whole, dimension, read);
  const double value = known->to_si(read.number) / divisor;
  if (!std::isfinite(value))
    return fault(fmt::format("{}: the value is out of range", quoted(whole)));
  return {.value = value, .message = "", .hint = ""};
}

}  // namespace gpuscape
