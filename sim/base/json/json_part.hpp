#pragma once

#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// As parse_json, for a piece of a file: `begin` is where it begins there.
JsonValue parse_json_part(std::string_view text, const SourcePlace& begin);

/// As parse_json, for what another tool wrote: of a key that it wrote several times in one object,
/// as fio does of an option that is given several times, the last counts.
JsonValue parse_tool_json(std::string_view text, const std::string& file);

}  // namespace gpuscape
