#pragma once
/// The geometry of instances (MIG) of a GPU of the catalogue.

#include <optional>

#include "sim/base/json/json.hpp"
#include "sim/sharing/mig_geometry.hpp"

namespace gpuscape {

/// Of a GPU's entry, whose "mig" says how many slices it has and which profiles, in the catalogue's
/// order. A profile's memory slices are its share of the memory, rounded to whole slices. None: the
/// entry has no "mig", or not all of it that a geometry needs.
[[nodiscard]] std::optional<MigGeometry> mig_geometry_of(const JsonValue& gpu);

}  // namespace gpuscape
