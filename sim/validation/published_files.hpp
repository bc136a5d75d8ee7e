#pragma once
/// Published measurements: validation/published/NAME.json, embedded by `validation/`.

#include <span>

#include "sim/base/embedded_file.hpp"

namespace gpuscape {

/// In the order of their names.
std::span<const EmbeddedFile> published_files();

}  // namespace gpuscape
