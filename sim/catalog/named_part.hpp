#pragma once
/// Parameters of models that name an entry of the catalogue, or describe such a part in place.

#include "sim/fields/model_names.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// A part by its name, which the catalogue's entry has replaced, or in place; a value may have its
/// range beside it, and fields of the catalogue that no model reads are left alone. True if it
/// is there.
bool read_named_part(ObjectReader& reader, const CatalogPart& part, std::string_view doc,
                     const ObjectReader::Read& read);

/// Whether a part names an entry that the catalogue lacks. That was reported when the scenario was
/// resolved, and no entry has replaced the name.
bool is_unknown_name(const JsonValue& part);

}  // namespace gpuscape
