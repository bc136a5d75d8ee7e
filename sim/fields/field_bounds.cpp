#include "sim/fields/field_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/json/json.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

TypedBounds::TypedBounds(const FieldDescription& field) : bounds(field.bounds) {
  if (field.type == FieldType::quantity || field.type == FieldType::quantity_map)
    dimension = field.dimension;
}

std::string TypedBounds::text(double bound) const {
  return dimension ? exact_quantity(bound, *dimension) : json_number(bound);
}

std::string bounds_fault(const TypedBounds& wanted, double value, const std::string& shown) {
  // Beyond these, sums overflow and what is divided by is as good as 0.
  constexpr double kLeastPositive = 1e-30;
  Bounds bounds = wanted.bounds;
  bounds.most = std::min(bounds.most, kMostOfANumber);
  if (bounds.above_least && bounds.least == 0.0 && value > 0.0) {
    bounds.above_least = false;
    bounds.least = kLeastPositive;
  }
  if (bounds.above_least && value <= bounds.least)
    return fmt::format("{} is too small: must be more than {}", shown, wanted.text(bounds.least));
  if (value < bounds.least)
    return fmt::format("{} is too small: at least {}", shown, wanted.text(bounds.least));
  if (value > bounds.most)
    return fmt::format("{} is too large: at most {}", shown, wanted.text(bounds.most));
  return "";
}

}  // namespace gpuscape
