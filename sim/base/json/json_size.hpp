#pragma once

#include <cstddef>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// Number of values in a JSON document, counting the document itself: the cost of copying it.
[[nodiscard]] std::size_t values_in(const JsonValue& value);

}  // namespace gpuscape
