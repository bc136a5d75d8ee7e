#pragma once
/// Scenario files: reading, and laying a file over the one it extends.

#include <optional>
#include <span>
#include <string>

#include "sim/base/json/json.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// The number after `format` that this version reads.
inline constexpr std::int64_t kScenarioFormat = 1;

/// The scenario in `path` with everything it extends merged in, nulls removed, short models
/// expanded, those at `further` places too. Records every fault; returns nothing when there is not
/// an object to go on with.
std::optional<JsonValue> read_scenario_file(const std::string& path, ReadingContext& context,
                                            std::span<const ModelPlace> further = {});

/// The same for text already in memory; `name` is what messages show, and what it extends is looked
/// for beside it.
std::optional<JsonValue> read_scenario_text(std::string_view text, const std::string& name,
                                            ReadingContext& context,
                                            std::span<const ModelPlace> further = {});

/// A file named in a scenario, relative to the file that names it.
std::string path_beside(const std::string& scenario, const std::string& name);

}  // namespace gpuscape
