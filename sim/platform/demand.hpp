#pragma once
/// What is asked for of nodes, and what a node has, as integers.

#include <cstdint>

namespace gpuscape {

/// What a job asks for in all, as integers. On a pool, `gpus` counts processors.
struct Demand {
  std::int32_t gpus = 0;
  std::int64_t milli_cores = 0;  ///< 1000 = one CPU core
  std::int64_t memory_mib = 0;
  std::int32_t nodes = 0;  ///< spread evenly over so many; 0: as few as hold it. Of a share: 0
  std::uint16_t asks = 0;  ///< which nodes will do: into NodeAsks; 0: any. Of a share: 0

  /// True when neither cores nor memory nor a number of nodes nor certain nodes are asked for.
  [[nodiscard]] constexpr bool is_gpus_alone() const {
    return milli_cores == 0 && memory_mib == 0 && nodes == 0 && asks == 0;
  }
  /// The same from any node.
  [[nodiscard]] constexpr Demand amounts() const { return {gpus, milli_cores, memory_mib, nodes}; }
  /// True when all of `share` finds room in this.
  [[nodiscard]] constexpr bool holds(const Demand& share) const {
    return gpus >= share.gpus && milli_cores >= share.milli_cores && memory_mib >= share.memory_mib;
  }
  constexpr Demand& operator+=(const Demand& other) {
    gpus += other.gpus;
    milli_cores += other.milli_cores;
    memory_mib += other.memory_mib;
    return *this;
  }
  friend constexpr Demand operator-(const Demand& a, const Demand& b) {
    return {a.gpus - b.gpus, a.milli_cores - b.milli_cores, a.memory_mib - b.memory_mib, 0};
  }
  friend constexpr bool operator==(const Demand&, const Demand&) = default;
};

}  // namespace gpuscape
