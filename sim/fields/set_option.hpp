#pragma once
/// `--set /pointer=value`: one change from the command line.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// What the places of values from `--set` begin with instead of a file name.
inline constexpr std::string_view kSetPlace = "--set ";

/// Applies "/cluster/nodes/gpu/count=12": the value is read as JSON, else taken as text; null
/// removes. Objects on the way are made where they are missing, except in the maps that hold the
/// user's names. Records an issue when there is no such place.
void apply_set(JsonValue& scenario, const std::string& option, ReadingContext& context);

}  // namespace gpuscape
