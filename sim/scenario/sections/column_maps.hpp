#pragma once
/// Which column holds what in widely known logs (JSON: about, delimiter, recognised_by, columns):
/// models/trace_columns/NAME.json, embedded by `models/`.

#include <span>

#include "sim/base/embedded_file.hpp"

namespace gpuscape {

/// In the order of their names.
std::span<const EmbeddedFile> shipped_column_maps();

}  // namespace gpuscape
