#include "sim/model/transfers/both_ways_shares.hpp"

namespace gpuscape {

void BothWaysShares::read(ObjectReader& reader) {
  reader.list(
      "both_ways", "What both directions of a PCIe link carry together, by rising rate of a lane.",
      [&](ObjectReader& r) {
        const auto lane = r.quantity<BytesPerSecond>("lane", "What a lane carries, at least.");
        if (!by_lane_.empty() && lane <= by_lane_.back().first)
          r.issue("lane", "lanes must be in order of increasing rate");
        const Bounds bounds{.least = 0.5, .most = 1.0};
        by_lane_.emplace_back(
            lane, r.number("share", "Share of twice what one direction carries.", bounds));
      });
}

double BothWaysShares::share(const Crossing& crossing) const {
  double share = 1.0;
  for (const auto& [lane, of] : by_lane_)
    if (crossing.lane >= lane) share = of;
  return share;
}

}  // namespace gpuscape
