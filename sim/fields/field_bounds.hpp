#pragma once

#include <optional>
#include <string>

#include "sim/fields/field_description.hpp"

namespace gpuscape {

/// Bounds, and in what unit one is shown.
struct TypedBounds {
  TypedBounds(const Bounds& of_number) : bounds(of_number) {}
  TypedBounds(Dimension of, const Bounds& of_quantity) : dimension(of), bounds(of_quantity) {}
  explicit TypedBounds(const FieldDescription& field);

  std::optional<Dimension> dimension;  ///< none: of a plain number
  Bounds bounds;

  /// A bound as a user would write it: "1", "20 min".
  [[nodiscard]] std::string text(double bound) const;
};

/// What holds where nothing else is said: a rate is divided by, so it is not 0.
constexpr Bounds usual_bounds(Dimension dimension) {
  return dimension == Dimension::bandwidth ? kPositive : kNotNegative;
}

/// What is wrong with a value, shown as `shown`, that must lie within bounds; empty when nothing
/// is.
std::string bounds_fault(const TypedBounds& wanted, double value, const std::string& shown);

}  // namespace gpuscape
