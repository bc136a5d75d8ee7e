#include "sim/catalog/check_catalog_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// The dimension of a quantity's text; nothing for types that are no quantities.
std::optional<Dimension> unit_dimension(CatalogType type) {
  switch (type) {
    case CatalogType::bytes:
    case CatalogType::bytes_list:
      return Dimension::bytes;
    case CatalogType::rate:
    case CatalogType::wire_rate:
    case CatalogType::line_rate:
      return Dimension::bandwidth;
    case CatalogType::latency:
    case CatalogType::latencies:
    case CatalogType::delay:
      return Dimension::time;
    case CatalogType::power:
      return Dimension::power;
    case CatalogType::price:
      return Dimension::money;
    case CatalogType::hourly_price:
      return Dimension::hourly_price;
    case CatalogType::compute:
      return Dimension::compute;
    case CatalogType::frequency:
      return Dimension::frequency;
    case CatalogType::length:
      return Dimension::length;
    default:
      return std::nullopt;
  }
}

ValueFault expected(std::string_view what, const JsonValue& value, std::string hint = "") {
  return {fmt::format("expected {}, found {}", what, value.kind_name()), std::move(hint)};
}

UnitReading<double> reading(const std::string& text, CatalogType type, Dimension dimension) {
  if (type == CatalogType::wire_rate) return parse_quantity(plain_rate(text), dimension);
  return parse_quantity(text, dimension);
}

ValueFault quantity_fault(const JsonValue& value, CatalogType type, Dimension dimension) {
  const std::string like = fmt::format("for example \"{}\"", example_of(dimension));
  if (!value.is_text()) return expected(dimension_name(dimension), value, like);
  const UnitReading<double> read = reading(value.text(), type, dimension);
  if (!read.value) return {read.message, read.hint};
  if (*read.value < 0.0) return {fmt::format("{} is less than 0", excerpt(value.text())), ""};
  // Less than a byte per second does not end within a simulation.
  if (*read.value < 1.0 && dimension == Dimension::bandwidth)
    return {fmt::format("{} carries nothing: a rate is at least 1 B/s", excerpt(value.text())), ""};
  if (*read.value > kMostOfANumber)
    return {fmt::format("{} is too large", excerpt(value.text())), ""};
  return {};
}

ValueFault number_fault(const JsonValue& value, CatalogType type) {
  const bool whole = type == CatalogType::count || type == CatalogType::year;
  if (whole && value.kind() != JsonValue::Kind::integer) return expected("an integer", value);
  if (!value.is_number()) return expected("a number", value);
  if (value.number() < 0.0)
    return {fmt::format("{} is less than 0", json_number(value.number())), ""};
  if (value.number() > kMostOfANumber)
    return {fmt::format("{} is too large", json_number(value.number())), ""};
  if (type == CatalogType::share && value.number() > 1.0)
    return {fmt::format("{} is more than 1", json_number(value.number())),
            "a share of 97 % is 0.97"};
  return {};
}

ValueFault text_fault(const JsonValue& value, const CatalogField& field, const Catalog& catalog) {
  if (!value.is_text()) return expected("a text", value);
  if (field.type == CatalogType::name || field.type == CatalogType::names) {
    if (catalog.find(field.names, value.text()) != nullptr) return {};
    return {fmt::format("unknown entry \"{}\" in {}", excerpt(value.text()), field.names),
            nearest_hint(value.text(), catalog.ids(field.names))};
  }
  if (field.type != CatalogType::choice && field.type != CatalogType::choices) return {};
  std::vector<std::string> words;
  for (std::size_t at = 0; at < field.names.size();) {
    const std::size_t end = std::min(field.names.find(' ', at), field.names.size());
    words.emplace_back(field.names.substr(at, end - at));
    at = end + 1;
  }
  if (std::ranges::find(words, value.text()) != words.end()) return {};
  return {fmt::format("\"{}\" is not one of its values", excerpt(value.text())),
          nearest_hint(value.text(), words)};
}

ValueFault pair_fault(const JsonValue& pair) {
  if (!pair.is_array() || pair.items().size() != 2)
    return {"expected pairs of a size and a time", "for example [\"4096 B\", \"2.3 us\"]"};
  ValueFault fault = quantity_fault(pair.items()[0], CatalogType::bytes, Dimension::bytes);
  if (!fault.message.empty()) return fault;
  return quantity_fault(pair.items()[1], CatalogType::latency, Dimension::time);
}

ValueFault item_fault(const JsonValue& value, const CatalogField& field, const Catalog& catalog) {
  if (field.type == CatalogType::table) return pair_fault(value);
  if (const auto dimension = unit_dimension(field.type))
    return quantity_fault(value, field.type, *dimension);
  switch (field.type) {
    case CatalogType::boolean:
      return value.is_boolean() ? ValueFault{} : expected("true or false", value);
    case CatalogType::count:
    case CatalogType::year:
    case CatalogType::number:
    case CatalogType::share:
      return number_fault(value, field.type);
    default:
      return text_fault(value, field, catalog);
  }
}

}  // namespace

ValueFault catalog_value_fault(const JsonValue& value, const CatalogField& field,
                               const Catalog& catalog) {
  if (!is_list(field.type)) return item_fault(value, field, catalog);
  if (!value.is_array()) return expected("a list", value);
  for (const JsonValue& item : value.items()) {
    ValueFault fault = item_fault(item, field, catalog);
    if (!fault.message.empty()) return fault;
  }
  return {};
}

std::optional<double> catalog_number(const JsonValue* value, const CatalogField& field) {
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->number();
  const auto dimension = unit_dimension(field.type);
  if (!dimension || !value->is_text()) return std::nullopt;
  return reading(value->text(), field.type, *dimension).value;
}

}  // namespace gpuscape
