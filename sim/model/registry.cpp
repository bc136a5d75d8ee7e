#include "sim/model/registry.hpp"

#include <fmt/format.h>

#include <utility>

namespace gpuscape {

namespace {

std::vector<ModelNames::Type> types_on(const Shelf& shelf) {
  std::vector<ModelNames::Type> types;
  types.reserve(shelf.size());
  for (std::size_t i = 0; i < shelf.size(); ++i)
    types.push_back({.name = shelf.card(i).name, .parts = shelf.card(i).parts});
  return types;
}

}  // namespace

std::vector<const Shelf*> Registry::shelves() const {
  std::vector<const Shelf*> all{&nodes,      &networks,  &transports, &collectives, &applications,
                                &schedulers, &backfills, &placements, &gpu_sharings};
  for (const auto& shelf : further_) all.push_back(shelf.get());
  return all;
}

const Shelf* Registry::at(const ModelPlace& place) const {
  for (const Shelf* shelf : shelves())
    if (shelf->place().is(place)) return shelf;
  return nullptr;
}

ModelNames Registry::names() const {
  ModelNames names{.places = {},
                   .nodes = types_on(nodes),
                   .networks = types_on(networks),
                   .applications = types_on(applications)};
  for (const auto& shelf : further_) {
    names.places.push_back(shelf->place());
    std::vector<ModelNames::Type> types = types_on(*shelf);
    std::erase_if(types, [](const ModelNames::Type& type) { return type.parts.empty(); });
    if (!types.empty()) names.further.push_back({shelf->place(), std::move(types)});
  }
  return names;
}

Shelf& Registry::add(std::unique_ptr<Shelf> shelf) {
  const ModelPlace& place = shelf->place();
  ensure(!place.key.empty() && at(place) == nullptr,
         fmt::format("models at /{}/{} are of one kind", place.section, place.key));
  return *further_.emplace_back(std::move(shelf));
}

}  // namespace gpuscape
