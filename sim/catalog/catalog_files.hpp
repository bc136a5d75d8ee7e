#pragma once
/// The catalogue that is compiled in: models/catalog/NAME.json, embedded by `models/`.

#include <span>

#include "sim/base/embedded_file.hpp"

namespace gpuscape {

/// In the order of their names.
std::span<const EmbeddedFile> shipped_catalog_files();

}  // namespace gpuscape
