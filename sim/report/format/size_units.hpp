#pragma once
/// Sizes that stand together, in one row of units.

#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// KiB, MiB, … unless more of the sizes are whole thousands of bytes than whole multiples of 1024.
class SizeUnits {
 public:
  explicit SizeUnits(const std::vector<Bytes>& sizes);
  /// Three digits, as in "12.5 MiB"; small sizes that are no multiple of the unit in bytes.
  [[nodiscard]] std::string text(Bytes size) const;

 private:
  bool binary_ = true;
};

}  // namespace gpuscape
