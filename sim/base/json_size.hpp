#pragma once

#include <cstddef>

#include "sim/base/json.hpp"

namespace gpuscape {

/// How many values stand in one, itself counted: what copying it costs.
[[nodiscard]] std::size_t values_in(const JsonValue& value);

}  // namespace gpuscape
