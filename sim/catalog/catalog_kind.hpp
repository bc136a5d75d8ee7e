#pragma once
/// Where a field of the catalogue is from, by rule.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

/// By falling trust.
enum class FieldKind : unsigned char {
  measured,
  vendor,
  list_price,
  quote,
  published,
  deck,
  guess,
};
[[nodiscard]] std::string_view field_kind_name(FieldKind kind);

struct FieldOrigin {
  FieldKind kind = FieldKind::guess;
  std::string decided_by = {};            ///< the source that gives the kind; empty for a guess
  std::vector<std::string> sources = {};  ///< of the field; of a guess those that name no field
};

/// The source of a field is the one that names it, in the entry's `source` (or in that of an entry
/// that it inherits), or that of an object or a value around it. The field's kind follows from that
/// source's kind and from what the field is about. A field is a guess where no source names it,
/// where its source tells no more than its writer knows, and where its source does not hold what it
/// is about. `path` holds keys and list indices.
[[nodiscard]] FieldOrigin field_origin(const Catalog& catalog, std::string_view section,
                                       std::string_view id, std::span<const std::string> path);

/// What a source of that kind makes of a field on that topic; a guess where the one says nothing
/// about the other: no measurement holds a price. What a measurement repeats of a data sheet is
/// published, not measured.
[[nodiscard]] FieldKind field_kind(std::string_view source_kind, CatalogTopic topic);

/// Whether the source says that it holds a topic; one that says nothing holds all.
[[nodiscard]] bool holds_topic(const Catalog& catalog, std::string_view source, CatalogTopic topic);
/// Whether the source tells more than its writer knows.
[[nodiscard]] bool tells(const Catalog& catalog, std::string_view source);

}  // namespace gpuscape
