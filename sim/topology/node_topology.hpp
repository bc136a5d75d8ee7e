#pragma once
/// The map of one node: what is near what, over which links, how fast alone and when all talk.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/platform/node_group.hpp"
#include "sim/topology/simultaneous_rates.hpp"

namespace gpuscape {

/// From one device to another.
struct PairFacts {
  PathClass path = PathClass::same;
  std::uint32_t nvlinks = 0;       ///< the fewest on the way, where it is NVLink
  Seconds latency{0.0};            ///< of the links
  BytesPerSecond alone{0.0};       ///< the narrowest link, or the pair's bound
  BytesPerSecond when_all_talk{};  ///< all pairs of rows at once; 0 where the column is no row
};

/// A link, by the direction in which more pairs cross it.
struct SharedLink {
  std::uint32_t link = 0;
  std::size_t pairs = 0;  ///< ordered pairs of devices whose way crosses it
};

/// What joins GPUs to a socket.
struct RootPort {
  std::uint32_t uplink = 0;       ///< into the socket, or its host bridge
  std::vector<DeviceIndex> gpus;  ///< below it
  BytesPerSecond each{0.0};       ///< when all of them copy to host memory at once
};

/// GPUs in two equal halves (the first one smaller by one where their number is odd).
struct NodeBisection {
  std::vector<DeviceIndex> half;  ///< the first half of the worst split
  std::size_t splits = 0;         ///< that were tried
  BytesPerSecond bandwidth{0.0};  ///< from one half to the other, when every pair across talks
};

struct NodeMap {
  std::shared_ptr<const NodeGraph> graph;
  std::vector<DeviceIndex> rows;     ///< GPUs; without any, adapters and host memory
  std::vector<DeviceIndex> columns;  ///< the rows, then adapters and host memory
  std::vector<std::vector<PairFacts>> pairs;
  RateSummary all_pairs;    ///< every row to every other at once
  RateSummary worst_shift;  ///< each to the one k further on, for the k with the least rate, then
                            ///< with the least in all
  std::size_t worst_step = 0;  ///< that k; 0: there is but one row
  RateSummary to_host;         ///< every GPU to the memory of its socket at once
  RateSummary from_host;
  std::vector<SharedLink> shared;  ///< most pairs first
  std::vector<RootPort> root_ports;
  NodeBisection bisection;

  [[nodiscard]] const std::string& name(DeviceIndex device) const {
    return graph->devices()[device].name;
  }
};

/// What a copy between two devices attains whatever its links carry.
using PairBound = std::function<BytesPerSecond(DeviceIndex from, DeviceIndex to)>;

/// Pairs of devices that a map is of, and links that the ways between them cross, where they are at
/// most that many. The time and memory that a map takes grow with them.
[[nodiscard]] std::optional<std::size_t> crossings(const NodeGraph& graph, std::size_t most);
/// What maps that are printed together may cross: seconds, and a few hundred megabytes.
inline constexpr std::size_t kMostCrossings = 6'000'000;
inline constexpr const char* kTooLargeToMap = "too many devices for a map of every pair";

NodeMap map_node(std::shared_ptr<const NodeGraph> graph, const PairBound& bound = {});

}  // namespace gpuscape
