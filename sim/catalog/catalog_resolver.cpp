/// The catalogue that a scenario means: shipped, with its own folders over it.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/catalog/catalog_rows.hpp"
#include "sim/catalog/measured/measured_applications.hpp"
#include "sim/catalog/resolve_applications.hpp"
#include "sim/catalog/resolve_catalog.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kLibrarySection = "collective_libraries";

bool is_number_of_transfers(const CatalogRow& row) {
  switch (row.type) {
    case CatalogType::number:
    case CatalogType::share:
    case CatalogType::bytes:
    case CatalogType::rate:
    case CatalogType::latency:
      return row.used_by == CatalogUse::transfers;
    default:
      return false;
  }
}

/// Of the numbers that transfers ask a transport for, the kind that one should trust least.
std::string weakest_basis(const Catalog& catalog, std::string_view section, const std::string& id) {
  std::optional<FieldKind> weakest;
  for (const CatalogRow& row : catalog_rows(catalog, section, id))
    if (is_number_of_transfers(row))
      weakest = std::max(weakest.value_or(FieldKind::measured), row.origin.kind);
  return weakest ? std::string(field_kind_name(*weakest)) : "";
}

}  // namespace

void CatalogResolver::resolve(JsonValue& scenario, const std::string& file) {
  const JsonValue* folders = scenario.find("catalog");
  if (folders == nullptr && !names_entries(scenario, models_)) return;
  Opened& opened = read(folders, file);
  resolve_catalog(scenario, opened.catalog, models_, opened.entries, context_);
}

bool CatalogResolver::lay_launches(JsonValue& scenario, const std::string& file,
                                   std::vector<std::string>& notes, ProfileCheck profile_check) {
  if (scenario.find("calibration") == nullptr || !opened_) return false;
  const auto base = application_entry(opened_->catalog, kBaseOfApplications);
  const JsonValue* launch = base ? base->find("launch") : nullptr;
  if (launch == nullptr) return false;
  return gpuscape::lay_launches(scenario, file, *launch, notes, context_, profile_check);
}

JsonValue CatalogResolver::transports(const JsonValue& scenario, const std::string& file) {
  Opened& opened = read(scenario.find("catalog"), file);
  const Catalog& catalog = opened.catalog;
  JsonValue all = JsonValue::make_object();
  for (const std::string& id : catalog.ids("transports")) {
    JsonValue entry = opened.entries.of(catalog.find("transports", id));
    if (entry.find("kind") != nullptr)
      entry.set("basis", JsonValue::make_text(weakest_basis(catalog, "transports", id)));
    all.members().push_back({id, std::move(entry), {}});
  }
  return all;
}

JsonValue CatalogResolver::gpus(const JsonValue& scenario, const std::string& file) {
  Opened& opened = read(scenario.find("catalog"), file);
  JsonValue all = JsonValue::make_object();
  for (const std::string& id : opened.catalog.ids("gpus"))
    all.members().push_back({id, opened.entries.of(opened.catalog.find("gpus", id)), {}});
  return all;
}

JsonValue CatalogResolver::libraries(const JsonValue& scenario, const std::string& file) {
  Opened& opened = read(scenario.find("catalog"), file);
  const Catalog& catalog = opened.catalog;
  JsonValue all = JsonValue::make_object();
  for (const std::string& id : catalog.ids(kLibrarySection)) {
    JsonValue entry = opened.entries.of(catalog.find(kLibrarySection, id));
    entry.set("basis", JsonValue::make_text(weakest_basis(catalog, kLibrarySection, id)));
    all.members().push_back({id, std::move(entry), {}});
  }
  return all;
}

std::vector<CatalogGuess> CatalogResolver::guesses(const JsonValue& scenario,
                                                   const JsonValue& transports) {
  return opened_ ? opened_->guesses.of(scenario, transports, models_) : std::vector<CatalogGuess>{};
}

CatalogPrices CatalogResolver::prices(const JsonValue& scenario) {
  return opened_ ? prices_of(opened_->catalog, scenario, models_) : CatalogPrices{};
}

std::vector<const JsonValue*> CatalogResolver::folder_names(const JsonValue* folders) {
  std::vector<const JsonValue*> named;
  if (folders == nullptr) return named;
  if (!folders->is_array()) named.push_back(folders);
  for (const JsonValue& item : folders->items()) named.push_back(&item);
  std::erase_if(named, [&](const JsonValue* name) {
    if (name->is_text()) return false;
    context_.add(
        name->place(), "/catalog",
        fmt::format("expected a folder or a list of folders, found {}", name->kind_name()));
    return true;
  });
  return named;
}

CatalogResolver::Opened& CatalogResolver::read(const JsonValue* folders, const std::string& file) {
  const std::vector<const JsonValue*> named = folder_names(folders);
  std::vector<std::string> paths;
  for (const JsonValue* name : named) {
    const auto& from = name->place().file;
    const bool from_file = from != nullptr && !from->starts_with(kSetPlace);
    paths.push_back(path_beside(from_file ? *from : file, name->text()));
  }
  if (opened_ && paths == opened_->folders) return *opened_;
  Catalog catalog = Catalog::shipped();
  for (std::size_t i = 0; i < paths.size(); ++i)
    catalog.overlay(paths[i], named[i]->place(), "/catalog", context_);
  catalog.check_own(context_);
  return opened_.emplace(std::move(catalog), std::move(paths));
}

}  // namespace gpuscape
