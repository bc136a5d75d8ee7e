#pragma once
/// JSON Schemas of objects that are merged over others.

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// The schema, and null, which stands for a key that is not there.
JsonValue or_null(JsonValue schema);

/// What may lie over something that fits the schema: nothing need be there, null removes, and an
/// object needs no key that says which of several it is. Lists and values are replaced whole.
JsonValue patch_of(const JsonValue& schema);

}  // namespace gpuscape
