#include "sim/fields/merge.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/base/json/member_index.hpp"

namespace gpuscape {

namespace {

/// The keys that say of what kind an object is.
constexpr std::string_view kKindKeys[] = {"type", "distribution", "process"};
constexpr ModelPlace kPlaces[] = {kPolicyPlace, kBackfillPlace, kPlacementPlace, kGpuSharingPlace};

bool changes_kind(const JsonValue& target, const JsonValue& patch) {
  return std::ranges::any_of(kKindKeys, [&](std::string_view key) {
    const JsonValue* before = target.find(key);
    const JsonValue* after = patch.find(key);
    return before != nullptr && after != nullptr && after->is_text() &&
           before->text() != after->text();
  });
}

enum class Nulls : unsigned char { remove, keep };

void merge(JsonValue& target, const JsonValue& patch, Nulls nulls) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object() || changes_kind(target, patch)) {
    target = JsonValue::make_object();
    target.set_place(patch.place());
  }
  std::vector<JsonMember>& members = target.members();
  members.reserve(members.size() + patch.members().size());  // keeps the indexed keys in place
  const MemberIndex index(members, patch.members().size());
  for (const JsonMember& change : patch.members()) {
    const std::size_t found = index.find(change.key);
    if (found != MemberIndex::kNone) {
      merge(members[found].value, change.value, nulls);
    } else if (nulls == Nulls::keep || !change.value.is_null()) {
      JsonMember& added = members.emplace_back(JsonMember{change.key, {}, change.key_place});
      merge(added.value, change.value, nulls);
    }
  }
  if (nulls == Nulls::remove)
    std::erase_if(members, [](const JsonMember& member) { return member.value.is_null(); });
}

void expand_at(JsonValue& scenario, const ModelPlace& place) {
  if (place.by_name) return;
  JsonValue* section = place.section.empty() ? &scenario : scenario.find(place.section);
  JsonValue* model = section == nullptr ? nullptr : section->find(place.key);
  if (model == nullptr || !model->is_text()) return;
  JsonValue object = JsonValue::make_object();
  object.set_place(model->place());
  object.set("type", *model);
  *model = std::move(object);
}

void expand_in(JsonValue& scenario, std::span<const ModelPlace> further) {
  for (const ModelPlace& place : kPlaces) expand_at(scenario, place);
  for (const ModelPlace& place : further) expand_at(scenario, place);
}

}  // namespace

void merge_patch(JsonValue& target, const JsonValue& patch) { merge(target, patch, Nulls::remove); }

void remove_nulls(JsonValue& value) {
  if (!value.is_object()) return;
  std::erase_if(value.members(), [](const JsonMember& member) { return member.value.is_null(); });
  for (JsonMember& member : value.members()) remove_nulls(member.value);
}

void remove_nulls_of_scenario(JsonValue& scenario) {
  if (!scenario.is_object()) return;
  std::erase_if(scenario.members(),
                [](const JsonMember& member) { return member.value.is_null(); });
  for (JsonMember& member : scenario.members())
    if (member.value.find("from") == nullptr) remove_nulls(member.value);
}

void compose_patches(JsonValue& target, const JsonValue& patch) {
  merge(target, patch, Nulls::keep);
}

void expand_short_models(JsonValue& scenario, std::span<const ModelPlace> further) {
  expand_in(scenario, further);
  JsonValue* variants = scenario.find("variants");
  if (variants == nullptr || !variants->is_object()) return;
  for (JsonMember& variant : variants->members()) expand_in(variant.value, further);
}

}  // namespace gpuscape
