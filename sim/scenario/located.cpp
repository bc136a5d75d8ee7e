#include "sim/scenario/located.hpp"

#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

bool stands_in_file(const SourcePlace& place) { return place.file && place.line > 0; }

/// The place of the value, or of the first value within it that has one in a file.
SourcePlace first_place(const JsonValue& value) {
  SourcePlace place = value.place();
  if (stands_in_file(place) || !value.is_object()) return place;
  for (const JsonMember& member : value.members())
    if (const SourcePlace inner = first_place(member.value); stands_in_file(inner)) return inner;
  return place;
}

/// Of the innermost value on the way to it that stands in a file.
SourcePlace place_of(const JsonValue& document, const std::string& pointer) {
  const JsonValue* at = &document;
  SourcePlace place = first_place(*at);
  for (const std::string& name : pointer_names(pointer)) {
    at = at->is_object() ? at->find(name) : nullptr;
    if (at == nullptr) break;
    if (const SourcePlace inner = first_place(*at); stands_in_file(inner)) place = inner;
  }
  return place;
}

}  // namespace

std::vector<Issue> located(std::vector<Issue> issues, const ScenarioSpec& scenario) {
  for (Issue& issue : issues) {
    if (issue.line > 0 || issue.pointer.empty()) continue;
    const SourcePlace place = place_of(scenario.resolved, issue.pointer);
    issue.file = place.file ? *place.file : scenario.file;
    issue.line = place.line;
    issue.column = place.column;
  }
  return issues;
}

}  // namespace gpuscape
