#pragma once
/// Fields of the catalogue that no model reads, as keys that a reader accepts.

#include <string_view>

#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// Accepts the keys that fields of the section have directly below `path` ("" for an entry, "cpu",
/// "nics.*") where no model reads them or anything in them, and the keys that say where values are
/// from.
void pass_over_unread(ObjectReader& reader, std::string_view section, std::string_view path);
/// The same, and they go into the resolved copy as they stand.
void keep_unread(ObjectReader& reader, std::string_view section);

}  // namespace gpuscape
