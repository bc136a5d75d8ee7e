#pragma once
/// What format a log has, by its first bytes and its name.

#include <optional>
#include <string>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// True for a file that begins as a scenario does: a JSON object with a key that only scenarios
/// have.
bool looks_like_scenario(const std::string& path);

/// The format, the columns where they are known by their names (as `gpuscape trace` writes them),
/// and the delimiter. Throws RunError for a file that cannot be read, ScenarioError for a table
/// whose columns are not known, with its header and what to say about it.
TraceSpec guess_trace(const std::string& path);

/// The character that separates the columns of a table's header.
char guess_delimiter(const std::string& path);

}  // namespace gpuscape
