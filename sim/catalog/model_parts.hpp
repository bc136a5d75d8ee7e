#pragma once
/// Parameters of models in a scenario that name entries of the catalogue.

#include <algorithm>
#include <span>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/resolve_applications.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// Null where the scenario has no model there.
template <class Json>
Json* find_model_at(Json& scenario, const ModelPlace& place) {
  Json* section = place.section.empty() ? &scenario : scenario.find(place.section);
  return section == nullptr ? nullptr : section->find(place.key);
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

}  // namespace gpuscape
