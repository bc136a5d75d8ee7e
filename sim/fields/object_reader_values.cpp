#include <algorithm>

#include "sim/base/units/unit_text.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

namespace {

FieldDescription describe(std::string_view key, FieldType type, std::string_view doc,
                          Bounds bounds = {}) {
  return {.key = std::string(key), .type = type, .doc = std::string(doc), .bounds = bounds};
}

FieldDescription describe_quantity(std::string_view key, Dimension dimension, std::string_view doc,
                                   Bounds bounds) {
  FieldDescription field = describe(key, FieldType::quantity, doc, bounds);
  field.dimension = dimension;
  return field;
}

FieldDescription required(FieldDescription field) {
  field.required = true;
  return field;
}

FieldDescription with_choices(FieldDescription field, const std::vector<std::string>& choices) {
  field.choices = choices;
  return field;
}

/// What a reader returns after a fault when there is no default.
double harmless(const Bounds& bounds) {
  const double nearest_to_zero = std::clamp(0.0, bounds.least, bounds.most);
  return bounds.above_least && nearest_to_zero == bounds.least
             ? std::min(bounds.least + 1.0, bounds.most)
             : nearest_to_zero;
}

}  // namespace

template <class Value>
std::optional<Value> ObjectReader::scalar(const FieldDescription& field, Convert<Value> convert) {
  const JsonValue* value = ask(field);
  if (value == nullptr) return std::nullopt;
  resolve(field.key, *value);
  return (this->*convert)(field, *value);
}

template <class Value>
Value ObjectReader::scalar_or(FieldDescription field, Value fallback, JsonValue fallback_json,
                              Convert<Value> convert) {
  field.default_text = fallback_json.is_text() ? fallback_json.text() : write_json(fallback_json);
  const JsonValue* value = ask(field);
  if (value == nullptr) {
    resolve_default(field.key, std::move(fallback_json));
    return fallback;
  }
  resolve(field.key, *value);
  return (this->*convert)(field, *value).value_or(fallback);
}

std::int64_t ObjectReader::count(std::string_view key, std::string_view doc, Bounds bounds) {
  return scalar(required(describe(key, FieldType::count, doc, bounds)), &ObjectReader::to_count)
      .value_or(static_cast<std::int64_t>(harmless(bounds)));
}

std::int64_t ObjectReader::count(std::string_view key, std::int64_t fallback, std::string_view doc,
                                 Bounds bounds) {
  return scalar_or(describe(key, FieldType::count, doc, bounds), fallback,
                   JsonValue::make_integer(fallback), &ObjectReader::to_count);
}

std::optional<std::int64_t> ObjectReader::optional_count(std::string_view key, std::string_view doc,
                                                         Bounds bounds) {
  return scalar(describe(key, FieldType::count, doc, bounds), &ObjectReader::to_count);
}

double ObjectReader::number(std::string_view key, std::string_view doc, Bounds bounds) {
  return scalar(required(describe(key, FieldType::number, doc, bounds)), &ObjectReader::to_number)
      .value_or(harmless(bounds));
}

double ObjectReader::number(std::string_view key, double fallback, std::string_view doc,
                            Bounds bounds) {
  return scalar_or(describe(key, FieldType::number, doc, bounds), fallback,
                   JsonValue::make_number(fallback), &ObjectReader::to_number);
}

std::optional<double> ObjectReader::optional_number(std::string_view key, std::string_view doc,
                                                    Bounds bounds) {
  return scalar(describe(key, FieldType::number, doc, bounds), &ObjectReader::to_number);
}

bool ObjectReader::boolean(std::string_view key, bool fallback, std::string_view doc) {
  return scalar_or(describe(key, FieldType::boolean, doc), fallback,
                   JsonValue::make_boolean(fallback), &ObjectReader::to_boolean);
}

std::string ObjectReader::text(std::string_view key, std::string_view doc) {
  return scalar(required(describe(key, FieldType::text, doc)), &ObjectReader::to_text).value_or("");
}

std::string ObjectReader::text(std::string_view key, std::string_view fallback,
                               std::string_view doc) {
  return scalar_or(describe(key, FieldType::text, doc), std::string(fallback),
                   JsonValue::make_text(std::string(fallback)), &ObjectReader::to_text);
}

std::optional<std::string> ObjectReader::optional_text(std::string_view key, std::string_view doc) {
  return scalar(describe(key, FieldType::text, doc), &ObjectReader::to_text);
}

std::string ObjectReader::one_of(std::string_view key, const std::vector<std::string>& choices,
                                 std::string_view doc) {
  return scalar(required(with_choices(describe(key, FieldType::one_of, doc), choices)),
                &ObjectReader::to_choice)
      .value_or("");
}

std::string ObjectReader::one_of(std::string_view key, const std::vector<std::string>& choices,
                                 std::string_view fallback, std::string_view doc) {
  return scalar_or(with_choices(describe(key, FieldType::one_of, doc), choices),
                   std::string(fallback), JsonValue::make_text(std::string(fallback)),
                   &ObjectReader::to_choice);
}

std::optional<std::string> ObjectReader::optional_one_of(std::string_view key,
                                                         const std::vector<std::string>& choices,
                                                         std::string_view doc) {
  return scalar(with_choices(describe(key, FieldType::one_of, doc), choices),
                &ObjectReader::to_choice);
}

double ObjectReader::needed_quantity(std::string_view key, Dimension dimension,
                                     std::string_view doc, Bounds bounds) {
  return scalar(required(describe_quantity(key, dimension, doc, bounds)),
                &ObjectReader::to_quantity)
      .value_or(harmless(bounds));
}

double ObjectReader::quantity_or(std::string_view key, Dimension dimension, double fallback,
                                 std::string_view doc, Bounds bounds) {
  return scalar_or(describe_quantity(key, dimension, doc, bounds), fallback,
                   JsonValue::make_text(exact_quantity(fallback, dimension)),
                   &ObjectReader::to_quantity);
}

std::optional<double> ObjectReader::perhaps_quantity(std::string_view key, Dimension dimension,
                                                     std::string_view doc, Bounds bounds) {
  return scalar(describe_quantity(key, dimension, doc, bounds), &ObjectReader::to_quantity);
}

}  // namespace gpuscape
