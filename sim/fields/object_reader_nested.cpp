#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

namespace {

FieldDescription describe(std::string_view key, FieldType type, std::string_view doc,
                          bool required) {
  return {.key = std::string(key), .type = type, .doc = std::string(doc), .required = required};
}

/// The user's name in the descriptions of maps.
constexpr std::string_view kAnyName = "NAME";
constexpr std::size_t kLongestName = 100;

/// A text alone stands for an object with that one key.
JsonValue expanded(const JsonValue& value, std::string_view short_key) {
  if (!value.is_text()) return value;
  JsonValue result = JsonValue::make_object();
  result.set_place(value.place());
  result.set(std::string(short_key), value);
  return result;
}

}  // namespace

void ObjectReader::read_child(std::string_view key, const JsonValue& value, const Read& read) {
  ObjectReader child(value, child_pointer(pointer_, key), context_);
  if (value.is_object()) read(child);
  child.finish();
  resolve(key, child.take_resolved());
}

void ObjectReader::describe_child(FieldDescription field, const Read& read) {
  const JsonValue empty = JsonValue::make_object();
  ObjectReader child(empty, child_pointer(pointer_, field.key), context_);
  read(child);
  field.fields = child.take_fields();
  ask(std::move(field));
}

void ObjectReader::object(std::string_view key, std::string_view doc, const Read& read) {
  const FieldDescription field = describe(key, FieldType::object, doc, true);
  if (describing()) return describe_child(field, read);
  if (const JsonValue* value = ask(field)) read_child(key, *value, read);
}

bool ObjectReader::optional_object(std::string_view key, std::string_view doc, const Read& read) {
  const FieldDescription field = describe(key, FieldType::object, doc, false);
  if (describing()) {
    describe_child(field, read);
    return false;
  }
  const JsonValue* value = ask(field);
  if (value != nullptr) read_child(key, *value, read);
  return value != nullptr;
}

void ObjectReader::defaulted_object(std::string_view key, std::string_view doc, const Read& read) {
  const FieldDescription field = describe(key, FieldType::object, doc, false);
  if (describing()) return describe_child(field, read);
  JsonValue empty = JsonValue::make_object();
  empty.set_place(value_.place());
  const JsonValue* value = ask(field);
  read_child(key, value == nullptr ? empty : *value, read);
}

bool ObjectReader::optional_short_object(std::string_view key, std::string_view short_key,
                                         std::string_view doc, const Read& read, bool required) {
  FieldDescription field = describe(key, FieldType::object, doc, required);
  field.short_key = short_key;
  if (describing()) {
    describe_child(std::move(field), read);
    return false;
  }
  const JsonValue* value = ask(std::move(field));
  if (value == nullptr) return false;
  if (value->is_text()) {
    read_child(key, expanded(*value, short_key), read);
  } else {
    read_child(key, *value, read);
  }
  return true;
}

bool ObjectReader::is_usable_name(std::string_view key, const JsonMember& member) {
  const std::string& name = member.key;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::string fault;
  if (name.empty()) fault = "a name may not be empty";
  if (name.size() > kLongestName) fault = fmt::format("a name has at most {} bytes", kLongestName);
  if (std::ranges::any_of(name, is_control)) fault = "a name may not hold control characters";
  if (fault.empty()) return true;
  context_.add(member.key_place, child_pointer(child_pointer(pointer_, key), name),
               std::move(fault));
  return false;
}

template <class ReadMember>
bool ObjectReader::each_member(const FieldDescription& field, const ReadMember& read) {
  const JsonValue* value = ask(field);
  if (value == nullptr) return false;
  if (!value->is_object()) {
    issue_wrong_type(field.key, *value, "an object by names");
    return true;
  }
  const bool all_null = std::ranges::all_of(
      value->members(), [](const JsonMember& member) { return member.value.is_null(); });
  if (field.required && all_null)
    issue(field.key, fmt::format("\"{}\" is empty", field.key), field.doc);
  for (const JsonMember& member : value->members())
    if (!member.value.is_null() && is_usable_name(field.key, member)) read(member);
  return true;
}

bool ObjectReader::map(std::string_view key, std::string_view doc, const ReadNamed& read,
                       bool required) {
  const FieldDescription field = describe(key, FieldType::map, doc, required);
  if (describing()) {
    describe_child(field, [&](ObjectReader& child) { read(std::string(kAnyName), child); });
    return false;
  }
  JsonValue resolved = JsonValue::make_object();
  const bool present = each_member(field, [&](const JsonMember& member) {
    ObjectReader child(member.value, child_pointer(child_pointer(pointer_, key), member.key),
                       context_);
    if (member.value.is_object()) read(member.key, child);
    child.finish();
    resolved.members().push_back({member.key, child.take_resolved(), {}});
  });
  if (present) resolve(key, std::move(resolved));
  return present;
}

std::vector<std::pair<std::string, double>> ObjectReader::value_map(FieldDescription field,
                                                                    FieldType element) {
  const FieldDescription map = std::move(field);
  const FieldDescription described{
      .key = "", .type = element, .bounds = map.bounds, .dimension = map.dimension};
  std::vector<std::pair<std::string, double>> result;
  const std::string& key = map.key;
  const bool present = each_member(map, [&](const JsonMember& member) {
    double number = 0.0;
    const std::string fault = element_fault(described, member.value, number);
    if (fault.empty()) {
      result.emplace_back(member.key, number);
    } else {
      context_.add(member.value.place(), child_pointer(child_pointer(pointer_, key), member.key),
                   fault);
    }
  });
  if (present) resolve(key, *find(key));
  return result;
}

