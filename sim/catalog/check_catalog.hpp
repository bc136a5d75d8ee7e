#pragma once
/// Faults of catalogue entries: keys, units, numbers and names that cannot be meant.

#include <string>
#include <string_view>

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// Checks one entry as written. Names are looked up in `catalog`.
void check_catalog_entry(const Catalog& catalog, std::string_view section, const JsonMember& entry,
                         ReadingContext& context);

/// `source`, `verified` and `verified_fields` of an entry. Sources must be known, and may name
/// only fields that exist and that they can hold.
void check_entry_sources(const Catalog& catalog, std::string_view section, const JsonValue& entry,
                         const std::string& pointer, ReadingContext& context);

/// The `source` of a value or of an object in an entry: a list.
void check_source_list(const Catalog& catalog, const JsonValue& sources, const std::string& pointer,
                       ReadingContext& context);

/// Records every source in a list that cannot be a source of the field: a measurement of a price,
/// and one whose `holds` lacks what the field is about.
void check_topic(const Catalog& catalog, const CatalogField& field, const JsonValue& sources,
                 const std::string& pointer, ReadingContext& context);

}  // namespace gpuscape
