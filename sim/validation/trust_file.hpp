#pragma once
/// validation/summary/trust.json, embedded by `validation/`.

#include <span>

#include "sim/base/embedded_file.hpp"

namespace gpuscape {

std::span<const EmbeddedFile> trust_files();

}  // namespace gpuscape
