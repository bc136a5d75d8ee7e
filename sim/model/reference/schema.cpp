#include "sim/model/reference/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/catalog/catalog.hpp"
#include "sim/model/reference/describe.hpp"
#include "sim/model/reference/schema_parts.hpp"
#include "sim/model/reference/schema_patch.hpp"

namespace gpuscape {

namespace {

using namespace schema_parts;

using Fields = std::vector<FieldDescription>;

JsonValue object_schema(const Fields& fields);

/// The object that one model or choice makes: its own keys, the common ones, and the key that names
/// it.
JsonValue alternative_schema(const std::string& key,
                             const FieldDescription::Alternative& alternative, Fields common,
                             bool key_required) {
  Fields fields = {{.key = key,
                    .type = FieldType::one_of,
                    .doc = alternative.doc,
                    .choices = {alternative.name},
                    .required = key_required}};
  fields.insert(fields.end(), alternative.fields.begin(), alternative.fields.end());
  fields.insert(fields.end(), common.begin(), common.end());
  return object_schema(fields);
}

bool may_stand_alone(const FieldDescription::Alternative& alternative) {
  return std::ranges::none_of(alternative.fields, &FieldDescription::required);
}

JsonValue model_schema(const FieldDescription& field, bool short_form) {
  std::vector<JsonValue> schemas;
  std::vector<std::string> names;
  for (const auto& alternative : field.alternatives) {
    schemas.push_back(
        alternative_schema("type", alternative, {}, alternative.name != field.default_type));
    if (may_stand_alone(alternative)) names.push_back(alternative.name);
  }
  if (short_form && !names.empty()) {
    JsonValue alone = JsonValue::make_object();
    alone.set("enum", list_of(names));
    schemas.insert(schemas.begin(), std::move(alone));
  }
  return any_of("oneOf", std::move(schemas));
}

/// The name of an entry in the catalogue's section of the field's name. Folders of the user's may
/// add to it, so that any text will do that names no model.
JsonValue entry_name(const FieldDescription& field) {
  std::vector<std::string> models;
  models.reserve(field.alternatives.size());
  for (const auto& alternative : field.alternatives) models.push_back(alternative.name);
  JsonValue other = JsonValue::make_object();
  other.set("enum", list_of(models));
  JsonValue schema = of_type("string");
  schema.set("not", std::move(other));
  schema.set("examples", list_of(Catalog::shipped().ids(field.key)));
  return schema;
}

/// An entry of the catalogue with what differs from it: some keys of a model.
JsonValue entry_schema(const FieldDescription& field) {
  std::vector<JsonValue> schemas;
  for (const auto& alternative : field.alternatives) {
    JsonValue schema = patch_of(alternative_schema("type", alternative, {}, true));
    schema.find("properties")->set("type", entry_name(field));
    schema.set("required", list_of({"type"}));
    schemas.push_back(std::move(schema));
  }
  return any_of("anyOf", std::move(schemas));
}

/// A model, or an entry of the catalogue.
JsonValue model_or_entry_schema(const FieldDescription& field) {
  JsonValue schema = model_schema(field, true);
  schema.find("oneOf")->items().push_back(entry_name(field));
  schema.find("oneOf")->items().push_back(reference_to("catalog_" + field.key));
  return schema;
}

JsonValue map_of(JsonValue element) {
  JsonValue schema = of_type("object");
  schema.set("additionalProperties", std::move(element));
  return schema;
}

JsonValue list_schema(JsonValue element) {
  JsonValue schema = of_type("array");
  schema.set("items", std::move(element));
  return schema;
}

/// One of them, or a list.
JsonValue one_or_more(const JsonValue& element) {
  JsonValue list = list_schema(element);
  list.set("minItems", JsonValue::make_integer(1));
  return any_of("anyOf", {element, std::move(list)});
}

JsonValue count_schema(const FieldDescription& field) {
  JsonValue number = number_schema(field, "integer");
  if (field.choices.empty()) return number;
  JsonValue choice = JsonValue::make_object();
  choice.set("enum", list_of(field.choices));
  return any_of("anyOf", {std::move(number), std::move(choice)});
}

JsonValue uncertain_schema(const FieldDescription& field) {
  Fields fields;
  for (const char* key : {"value", "low", "high"}) {
    fields.push_back({.key = key, .type = FieldType::number, .required = fields.empty()});
    fields.back().bounds = field.bounds;
  }
  fields.push_back({.key = "source", .type = FieldType::text});
  return any_of("anyOf", {number_schema(field, "number"), object_schema(fields)});
}

JsonValue price_text_schema(PaidFor paid_for) {
  JsonValue schema = of_type("string");
  schema.set("pattern", text(price_pattern(paid_for)));
  return schema;
}

/// A price as a text, or with its range.
JsonValue price_schema(const JsonValue& price_text) {
  JsonValue object = of_type("object");
  JsonValue properties = JsonValue::make_object();
  for (const char* key : {"value", "low", "high"}) properties.set(key, price_text);
  properties.set("source", of_type("string"));
  object.set("properties", std::move(properties));
  object.set("required", list_of({"value"}));
  object.set("additionalProperties", JsonValue::make_boolean(false));
  return any_of("anyOf", {price_text, std::move(object)});
}

JsonValue list_schema(const FieldDescription& field) {
  JsonValue schema = of_type("array");
  schema.set("items", number_schema(field, "number"));
  for (const char* bound : {"minItems", "maxItems"})
    schema.set(bound, JsonValue::make_integer(static_cast<std::int64_t>(field.length)));
  return schema;
}

JsonValue choice_schema(const FieldDescription& field) {
  JsonValue schema = JsonValue::make_object();
  schema.set("enum", list_of(field.choices));
  return schema;
}

JsonValue bare_schema(const FieldDescription& field) {
  switch (field.type) {
    case FieldType::count:
      return count_schema(field);
    case FieldType::list:
      return list_schema(object_schema(field.fields));
    case FieldType::texts:
      return one_or_more(of_type("string"));
    case FieldType::ranges: {
      JsonValue number = of_type("integer");
      number.set("minimum", JsonValue::make_integer(0));
      return one_or_more(any_of("anyOf", {std::move(number), of_type("string")}));
    }
    case FieldType::uncertain:
      return uncertain_schema(field);
    case FieldType::price:
      return price_schema(price_text_schema(field.paid_for));
    case FieldType::price_or_rent:
      return price_schema(
          any_of("anyOf", {price_text_schema(PaidFor::once), price_text_schema(PaidFor::time)}));
    case FieldType::number:
      return number_schema(field, "number");
    case FieldType::boolean:
      return of_type("boolean");
    case FieldType::text:
      return of_type("string");
    case FieldType::quantity:
      return quantity_schema(field.dimension);
    case FieldType::object:
      return object_schema(field.fields);
    case FieldType::map:
      return map_of(object_schema(field.fields));
    case FieldType::uncertain_map:
      return map_of(uncertain_schema(field));
    case FieldType::quantity_map:
      return map_of(quantity_schema(field.dimension));
    case FieldType::numbers:
      return list_schema(field);
    case FieldType::number_map:
      return map_of(number_schema(field, "number"));
    case FieldType::model:
      return model_schema(field, true);
    case FieldType::model_map:
      return map_of(field.may_be_entry ? model_or_entry_schema(field) : model_schema(field, true));
    case FieldType::patch_map:
      return map_of(or_null(any_of("anyOf", {reference_to("variant")})));
    case FieldType::choice_map:
      return map_of(choice_schema(field));
    case FieldType::one_of:
      return choice_schema(field);
    case FieldType::any:
      break;
  }
  return JsonValue::make_object();
}

JsonValue field_schema(const FieldDescription& field) {
  JsonValue schema = bare_schema(field);
  if (!field.short_key.empty()) schema = any_of("anyOf", {of_type("string"), std::move(schema)});
  schema.set("description", text(field.doc));
  const bool number = field.type == FieldType::count || field.type == FieldType::number ||
                      field.type == FieldType::boolean;
  if (!field.default_text.empty())
    schema.set("default", number ? parse_json(field.default_text, "") : text(field.default_text));
  return schema;
}

JsonValue plain_object_schema(const Fields& fields) {
  JsonValue schema = of_type("object");
  JsonValue properties = JsonValue::make_object();
  std::vector<std::string> required;
  for (const FieldDescription& field : fields) {
    properties.set(field.key, field.required ? field_schema(field) : or_null(field_schema(field)));
    if (field.required) required.push_back(field.key);
  }
  schema.set("properties", std::move(properties));
  if (!required.empty()) schema.set("required", list_of(required));
  JsonValue ignored = JsonValue::make_object();
  ignored.set("^x-", JsonValue::make_object());
  schema.set("patternProperties", std::move(ignored));
  schema.set("additionalProperties", JsonValue::make_boolean(false));
  return schema;
}

/// An object in which one key decides about others is one of several objects.
JsonValue object_schema(const Fields& fields) {
  const auto deciding = std::ranges::find_if(fields, [](const FieldDescription& field) {
    return field.type == FieldType::one_of && !field.alternatives.empty();
  });
  if (deciding == fields.end()) return plain_object_schema(fields);
  Fields common;
  for (const FieldDescription& field : fields)
    if (&field != &*deciding) common.push_back(field);
  std::vector<JsonValue> schemas;
  for (const auto& alternative : deciding->alternatives)
    schemas.push_back(alternative_schema(deciding->key, alternative, common,
                                         alternative.name != deciding->default_text));
  return any_of("oneOf", std::move(schemas));
}

/// A patch that has no key of the scenario as a whole.
JsonValue variant_schema() {
  JsonValue none = JsonValue::make_object();
  none.set("not", any_of("anyOf", {required_keys({"format"}), required_keys({"extends"}),
                                   required_keys({"variants"})}));
  return any_of("allOf", {reference_to("patch"), std::move(none)});
}

/// Sections that take the rest from settings of Slurm, where they name some.
void relax_sections_with_settings(JsonValue& body) {
  for (const char* section : {"cluster", "scheduler"}) {
    JsonValue& whole = *body.find("properties")->find(section);
    JsonValue either = JsonValue::make_object();
    either.set("description", *whole.find("description"));
    choose(either, "from", reference_to(fmt::format("patch/properties/{}", section)), whole);
    whole = std::move(either);
  }
}

}  // namespace

std::string json_schema(const Registry& registry, std::span<const ObjectiveMetric> objectives) {
  Fields fields = describe_scenario(registry, objectives);
  JsonValue body = object_schema(fields);
  JsonValue definitions = JsonValue::make_object();
  for (const ModelPlace& place : {kNodesPlace, kApplicationsPlace})
    definitions.set(fmt::format("catalog_{}", place.key), entry_schema(field_at(fields, place)));
  definitions.set("variant", variant_schema());
  definitions.set("patch", patch_of(body));
  relax_sections_with_settings(body);
  JsonValue schema = JsonValue::make_object();
  schema.set("$schema", text("http://json-schema.org/draft-07/schema#"));
  schema.set("title", text("Gpuscape scenario"));
  schema.set("definitions", std::move(definitions));
  choose(schema, "extends", reference_to("patch"), std::move(body));
  return write_packed_json(schema);
}

}  // namespace gpuscape
