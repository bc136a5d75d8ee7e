#pragma once

#include <optional>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The key `serves` of a stream; none where it has none.
std::optional<ServesSpec> read_serves(ObjectReader& reader);

/// Faults are added to the stream's reader.
void check_serves(const StreamSpec& stream, ObjectReader& reader);

}  // namespace gpuscape
