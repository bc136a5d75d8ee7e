#pragma once
/// Nodes that are away for a while, drawn at random.

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "sim/platform/planned_outage.hpp"

namespace gpuscape::test {

/// One to three, of any of the nodes of each group, none of a node at a time; at half seconds, when
/// nobody submits or ends.
inline std::vector<PlannedOutage> random_outages(std::uint32_t seed,
                                                 const std::vector<std::uint32_t>& nodes,
                                                 bool requeues) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(random() % count);
  };
  std::vector<PlannedOutage> outages;
  double begin = 0.5;
  for (std::uint32_t i = 0; i <= below(3); ++i) {
    begin += 1.0 + below(20000);
    PlannedOutage outage{.begin = Seconds(begin), .requeues = requeues};
    begin += 1.0 + below(8000);
    outage.end = Seconds(begin);
    for (std::uint32_t group = 0; group < nodes.size(); ++group)
      for (std::uint32_t node = 0; node < nodes[group]; ++node)
        if (below(2) == 0) outage.nodes.push_back({group, node});
    outages.push_back(std::move(outage));
  }
  return outages;
}

}  // namespace gpuscape::test
