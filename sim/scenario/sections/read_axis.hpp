#pragma once
/// One axis: a member of `axes`, or of `cost.vary`.

#include <cstdint>
#include <string>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/axis_spec.hpp"

namespace gpuscape {

enum class AxisUse : std::uint8_t {
  design,  ///< each value is a design of its own: all differ, and none takes anything away
  vary,    ///< one design is run at each value
};

/// Faults go to the reader's context. Values from the catalogue are not filled in.
AxisSpec read_axis(const std::string& name, ObjectReader& reader, AxisUse use);

}  // namespace gpuscape
