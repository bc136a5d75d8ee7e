#pragma once

#include <string>

#include "sim/fields/field_description.hpp"

namespace gpuscape {

struct TypedBounds {
  FieldType type = FieldType::number;  ///< decides the unit in which a bound is shown
  Bounds bounds;
};

/// A bound as a user would write it: "1", "20 min".
std::string bound_text(FieldType type, double bound);

/// What is wrong with a value, shown as `shown`, that must lie within bounds; empty when nothing
/// is.
std::string bounds_fault(const TypedBounds& wanted, double value, const std::string& shown);

}  // namespace gpuscape
