#include "tests/bench/traffic.hpp"

#include <map>

#include "tests/bench/rail_cluster.hpp"

namespace gpuscape::bench {

const Traffic& traffic_named(std::string_view name) {
  constexpr auto kStar = Topology::star;
  constexpr auto kLeaves = Topology::leaf_spine;
  static const std::map<std::string_view, Traffic> all{
      {"star-100", {"star-100", kStar, Pattern::pairs, 1024, 100}},
      {"star-1000", {"star-1000", kStar, Pattern::pairs, 1024, 1000}},
      {"star-10000", {"star-10000", kStar, Pattern::pairs, 1024, 10000}},
      {"rings-1000", {"rings-1000", kStar, Pattern::rings, 1024, 1000}},
      {"rings-10000", {"rings-10000", kStar, Pattern::rings, 10240, 10000}},
      {"rings-16384", {"rings-16384", kStar, Pattern::rings, 16384, 16384}},
      {"ring-1024", {"ring-1024", kStar, Pattern::one_ring, 1024, 1024}},
      {"leaves-1000", {"leaves-1000", kLeaves, Pattern::pairs, 1024, 1000}},
      {"local-1000", {"local-1000", kLeaves, Pattern::within_leaf, 1024, 1000}},
      {"local-10000", {"local-10000", kLeaves, Pattern::within_leaf, 10240, 10000}},
      {"rails-gpus", {"rails-gpus", Topology::rails, Pattern::pairs, 1024, 1000}},
      {"platform", {"platform", kLeaves, Pattern::pairs, 100'000, 1}},
  };
  return all.at(name);
}

NetworkMap network_map(const Traffic& traffic) {
  if (traffic.topology == Topology::rails) return rail_cluster_map();
  const std::uint32_t hosts = traffic.hosts;
  NetworkMap map;
  map.nodes = hosts;
  if (traffic.topology == Topology::star) {
    map.links.assign(std::size_t{2} * hosts, BytesPerSecond(kLinkRate));
    map.route = [hosts](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
      links.push_back(from);
      links.push_back(hosts + to);
    };
    return map;
  }
  const std::uint32_t leaves = hosts / kLeafHosts;
  map.links.assign(std::size_t{2} * (hosts + leaves * kSpines), BytesPerSecond(kLinkRate));
  map.route = [hosts, leaves](std::uint32_t from, std::uint32_t to,
                              std::vector<std::uint32_t>& links) {
    links.push_back(from);
    if (from / kLeafHosts != to / kLeafHosts) {
      const std::uint32_t up = 2 * hosts;
      const std::uint32_t spine = to % kSpines;
      links.push_back(up + from / kLeafHosts * kSpines + spine);
      links.push_back(up + (leaves + to / kLeafHosts) * kSpines + spine);
    }
    links.push_back(hosts + to);
  };
  return map;
}

TrafficSlots::TrafficSlots(const Traffic& traffic)
    : traffic_(traffic), begun_(traffic.concurrent, false) {
  for (std::uint64_t slot = 0; slot < traffic.concurrent; ++slot)
    states_.push_back((slot + 1) * 2685821657736338717ULL + 1);
}

/// Marsaglia's xorshift64*.
std::uint64_t TrafficSlots::draw(std::uint32_t slot) {
  std::uint64_t& state = states_[slot];
  state ^= state >> 12U;
  state ^= state << 25U;
  state ^= state >> 27U;
  return (state * 2685821657736338717ULL) >> 32U;
}

std::uint32_t TrafficSlots::below(std::uint32_t slot, std::uint32_t n) {
  return static_cast<std::uint32_t>(draw(slot) * n >> 32U);
}

Transfer TrafficSlots::next(std::uint32_t slot) {
  Transfer transfer;
  transfer.token = slot;
  if (traffic_.pattern == Pattern::one_ring) {
    transfer.from = slot;
    transfer.to = (slot + 1) % traffic_.hosts;
    transfer.bytes = Bytes(kRingPart);
    return transfer;
  }
  std::uint32_t bytes = 1'000'000 + below(slot, 9'000'000);
  if (!begun_[slot]) bytes = 1 + below(slot, bytes);
  begun_[slot] = true;
  transfer.bytes = Bytes(bytes);
  if (traffic_.pattern == Pattern::rings) {
    constexpr std::uint32_t kRing = 8;
    transfer.from = slot % traffic_.hosts;
    transfer.to = transfer.from / kRing * kRing + (transfer.from + 1) % kRing;
    return transfer;
  }
  const bool local = traffic_.pattern == Pattern::within_leaf;
  const std::uint32_t size = local ? kLeafHosts : traffic_.hosts;
  transfer.from = below(slot, traffic_.hosts);
  const std::uint32_t first = local ? transfer.from / kLeafHosts * kLeafHosts : 0;
  transfer.to = first + (transfer.from - first + 1 + below(slot, size - 1)) % size;
  return transfer;
}

}  // namespace gpuscape::bench
