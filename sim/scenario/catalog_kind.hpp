#pragma once
/// Where a field of the catalogue is from, by rule.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/catalog.hpp"

namespace gpuscape {

enum class FieldKind : unsigned char { measured, vendor, published, deck, guess };
[[nodiscard]] std::string_view field_kind_name(FieldKind kind);

struct FieldOrigin {
  FieldKind kind = FieldKind::guess;
  std::string decided_by;            ///< the source that gives the kind; empty for a guess
  std::vector<std::string> sources;  ///< those of the entry, or the field's own
};

/// A field is of the kind of its entry's first source that is no recollection, estimate or
/// computation, if it stands in `verified_fields`; where an entry has none, if it is `verified`.
/// Else it is a guess, whatever its sources. An object or a value with a `source` of its own, and
/// an entry that another inherits, answer for what they hold. `path` holds keys and list indices.
[[nodiscard]] FieldOrigin field_origin(const Catalog& catalog, std::string_view section,
                                       std::string_view id, std::span<const std::string> path);

}  // namespace gpuscape
