#pragma once
/// Faults of catalogue entries: keys, units, numbers and names that cannot be meant.

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// Checks one entry as written. Names are looked up in `catalog`.
void check_catalog_entry(const Catalog& catalog, std::string_view section, const JsonMember& entry,
                         ReadingContext& context);

}  // namespace gpuscape
