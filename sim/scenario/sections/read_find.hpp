#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/axis_spec.hpp"

namespace gpuscape {

inline constexpr std::string_view kFindDoc =
    "Which of the designs is looked for; gpuscape sweep prints it.";

/// `find`, where it is there; `axes` are the names that it may use.
std::optional<FindSpec> read_find(ObjectReader& reader, const std::vector<std::string>& axes);

}  // namespace gpuscape
