#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

namespace {

bool is_plain_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace

bool ObjectReader::within(const FieldDescription& field, double value, const std::string& shown) {
  std::string fault = bounds_fault(TypedBounds(field), value, shown);
  if (fault.empty()) return true;
  issue(field.key, std::move(fault));
  return false;
}

std::optional<std::int64_t> ObjectReader::to_count(const FieldDescription& field,
                                                   const JsonValue& value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: every integer up to here is a double
  const double number = value.number();
  const bool whole =
      value.kind() == JsonValue::Kind::integer ||
      (value.is_number() && std::abs(number) <= kExact && number == std::floor(number));
  if (!whole) {
    const bool quoted = value.is_text() && is_plain_number(value.text());
    issue_wrong_type(field.key, value, "an integer", quoted ? "write it without quotes" : "");
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
  issue(field.key, fmt::format("unknown {} \"{}\"", field.key, excerpt(*name)),
        nearest_hint(*name, field.choices));
  return std::nullopt;
}

std::optional<bool> ObjectReader::to_boolean(const FieldDescription& field,
                                             const JsonValue& value) {
  if (value.is_boolean()) return value.boolean();
  issue_wrong_type(field.key, value, "true or false");
  return std::nullopt;
}

std::optional<double> ObjectReader::to_quantity(const FieldDescription& field,
                                                const JsonValue& value) {
  if (value.is_object() && value.find("value") != nullptr) {
    issue(field.key, "an uncertain value {value, low, high} is not in this version",
          "write the value alone");
    return std::nullopt;
  }
  if (!value.is_text()) {
    issue_wrong_type(field.key, value, "a text with number, space and unit",
                     parse_quantity("", field.dimension).hint);
    return std::nullopt;
  }
  UnitReading<double> reading = parse_quantity(value.text(), field.dimension);
  if (!reading.value) {
    issue(field.key, std::move(reading.message), std::move(reading.hint));
    return std::nullopt;
  }
  FieldDescription bounded = field;
  bounded.bounds.most = std::min(field.bounds.most, most_of(field.dimension));
  if (!within(bounded, *reading.value, excerpt(value.text()))) return std::nullopt;
  return reading.value;
}

}  // namespace gpuscape
