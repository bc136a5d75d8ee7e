#pragma once
/// What both directions of a PCIe link carry together, by generation.

#include <utility>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/model/transport.hpp"

namespace gpuscape {

class BothWaysShares {
 public:
  /// `both_ways`, a list of {lane, share} by rising rate of a lane; without it nothing is lost.
  void read(ObjectReader& reader);
  /// Of twice what one direction carries: 1 on links slower than any of the list's.
  [[nodiscard]] double share(const Crossing& crossing) const;

 private:
  std::vector<std::pair<BytesPerSecond, double>> by_lane_;
};

}  // namespace gpuscape
