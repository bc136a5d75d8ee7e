#pragma once
/// Small pieces of a JSON Schema.

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/unit_table.hpp"
#include "sim/fields/field_description.hpp"

namespace gpuscape::schema_parts {

JsonValue text(std::string_view value);
JsonValue of_type(std::string_view type);
JsonValue list_of(const std::vector<std::string>& values);
/// {keyword: schemas}.
JsonValue any_of(std::string_view keyword, std::vector<JsonValue> schemas);
/// `type` within the field's bounds.
JsonValue number_schema(const FieldDescription& field, std::string_view type);
/// A text with a unit.
JsonValue quantity_schema(Dimension dimension);
JsonValue reference_to(std::string_view definition);
JsonValue required_keys(const std::vector<std::string>& keys);
/// Adds: `patch` for an object that has the key, else `whole`.
void choose(JsonValue& schema, const std::string& key, JsonValue patch, JsonValue whole);

}  // namespace gpuscape::schema_parts
