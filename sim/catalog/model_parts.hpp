#pragma once
/// Parameters of models in a scenario that name entries of the catalogue.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/resolve_applications.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// Null where the scenario has no model there.
template <class Json>
Json* find_model_at(Json& scenario, const ModelPlace& place) {
  Json* section = place.section.empty() ? &scenario : scenario.find(place.section);
  return section == nullptr ? nullptr : section->find(place.key);
}

/// Visits each model there with its pointer, by the user's names where it is one of several.
template <class Json, class Visit>
void for_each_model_at(Json& scenario, const ModelPlace& place, const Visit& visit) {
  Json* found = find_model_at(scenario, place);
  if (found == nullptr) return;
  const std::string pointer = place.section.empty()
                                  ? child_pointer("", place.key)
                                  : child_pointer(child_pointer("", place.section), place.key);
  if (!place.by_name) return visit(*found, pointer);
  if (!found->is_object()) return;
  for (auto& member : found->members()) visit(member.value, child_pointer(pointer, member.key));
}

inline std::span<const CatalogPart> parts_of(const JsonValue& model,
                                             const std::vector<ModelNames::Type>& types) {
  const JsonValue* type = type_of(model);
  const ModelNames::Type* own = type == nullptr ? nullptr : find_type(types, type->text());
  return own == nullptr ? std::span<const CatalogPart>() : own->parts;
}

inline bool names_part_of(const JsonValue& model, const std::vector<ModelNames::Type>& types) {
  return std::ranges::any_of(parts_of(model, types), [&](const CatalogPart& part) {
    const JsonValue* value = model.find(part.path);
    return value != nullptr && (value->is_text() || value->find("entry") != nullptr);
  });
}

inline bool names_part_at(const JsonValue& scenario, const ModelNames::Placed& placed) {
  bool found = false;
  for_each_model_at(scenario, placed.place, [&](const JsonValue& model, const std::string&) {
    found = found || names_part_of(model, placed.types);
  });
  return found;
}

}  // namespace gpuscape
