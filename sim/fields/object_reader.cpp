#include "sim/fields/object_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

/// Unknown keys that are reported one by one in one object.
constexpr std::size_t kMostUnknown = 20;

}  // namespace

ObjectReader::ObjectReader(const JsonValue& value, std::string pointer, ReadingContext& context)
    : value_(value), pointer_(std::move(pointer)), context_(context) {
  if (value_.is_object()) {
    resolved_.members().reserve(value_.members().size());
    return;
  }
  finished_ = true;
  context_.add(value_.place(), pointer_,
               fmt::format("expected an object, found {}", value_.kind_name()));
}

ObjectReader::~ObjectReader() { finish(); }

const JsonValue* ObjectReader::find(std::string_view key) const {
  const JsonValue* value = value_.find(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

const JsonValue* ObjectReader::ask(FieldDescription field) {
  known_.push_back(field.key);
  if (describing()) {
    fields_.push_back(std::move(field));
    return nullptr;
  }
  const JsonValue* value = find(field.key);
  if (value == nullptr && field.required) missing_.push_back(std::move(field));
  return value;
}

void ObjectReader::resolve_default(std::string_view key, JsonValue value) {
  if (describing()) return;
  context_.mark_default(child_pointer(pointer_, key));
  resolve(key, std::move(value));
}

void ObjectReader::issue(std::string_view key, std::string message, std::string hint) {
  const JsonValue* at = key.empty() ? nullptr : find(key);
  if (at == nullptr) {
    context_.add(value_.place(), pointer_, std::move(message), std::move(hint));
  } else {
    context_.add(at->place(), child_pointer(pointer_, key), std::move(message), std::move(hint));
  }
}

void ObjectReader::issue_wrong_type(std::string_view key, const JsonValue& value,
                                    std::string_view expected, std::string hint) {
  std::string found(value.kind_name());
  if (value.is_text()) found += fmt::format(" \"{}\"", excerpt(value.text()));
  if (value.is_number()) found += fmt::format(" {}", write_json(value));
  issue(key, fmt::format("expected {}, found {}", expected, found), std::move(hint));
}

void ObjectReader::ignored(std::string_view key, FieldType type, std::string_view doc) {
  ask({.key = std::string(key), .type = type, .doc = std::string(doc)});
}

void ObjectReader::keep(std::string_view key) {
  // One that was read is resolved already.
  if (std::ranges::find(known_, key) != known_.end()) return;
  known_.emplace_back(key);
  const JsonValue* value = find(key);
  if (value == nullptr) return;
  JsonValue* lent = lent_.find(key);
  const bool is_there = lent != nullptr && !lent->is_null();
  resolve(key, is_there ? std::exchange(*lent, JsonValue()) : *value);
}

void ObjectReader::finish() {
  if (finished_ || describing()) return;
  finished_ = true;
  report_missing(report_unknown());
}

/// Returns the known keys that were offered for unknown ones: they are not reported as missing too.
std::vector<std::string> ObjectReader::report_unknown() {
  std::vector<std::string> suggested;
  std::size_t unknown = 0;
  const JsonMember* last = nullptr;
  for (const JsonMember& member : value_.members()) {
    if (member.key.starts_with("x-") || std::ranges::find(known_, member.key) != known_.end())
      continue;
    if (member.value.is_null()) continue;
    if (unknown >= kMostUnknown) {
      ++unknown;
      last = &member;
      continue;
    }
    const std::string near = nearest(member.key, known_);
    if (other_keys_are_open_ && near.empty()) continue;
    ++unknown;
    const std::string pointer = child_pointer(pointer_, member.key);
    context_.add(member.key_place, pointer, fmt::format("unknown key \"{}\"", excerpt(member.key)),
                 nearest_hint(member.key, known_));
    suggested.push_back(near);
  }
  if (unknown > kMostUnknown)
    context_.add(last->key_place, pointer_,
                 fmt::format("{} more unknown keys in this object", unknown - kMostUnknown));
  return suggested;
}

void ObjectReader::report_missing(const std::vector<std::string>& suggested) {
  for (const FieldDescription& field : missing_) {
    if (std::ranges::find(suggested, field.key) != suggested.end()) continue;
    context_.add(value_.place(), pointer_, fmt::format("\"{}\" is missing", field.key),
                 fmt::format("{}: {}", field.key, field.doc));
  }
}

}  // namespace gpuscape
