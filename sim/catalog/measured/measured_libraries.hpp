#pragma once

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// Lays a profile's laws of collectives over the libraries of a scenario: their family is the
/// library's id, and an entry's `measured` lists, by operation and number of GPUs, what a size
/// takes. Of a law in place and one out of place the first stands. Whether there were any; false
/// where `libraries` is no object.
bool lay_library_laws(const JsonValue& profile, JsonValue& libraries);

}  // namespace gpuscape
