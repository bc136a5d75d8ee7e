#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/fields/reserved.hpp"

namespace gpuscape {

namespace {

constexpr double kLongestTime = 1e5 * 365.0 * 86400.0;
constexpr double kMostBytes = 4611686018427387904.0;  // 2^62: fits a 64-bit integer

/// The description with bounds that hold for every quantity of its kind.
FieldDescription at_most(FieldDescription field, double most) {
  field.bounds.most = std::min(field.bounds.most, most);
  return field;
}

bool is_plain_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace

bool ObjectReader::within(const FieldDescription& field, double value, const std::string& shown) {
  std::string fault = bounds_fault({field.type, field.bounds}, value, shown);
  if (fault.empty()) return true;
  issue(field.key, std::move(fault));
  return false;
}

std::optional<std::int64_t> ObjectReader::to_count(const FieldDescription& field,
                                                   const JsonValue& value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: every whole number up to here is a double
  const double number = value.number();
  const bool whole =
      value.kind() == JsonValue::Kind::integer ||
      (value.is_number() && std::abs(number) <= kExact && number == std::floor(number));
  if (!whole) {
    const bool quoted = value.is_text() && is_plain_number(value.text());
    issue_wrong_type(field.key, value, "a whole number", quoted ? "write it without quotes" : "");
    return std::nullopt;
  }
  if (!within(field, number, write_json(value))) return std::nullopt;
  return value.kind() == JsonValue::Kind::integer ? value.integer()
                                                  : static_cast<std::int64_t>(number);
}

std::optional<double> ObjectReader::to_number(const FieldDescription& field,
                                              const JsonValue& value) {
  if (!value.is_number()) {
    const bool quoted = value.is_text() && is_plain_number(value.text());
    issue_wrong_type(field.key, value, "a number", quoted ? "write it without quotes" : "");
    return std::nullopt;
  }
  if (!within(field, value.number(), write_json(value))) return std::nullopt;
  return value.number();
}

std::optional<std::string> ObjectReader::to_text(const FieldDescription& field,
                                                 const JsonValue& value) {
  if (value.is_text()) return value.text();
  issue_wrong_type(field.key, value, "a text");
  return std::nullopt;
}

std::optional<std::string> ObjectReader::to_choice(const FieldDescription& field,
                                                   const JsonValue& value) {
  std::optional<std::string> name = to_text(field, value);
  if (!name || std::ranges::find(field.choices, *name) != field.choices.end()) return name;
  if (is_reserved_choice(*name)) {
    issue(field.key, fmt::format("\"{}\" is not in this version", *name),
          nearest_hint("", field.choices));
  } else {
    issue(field.key, fmt::format("unknown {} \"{}\"", field.key, excerpt(*name)),
          nearest_hint(*name, field.choices));
  }
  return std::nullopt;
}

std::optional<bool> ObjectReader::to_boolean(const FieldDescription& field,
                                             const JsonValue& value) {
  if (value.is_boolean()) return value.boolean();
  issue_wrong_type(field.key, value, "true or false");
  return std::nullopt;
}

template <class Quantity>
std::optional<Quantity> ObjectReader::to_quantity(
    const FieldDescription& field, const JsonValue& value,
    UnitReading<Quantity> (*parse)(std::string_view)) {
  if (value.is_object() && value.find("value") != nullptr) {
    issue(field.key, "an uncertain value {value, low, high} is not in this version",
          "write the value alone");
    return std::nullopt;
  }
  if (!value.is_text()) {
    issue_wrong_type(field.key, value, "a text with number, space and unit", parse("").hint);
    return std::nullopt;
  }
  auto reading = parse(value.text());
  if (!reading.value) {
    issue(field.key, std::move(reading.message), std::move(reading.hint));
    return std::nullopt;
  }
  if (!within(field, reading.value->value(), excerpt(value.text()))) return std::nullopt;
  return reading.value;
}

std::optional<Seconds> ObjectReader::to_time(const FieldDescription& field,
                                             const JsonValue& value) {
  return to_quantity(at_most(field, kLongestTime), value, &parse_time);
}

std::optional<Bytes> ObjectReader::to_bytes(const FieldDescription& field, const JsonValue& value) {
  return to_quantity(at_most(field, kMostBytes), value, &parse_bytes);
}

std::optional<BytesPerSecond> ObjectReader::to_bandwidth(const FieldDescription& field,
                                                         const JsonValue& value) {
  return to_quantity(field, value, &parse_bandwidth);
}

}  // namespace gpuscape
