#pragma once

#include <string>

#include "sim/sizing/smallest_count.hpp"

namespace gpuscape {

/// What `gpuscape size` prints: a row for each design.
[[nodiscard]] std::string size_text(const SizeAnswer& answer);

/// The same with every run, as one JSON document.
[[nodiscard]] std::string size_json(const SizeAnswer& answer);

}  // namespace gpuscape
