#pragma once

#include <string>

#include "sim/plan/what_decides.hpp"

namespace gpuscape {

/// What `gpuscape plan --what-decides` prints: inputs with a range, and by how much of its value
/// each figure changes over the range, the largest first.
[[nodiscard]] std::string decides_text(const DecidesAnswer& answer);

/// The same as one JSON document, with amounts in place of shares.
[[nodiscard]] std::string decides_json(const DecidesAnswer& answer);

}  // namespace gpuscape
