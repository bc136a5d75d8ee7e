#pragma once
/// The libraries of a scenario, as the catalogue's entries say.

#include <string_view>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/collective.hpp"

namespace gpuscape {

/// Reads every entry of an object by id. What is wrong with one goes to the context.
[[nodiscard]] std::vector<CollectiveLibrary> read_libraries(const JsonValue& entries,
                                                            ReadingContext& context);

}  // namespace gpuscape
