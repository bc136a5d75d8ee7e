#include <fmt/format.h>

#include "sim/fields/json_pointer.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

bool ObjectReader::list(std::string_view key, std::string_view doc, const Read& read) {
  const FieldDescription field{
      .key = std::string(key), .type = FieldType::list, .doc = std::string(doc)};
  if (describing()) {
    describe_child(field, read);
    return false;
  }
  const JsonValue* value = ask(field);
  if (value == nullptr) return false;
  if (!value->is_array()) {
    issue_wrong_type(key, *value, "a list of objects");
    return true;
  }
  JsonValue resolved = JsonValue::make_array();
  const std::string pointer = child_pointer(pointer_, key);
  for (std::size_t i = 0; i < value->items().size(); ++i) {
    const JsonValue& item = value->items()[i];
    ObjectReader child(item, child_pointer(pointer, std::to_string(i)), context_);
    if (item.is_object()) read(child);
    child.finish();
    resolved.items().push_back(child.take_resolved());
  }
  resolve(key, std::move(resolved));
  return true;
}

std::vector<std::pair<const JsonValue*, std::string>> ObjectReader::values(std::string_view key,
                                                                           FieldType type,
                                                                           std::string_view doc) {
  std::vector<std::pair<const JsonValue*, std::string>> result;
  const JsonValue* value = ask({.key = std::string(key), .type = type, .doc = std::string(doc)});
  if (value == nullptr) return result;
  resolve(key, *value);
  const std::string pointer = child_pointer(pointer_, key);
  if (!value->is_array()) result.emplace_back(value, pointer);
  for (std::size_t i = 0; i < value->items().size(); ++i)
    result.emplace_back(&value->items()[i], child_pointer(pointer, std::to_string(i)));
  if (result.empty()) issue(key, "the list is empty", "leave the key out to select every job");
  if (type != FieldType::texts) return result;
  std::erase_if(result, [this](const auto& item) {
    if (item.first->is_text()) return false;
    context_.add(
        item.first->place(), item.second,
        fmt::format("expected a text or a list of texts, found {}", item.first->kind_name()));
    return true;
  });
  return result;
}

std::variant<std::int64_t, std::string> ObjectReader::count_or(
    std::string_view key, const std::vector<std::string>& choices, std::string_view doc,
    Bounds bounds) {
  FieldDescription field{.key = std::string(key),
                         .type = FieldType::count,
                         .doc = std::string(doc),
                         .choices = choices,
                         .required = true,
                         .bounds = bounds};
  const JsonValue* value = ask(field);
  if (value == nullptr) return std::int64_t{1};
  resolve(key, *value);
  if (value->is_text()) return to_choice(field, *value).value_or(choices.front());
  return to_count(field, *value).value_or(1);
}

}  // namespace gpuscape
