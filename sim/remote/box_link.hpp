#pragma once
/// How fast a GPU's PCIe link is in a box of a composed fabric.

#include <optional>
#include <string>

#include "sim/base/units/quantity.hpp"
#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// PCIe lanes of a GPU, of a host's adapter and of a box's uplink.
inline constexpr double kBoxLanes = 16.0;

/// Payload in one direction: of the GPU's own link or of so many lanes of the fabric, whichever
/// carries less. Nothing where the catalogue does not know the GPU. `fabric` as plain_entry().
[[nodiscard]] std::optional<BytesPerSecond> box_link(const Catalog& catalog, const std::string& gpu,
                                                     const JsonValue& fabric);

}  // namespace gpuscape