std::vector<std::pair<std::string, double>> ObjectReader::number_map(std::string_view key,
                                                                     std::string_view doc,
                                                                     Bounds bounds, bool required) {
  FieldDescription field = describe(key, FieldType::number_map, doc, required);
  field.bounds = bounds;
  return value_map(std::move(field), FieldType::number);
}

std::vector<std::pair<std::string, double>> ObjectReader::quantity_map(
    std::string_view key, Dimension dimension, std::string_view doc, Bounds bounds, bool required) {
  FieldDescription field = describe(key, FieldType::quantity_map, doc, required);
  field.dimension = dimension;
  field.bounds = bounds;
  return value_map(std::move(field), FieldType::quantity);
}

std::vector<std::pair<std::string, std::string>> ObjectReader::choice_map(
    std::string_view key, const std::vector<std::string>& choices, std::string_view doc,
    bool required) {
  FieldDescription field = describe(key, FieldType::choice_map, doc, required);
  field.choices = choices;
  std::vector<std::pair<std::string, std::string>> result;
  const bool present = each_member(field, [&](const JsonMember& member) {
    const std::string& text = member.value.text();
    if (std::ranges::find(choices, text) != choices.end()) {
      result.emplace_back(member.key, text);
      return;
    }
    const std::string found = member.value.is_text() ? fmt::format("\"{}\"", excerpt(text))
                                                     : std::string(member.value.kind_name());
    context_.add(member.value.place(), child_pointer(child_pointer(pointer_, key), member.key),
                 fmt::format("unknown choice {}", found), nearest_hint(text, choices));
  });
  if (present) resolve(key, *find(key));
  return result;
}

std::string ObjectReader::alternatives(std::string_view key,
                                       const std::vector<Alternative>& choices,
                                       std::string_view fallback, std::string_view doc) {
  FieldDescription field = describe(key, FieldType::one_of, doc, fallback.empty());
  field.default_text = fallback;
  for (const Alternative& choice : choices) field.choices.push_back(choice.name);
  if (describing()) {
    describe_alternatives(std::move(field), choices);
    return std::string(fallback);
  }
  std::string name = fallback.empty() ? one_of(key, field.choices, doc)
                                      : one_of(key, field.choices, fallback, doc);
  const auto chosen = std::ranges::find(choices, name, &Alternative::name);
  const JsonValue* written = find(key);
  if (chosen == choices.end() || (written != nullptr && written->text() != name)) {
    other_keys_are_open_ = true;
    return "";
  }
  chosen->read(*this);
  return name;
}

void ObjectReader::describe_alternatives(FieldDescription field,
                                         const std::vector<Alternative>& choices) {
  std::vector<FieldDescription> others = std::exchange(fields_, {});
  for (const Alternative& choice : choices) {
    choice.read(*this);
    field.alternatives.push_back(
        {.name = choice.name, .doc = choice.doc, .fields = std::exchange(fields_, {})});
  }
  fields_ = std::move(others);
  ask(std::move(field));
}

std::optional<ModelSpec> ObjectReader::to_model(const JsonValue& value, std::string pointer,
                                                std::string_view fallback) {
  ModelSpec spec{.type = "", .parameters = expanded(value, "type"), .pointer = std::move(pointer)};
  if (!spec.parameters.is_object()) {
    context_.add(value.place(), spec.pointer,
                 fmt::format("expected a type as text, or an object with \"type\", found {}",
                             value.kind_name()));
    return std::nullopt;
  }
  if (spec.parameters.find("type") == nullptr && !fallback.empty()) {
    spec.parameters.set("type", JsonValue::make_text(std::string(fallback)))
        .set_place(value.place());
    if (!describing()) context_.mark_default(child_pointer(spec.pointer, "type"));
  }
  const JsonValue* type = spec.parameters.find("type");
  if (type == nullptr || !type->is_text() || type->text().empty()) {
    const std::string found(type != nullptr && type->is_text() ? "an empty one"
                            : type != nullptr                  ? type->kind_name()
                                                               : "");
    context_.add(
        type == nullptr ? value.place() : type->place(), spec.pointer,
        type == nullptr ? "\"type\" is missing" : fmt::format("\"type\" is a text, not {}", found));
    return std::nullopt;
  }
  spec.type = type->text();
  return spec;
}

ModelSpec ObjectReader::model(std::string_view key, std::string_view fallback,
                              std::string_view doc) {
  FieldDescription field = describe(key, FieldType::model, doc, false);
  field.default_text = fallback;
  const std::string pointer = child_pointer(pointer_, key);
  if (const JsonValue* value = ask(std::move(field))) {
    const auto spec = to_model(*value, pointer);
    resolve(key, spec ? spec->parameters : *value);
    return spec.value_or(ModelSpec{});
  }
  if (fallback.empty()) return {};
  JsonValue none = JsonValue::make_object();
  none.set_place(value_.place());
  ModelSpec spec = to_model(none, pointer, fallback).value_or(ModelSpec{});
  if (!describing()) resolve(key, spec.parameters);
  return spec;
}

std::vector<std::pair<std::string, ModelSpec>> ObjectReader::models(std::string_view key,
                                                                    std::string_view doc,
                                                                    bool required,
                                                                    std::string_view fallback) {
  std::vector<std::pair<std::string, ModelSpec>> result;
  JsonValue resolved = JsonValue::make_object();
  const bool present = each_member(
      describe(key, FieldType::model_map, doc, required), [&](const JsonMember& member) {
        auto spec = to_model(member.value, child_pointer(child_pointer(pointer_, key), member.key),
                             fallback);
        if (!spec) return;
        resolved.members().push_back({member.key, spec->parameters, {}});
        result.emplace_back(member.key, std::move(*spec));
      });
  if (present) resolve(key, std::move(resolved));
  return result;
}

}  // namespace gpuscape
