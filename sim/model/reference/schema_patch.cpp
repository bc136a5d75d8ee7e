#include "sim/model/reference/schema_patch.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace gpuscape {

namespace {

constexpr std::array<std::string_view, 2> kAlternatives = {"oneOf", "anyOf"};

JsonValue null_type() { return JsonValue::make_text("null"); }

/// Objects that take any further key are of a kind that their required key decides.
bool is_closed(const JsonValue& schema) {
  const JsonValue* more = schema.find("additionalProperties");
  return more != nullptr && more->is_boolean() && !more->boolean();
}

}  // namespace

JsonValue or_null(JsonValue schema) {
  if (JsonValue* type = schema.find("type"); type != nullptr && type->is_text()) {
    JsonValue types = JsonValue::make_array();
    types.items() = {*type, null_type()};
    *type = std::move(types);
  }
  if (JsonValue* values = schema.find("enum")) values->items().push_back(JsonValue::make_null());
  for (const std::string_view key : kAlternatives) {
    JsonValue* schemas = schema.find(key);
    if (schemas == nullptr) continue;
    JsonValue nothing = JsonValue::make_object();
    nothing.set("type", null_type());
    schemas->items().push_back(std::move(nothing));
  }
  return schema;
}

JsonValue patch_of(const JsonValue& schema) {
  if (!schema.is_object()) return schema;
  JsonValue patch = JsonValue::make_object();
  const bool closed = is_closed(schema);
  for (const JsonMember& member : schema.members()) {
    if (member.key == "required" && closed) continue;
    if (member.key == "oneOf" || member.key == "anyOf") {
      JsonValue schemas = JsonValue::make_array();
      for (const JsonValue& alternative : member.value.items())
        schemas.items().push_back(patch_of(alternative));
      patch.set("anyOf", std::move(schemas));
    } else if (member.key == "properties") {
      JsonValue properties = JsonValue::make_object();
      for (const JsonMember& property : member.value.members())
        properties.set(property.key, or_null(patch_of(property.value)));
      patch.set("properties", std::move(properties));
    } else if (member.key == "additionalProperties" && member.value.is_object()) {
      patch.set("additionalProperties", or_null(patch_of(member.value)));
    } else {
      patch.set(member.key, member.value);
    }
  }
  return patch;
}

}  // namespace gpuscape
