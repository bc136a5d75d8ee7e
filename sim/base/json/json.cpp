#include "sim/base/json/json.hpp"

#include <algorithm>
#include <array>

namespace gpuscape {

namespace {

template <class Content>
const Content& content_or_empty(const auto& data) {
  static const Content empty{};
  const Content* content = std::get_if<Content>(&data);
  return content == nullptr ? empty : *content;
}

}  // namespace

JsonValue::JsonValue() = default;
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
JsonValue::~JsonValue() = default;

JsonValue JsonValue::make_null() { return {}; }

JsonValue JsonValue::make_boolean(bool value) {
  JsonValue result;
  result.data_ = value;
  return result;
}

JsonValue JsonValue::make_integer(std::int64_t value) {
  JsonValue result;
  result.data_ = value;
  return result;
}

JsonValue JsonValue::make_number(double value) {
  JsonValue result;
  result.data_ = value;
  return result;
}

JsonValue JsonValue::make_text(std::string value) {
  JsonValue result;
  result.data_ = std::move(value);
  return result;
}

JsonValue JsonValue::make_array() {
  JsonValue result;
  result.data_.emplace<std::vector<JsonValue>>();
  return result;
}

JsonValue JsonValue::make_object() {
  JsonValue result;
  result.data_.emplace<std::vector<JsonMember>>();
  return result;
}

bool JsonValue::boolean() const { return content_or_empty<bool>(data_); }

std::int64_t JsonValue::integer() const { return content_or_empty<std::int64_t>(data_); }

double JsonValue::number() const {
  if (kind() == Kind::integer) return static_cast<double>(integer());
  return content_or_empty<double>(data_);
}

const std::string& JsonValue::text() const { return content_or_empty<std::string>(data_); }

const std::vector<JsonValue>& JsonValue::items() const {
  return content_or_empty<std::vector<JsonValue>>(data_);
}

const std::vector<JsonMember>& JsonValue::members() const {
  return content_or_empty<std::vector<JsonMember>>(data_);
}

std::vector<JsonValue>& JsonValue::items() {
  ensure(is_array(), "only an array has items to change");
  return std::get<std::vector<JsonValue>>(data_);
}

std::vector<JsonMember>& JsonValue::members() {
  ensure(is_object(), "only an object has members to change");
  return std::get<std::vector<JsonMember>>(data_);
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto& all = members();
  const auto found = std::ranges::find(all, key, &JsonMember::key);
  return found == all.end() ? nullptr : &found->value;
}

JsonValue* JsonValue::find(std::string_view key) {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::find(members(), key, &JsonMember::key);
  return found == members().end() ? nullptr : &found->value;
}

JsonValue& JsonValue::set(std::string key, JsonValue value) {
  if (JsonValue* old = find(key)) return *old = std::move(value);
  const SourcePlace place = value.place();
  return members().emplace_back(JsonMember{std::move(key), std::move(value), place}).value;
}

void JsonValue::erase(std::string_view key) {
  std::erase_if(members(), [&](const JsonMember& member) { return member.key == key; });
}

bool same_content(const JsonValue& a, const JsonValue& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case JsonValue::Kind::null:
      return true;
    case JsonValue::Kind::boolean:
      return a.boolean() == b.boolean();
    case JsonValue::Kind::integer:
      return a.integer() == b.integer();
    case JsonValue::Kind::number:
      return a.number() == b.number();
    case JsonValue::Kind::text:
      return a.text() == b.text();
    case JsonValue::Kind::array:
      return std::ranges::equal(a.items(), b.items(), same_content);
    case JsonValue::Kind::object:
      return std::ranges::equal(
          a.members(), b.members(), [](const JsonMember& one, const JsonMember& other) {
            return one.key == other.key && same_content(one.value, other.value);
          });
  }
  return false;
}

std::string_view JsonValue::kind_name() const {
  static constexpr std::array<std::string_view, 7> kNames = {
      "null", "true or false", "an integer", "a number", "a text", "a list", "an object"};
  return kNames[data_.index()];
}

}  // namespace gpuscape
