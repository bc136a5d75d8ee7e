#include "sim/scenario/located.hpp"

#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

/// Of the innermost value on the way to it that stands in a file.
SourcePlace place_of(const JsonValue& document, const std::string& pointer) {
  const JsonValue* at = &document;
  SourcePlace place = at->place();
  for (const std::string& name : pointer_names(pointer)) {
    at = at->is_object() ? at->find(name) : nullptr;
    if (at == nullptr) break;
    if (at->place().file && at->place().line > 0) place = at->place();
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
