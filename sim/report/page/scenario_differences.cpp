#include "sim/report/page/scenario_differences.hpp"

#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

std::string short_json(const JsonValue* value) {
  if (value == nullptr) return "nothing";
  return value->is_text() ? value->text() : write_json(*value, -1);
}

/// Every value that two scenarios do not share, in the order of the second one.
void find_differences(const JsonValue* before, const JsonValue* after, const std::string& pointer,
                      std::vector<ScenarioDifference>& found) {
  if (before != nullptr && after != nullptr && before->is_object() && after->is_object()) {
    for (const JsonMember& member : after->members())
      find_differences(before->find(member.key), &member.value, child_pointer(pointer, member.key),
                       found);
    for (const JsonMember& member : before->members())
      if (after->find(member.key) == nullptr)
        find_differences(&member.value, nullptr, child_pointer(pointer, member.key), found);
    return;
  }
  if (before != nullptr && after != nullptr && same_content(*before, *after)) return;
  found.push_back({pointer, short_json(before), short_json(after)});
}

}  // namespace

std::vector<ScenarioDifference> differences_of(const JsonValue& before, const JsonValue& after) {
  std::vector<ScenarioDifference> found;
  find_differences(&before, &after, "", found);
  std::erase_if(found, [](const ScenarioDifference& one) { return one.pointer == "/title"; });
  return found;
}

}  // namespace gpuscape
