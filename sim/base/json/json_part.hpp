#pragma once

#include <string_view>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// As parse_json, for a piece of a file: `begin` is where it begins there.
JsonValue parse_json_part(std::string_view text, const SourcePlace& begin);

}  // namespace gpuscape
