#include "sim/model/transfers/permutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>

#include "sim/base/random.hpp"

namespace gpuscape {

namespace {

std::vector<Endpoint> members_of(const ClusterGraph& graph, bool gpus) {
  std::vector<Endpoint> members;
  const auto& groups = graph.platform().groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].graph) continue;
    std::vector<DeviceIndex> devices =
        groups[i].graph->of_kind(gpus ? DeviceKind::gpu : DeviceKind::memory);
    if (!gpus && devices.size() > 1) devices.erase(devices.begin() + 1, devices.end());
    for (std::uint32_t node = 0; node < groups[i].count; ++node)
      for (const DeviceIndex device : devices)
        members.push_back({graph.platform().first_node(i) + node, device});
  }
  return members;
}

/// One cycle through all of them (Sattolo's algorithm), so that none stays where it is.
std::vector<Endpoint> drawn(std::vector<Endpoint> members, std::uint64_t seed) {
  RandomStream random(seed, 0, "transfers", 0);
  for (std::size_t i = members.size() - 1; i > 0; --i) {
    boost::random::uniform_int_distribution<std::size_t> below(0, i - 1);
    std::swap(members[i], members[below(random)]);
  }
  return members;
}

}  // namespace

Permutation permute(const ClusterGraph& graph, const PermutationSpec& spec, std::uint64_t seed) {
  const std::vector<Endpoint> from = members_of(graph, spec.among_gpus);
  if (from.size() < 2)
    return {{},
            fmt::format("a permutation needs two {} or more, and there {} {}",
                        spec.among_gpus ? "GPUs" : "hosts", from.size() == 1 ? "is" : "are",
                        from.size())};
  const auto shift = static_cast<std::size_t>(spec.shift) % from.size();
  if (!spec.random && shift == 0)
    return {{}, fmt::format("a shift by {} of {} sends to itself", spec.shift, from.size())};
  const std::vector<Endpoint> to = spec.random ? drawn(from, seed) : from;
  Permutation permutation;
  permutation.pairs.reserve(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    permutation.pairs.emplace_back(from[i], to[spec.random ? i : (i + shift) % from.size()]);
  return permutation;
}

}  // namespace gpuscape
