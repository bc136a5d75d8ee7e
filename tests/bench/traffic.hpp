#pragma once
/// The transfers of the network benchmarks: a closed loop in which each completion starts the next
/// transfer of its slot. A slot has random numbers of its own, so the order of ties changes
/// nothing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine/transfer_network.hpp"

namespace gpuscape::bench {

constexpr double kLinkRate = 12.5e9;  ///< B/s, of every link
constexpr std::uint32_t kLeafHosts = 32;
constexpr std::uint32_t kSpines = 16;

enum class Topology { star, leaf_spine, rails };
enum class Pattern {
  pairs,
  rings,
  within_leaf,
  one_ring,  ///< transfers of kRingPart alike, slot i to the next host: the rounds of a collective
};
constexpr std::uint32_t kRingPart = 1'048'576;  ///< B

/// Transfers of 1 to 10 MB; the first of each slot is cut at random, as if it had begun earlier.
struct Traffic {
  std::string name;
  Topology topology = Topology::star;
  Pattern pattern = Pattern::pairs;
  std::uint32_t hosts = 1024;
  std::uint32_t concurrent = 100;
};

/// The traffics of the table; throws std::out_of_range where the name is none of them.
const Traffic& traffic_named(std::string_view name);

/// rails: rail_cluster_map(), whose nodes are GPUs. Else one up- and one downlink a host, and on
/// leaves and spines an up- and a downlink for each pair; the spine is the destination's number
/// modulo the spines.
NetworkMap network_map(const Traffic& traffic);

class TrafficSlots {
 public:
  explicit TrafficSlots(const Traffic& traffic);
  /// The slot's next transfer; its token is the slot.
  Transfer next(std::uint32_t slot);

 private:
  std::uint64_t draw(std::uint32_t slot);
  std::uint32_t below(std::uint32_t slot, std::uint32_t n);

  Traffic traffic_;
  std::vector<std::uint64_t> states_;
  std::vector<bool> begun_;
};

}  // namespace gpuscape::bench
