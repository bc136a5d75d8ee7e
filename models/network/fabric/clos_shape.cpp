#include "models/network/fabric/clos_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

std::int64_t divided_up(std::int64_t amount, std::int64_t by) { return (amount + by - 1) / by; }

}  // namespace

std::uint32_t uplinks_for(std::uint32_t slots, double oversubscription) {
  constexpr double kRounding = 1e-9;
  const double uplinks = std::ceil(slots / oversubscription - kRounding);
  return static_cast<std::uint32_t>(std::clamp(uplinks, 1.0, 1e9));
}

LeafSplit split_leaf(std::uint32_t radix, double oversubscription, std::uint32_t step) {
  const double most = radix * oversubscription / (1.0 + oversubscription);
  auto slots = static_cast<std::uint32_t>(most + 1e-9) / step * step;
  for (; slots > 0; slots -= step) {
    const std::uint32_t uplinks = uplinks_for(slots, oversubscription);
    if (slots + uplinks <= radix) return {slots, uplinks};
  }
  return {};
}

std::uint64_t most_leaves(std::uint32_t radix, int levels) {
  return levels == 2 ? radix : std::uint64_t{radix} * (radix / 2);
}

void lay_out(ClosShape& shape, int levels) {
  shape.pods = 1;
  shape.leaves_per_pod = shape.leaves;
  shape.core_links = 0;
  if (levels < 3 || shape.leaves <= shape.radix / 2) return;
  shape.pods = static_cast<std::uint32_t>(divided_up(shape.leaves, shape.radix / 2));
  shape.leaves_per_pod = static_cast<std::uint32_t>(divided_up(shape.leaves, shape.pods));
  shape.core_links = shape.leaves_per_pod;
}

double fabric_links(const ClosShape& shape) {
  const bool merged = shape.path.choice == PathChoice::adaptive;
  const double planes = merged ? 1.0 : shape.uplinks;
  const double core_planes = merged ? std::min(1U, shape.core_links) : shape.core_links;
  return 2.0 * planes * (shape.leaves + shape.pods * core_planes);
}

std::uint32_t spines_per_pod(const ClosShape& shape) {
  if (shape.radix == 0) return shape.uplinks;
  const std::uint32_t down = shape.core_links > 0 ? shape.radix / 2 : shape.radix;
  return static_cast<std::uint32_t>(
      divided_up(std::int64_t{shape.leaves_per_pod} * shape.uplinks, down));
}

ClosCounts counts(const ClosShape& shape) {
  ClosCounts result;
  result.leaves = shape.leaves;
  if (shape.leaves == 1) return result;
  result.spines = std::int64_t{shape.pods} * spines_per_pod(shape);
  result.leaf_spine_cables = std::int64_t{shape.leaves} * shape.uplinks;
  if (shape.core_links == 0) return result;
  result.spine_core_cables = std::int64_t{shape.pods} * shape.uplinks * shape.core_links;
  result.cores = divided_up(result.spine_core_cables, shape.radix);
  return result;
}

NetworkFault size_fault(const ClosShape& shape, const PortLayout& ports) {
  constexpr double kMostLinks = 1e7;
  const double links = 2.0 * ports.port_count() + fabric_links(shape);
  if (links <= kMostLinks) return {};
  return {"",
          fmt::format("{:.0f} links are more than this version holds: {:.0f}", links, kMostLinks)};
}

}  // namespace gpuscape
