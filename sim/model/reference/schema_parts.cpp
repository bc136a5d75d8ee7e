#include "sim/model/reference/schema_parts.hpp"

#include <fmt/format.h>

#include "sim/base/units/unit_table.hpp"

namespace gpuscape::schema_parts {

JsonValue text(std::string_view value) { return JsonValue::make_text(std::string(value)); }

JsonValue of_type(std::string_view type) {
  JsonValue schema = JsonValue::make_object();
  schema.set("type", text(type));
  return schema;
}

JsonValue list_of(const std::vector<std::string>& values) {
  JsonValue list = JsonValue::make_array();
  for (const std::string& value : values) list.items().push_back(text(value));
  return list;
}

JsonValue any_of(std::string_view keyword, std::vector<JsonValue> schemas) {
  JsonValue list = JsonValue::make_array();
  list.items() = std::move(schemas);
  JsonValue schema = JsonValue::make_object();
  schema.set(std::string(keyword), std::move(list));
  return schema;
}

JsonValue number_schema(const FieldDescription& field, std::string_view type) {
  JsonValue schema = of_type(type);
  const Bounds& bounds = field.bounds;
  if (bounds.least > Bounds{}.least)
    schema.set(bounds.above_least ? "exclusiveMinimum" : "minimum",
               JsonValue::make_number(bounds.least));
  if (bounds.most < Bounds{}.most) schema.set("maximum", JsonValue::make_number(bounds.most));
  return schema;
}

JsonValue quantity_schema(Dimension dimension) {
  std::string units;
  for (const Unit& unit : units_of(dimension))
    units += fmt::format("{}{}", units.empty() ? "" : "|", unit.name);
  JsonValue schema = of_type("string");
  schema.set("pattern",
             text(fmt::format("^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)? ({}){}$", units,
                              dimension == Dimension::bandwidth ? "( both directions)?" : "")));
  return schema;
}

JsonValue reference_to(std::string_view definition) {
  JsonValue schema = JsonValue::make_object();
  schema.set("$ref", text(fmt::format("#/definitions/{}", definition)));
  return schema;
}

JsonValue required_keys(const std::vector<std::string>& keys) {
  JsonValue schema = JsonValue::make_object();
  schema.set("required", list_of(keys));
  return schema;
}

void choose(JsonValue& schema, const std::string& key, JsonValue patch, JsonValue whole) {
  schema.set("if", required_keys({key}));
  schema.set("then", std::move(patch));
  schema.set("else", std::move(whole));
}

}  // namespace gpuscape::schema_parts
