/// The catalogue that a scenario means: shipped, with its own folders over it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/limits.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/catalog/measured/measured_applications.hpp"
#include "sim/catalog/resolve_applications.hpp"
#include "sim/catalog/resolve_catalog.hpp"
#include "sim/fields/json_pointer.hpp"
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

constexpr std::string_view kFailureSection = "failures";

const JsonValue* failures_of(const JsonValue& scenario) {
  const JsonValue* cluster = scenario.find("cluster");
  const JsonValue* failures =
      cluster == nullptr || !cluster->is_object() ? nullptr : cluster->find(kFailureSection);
  return failures != nullptr && failures->is_object() ? failures : nullptr;
}

/// The name by which a failure asks for an entry; null where it does not.
const JsonValue* entry_name(const JsonValue& failure) {
  const JsonValue* named = failure.is_object() ? failure.find("entry") : nullptr;
  return named != nullptr && named->is_text() ? named : nullptr;
}

bool is_read(const std::string& key) {
  return std::ranges::any_of(fields_of(kFailureSection), [&](const CatalogField& field) {
    return field.top_key() == key && is_read_by_models(field.used_by);
  });
}

/// Another distribution of repairs needs other keys.
void lay_failure(JsonValue& entry, const JsonValue& over) {
  const JsonValue* repair = over.find("repair");
  JsonValue* said = entry.find("repair");
  if (said != nullptr && repair != nullptr && repair->is_object() &&
      repair->find("distribution") != nullptr)
    said->erase("sigma");
  lay_over(entry, over);
}

/// Whether a failure names an entry.
bool names_failures(const JsonValue& scenario) {
  const JsonValue* failures = failures_of(scenario);
  return failures != nullptr &&
         std::ranges::any_of(failures->members(), [](const JsonMember& member) {
           return entry_name(member.value) != nullptr;
         });
}

/// A failure of the cluster that names an entry becomes what the entry says, with `entry` and the
/// scenario's keys over it. One that the catalogue lacks is left with its name alone.
void resolve_failures(JsonValue& scenario, const Catalog& catalog, ReadingContext& context) {
  if (!names_failures(scenario)) return;
  for (JsonMember& member : scenario.find("cluster")->find(kFailureSection)->members()) {
    JsonValue& failure = member.value;
    const JsonValue* named = entry_name(failure);
    if (named == nullptr) continue;
    const JsonValue name = *named;
    JsonValue result = JsonValue::make_object();
    result.set_place(failure.place());
    result.set("entry", name);
    if (const JsonValue* entry = catalog.find(kFailureSection, name.text())) {
      JsonValue plain = plain_entry(*entry);
      for (JsonMember& said : plain.members())
        if (is_read(said.key)) result.members().push_back(std::move(said));
      lay_failure(result, failure);
    } else {
      context.add(name.place(), child_pointer("/cluster/failures", member.key) + "/entry",
                  fmt::format("unknown entry \"{}\" in the catalogue's {}", excerpt(name.text()),
                              kFailureSection),
                  context.issue_count() < kMostHinted
                      ? name_hint(name.text(), catalog.ids(kFailureSection))
                      : "");
    }
    failure = std::move(result);
  }
}

}  // namespace

void CatalogResolver::resolve(JsonValue& scenario, const std::string& file) {
  const JsonValue* folders = scenario.find("catalog");
  const bool fails_as_known = names_failures(scenario);
  if (folders == nullptr && !fails_as_known && !names_entries(scenario, models_)) return;
  Opened& opened = read(folders, file);
  resolve_catalog(scenario, opened.catalog, models_, opened.entries, context_);
  if (fails_as_known) resolve_failures(scenario, opened.catalog, context_);
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

const Catalog& CatalogResolver::catalog(const JsonValue& scenario, const std::string& file) {
  return read(scenario.find("catalog"), file).catalog;
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
  for (const CatalogChange& change : changes_)
    if (!catalog.change(change))
      context_.add({}, "",
                   fmt::format("the catalogue has no {} of {}/{}", fmt::join(change.path, "/"),
                               change.section, change.entry));
  return opened_.emplace(std::move(catalog), std::move(paths));
}

}  // namespace gpuscape
