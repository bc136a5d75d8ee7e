#pragma once
/// How many racks a design fills.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What a rack holds.
struct RackSize {
  double units = 42.0;
  Watts power{0.0};  ///< 0: without limit
};

/// Equal things that stand in racks.
struct Racked {
  std::string name;
  std::int64_t count = 0;
  double units = 0.0;  ///< of one
  Watts power{0.0};    ///< of one, at most
};

struct RackCount {
  std::int64_t racks = 0;
  std::vector<std::string> too_large = {};  ///< what does not fit an empty rack; not counted
};

/// Racks are filled one after the other, each with the largest things that still fit: an upper
/// bound that is near the least number. O(kinds²), whatever the counts.
RackCount racks_for(std::vector<Racked> things, const RackSize& rack);

}  // namespace gpuscape
