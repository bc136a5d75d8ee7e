#include "sim/platform/gpu_distance.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gpuscape {

namespace {

struct Distance {
  PathClass path = PathClass::same;
  BytesPerSecond capacity{0.0};
  friend bool operator==(const Distance&, const Distance&) = default;
  friend bool operator<(const Distance& a, const Distance& b) {
    return a.path < b.path || (a.path == b.path && a.capacity > b.capacity);
  }
};

/// Of the farther direction.
Distance distance(const NodeGraph& graph, DeviceIndex a, DeviceIndex b) {
  Distance far;
  std::vector<std::uint32_t> links;
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    Distance one{graph.path_class(from, to),
                 BytesPerSecond(std::numeric_limits<double>::infinity())};
    links.clear();
    graph.route(from, to, links);
    for (const std::uint32_t link : links)
      one.capacity = std::min(one.capacity, graph.links()[link].capacity);
    if (far.path == PathClass::same || far < one) far = one;
  }
  return far;
}

}  // namespace

GpuDistances::GpuDistances(const NodeGraph& graph) {
  const std::vector<DeviceIndex> devices = graph.of_kind(DeviceKind::gpu);
  gpus_ = static_cast<std::uint32_t>(devices.size());
  std::vector<Distance> pairs(devices.size() * devices.size());
  std::vector<Distance> distinct;
  for (std::size_t a = 0; a < devices.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Distance one = distance(graph, devices[a], devices[b]);
      pairs[a * gpus_ + b] = pairs[b * gpus_ + a] = one;
      distinct.push_back(one);
    }
  }
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  ranks_ = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(distinct.size()));
  rank_.assign(pairs.size(), 0);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i].path != PathClass::same)
      rank_[i] = static_cast<std::uint32_t>(
          std::lower_bound(distinct.begin(), distinct.end(), pairs[i]) - distinct.begin());
}

bool GpuDistances::are_alike(std::uint32_t a, std::uint32_t b) const {
  for (std::uint32_t other = 0; other < gpus_; ++other)
    if (other != a && other != b && rank(a, other) != rank(b, other)) return false;
  return true;
}

}  // namespace gpuscape
