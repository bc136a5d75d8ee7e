#pragma once
/// What is asked for of nodes, and what a node has, as integers.

#include <cstdint>

namespace gpuscape {

/// What a job asks for in all, as integers. On a pool, `gpus` counts processors. A job that asks
/// for a part of a GPU has `gpus` 1 and says in `gpu_milli` how much of it.
struct Demand {
  std::int32_t gpus = 0;
  std::int64_t milli_cores = 0;  ///< 1000 = one CPU core
  std::int64_t memory_mib = 0;
  /// Spread evenly over so many; 0: as few as hold it; below 0: as few as hold so many equal tasks,
  /// none of which is cut. Of a share: 0; of one on a client of lent GPUs, how many of them it
  /// uses.
  std::int32_t nodes = 0;
  std::uint16_t asks = 0;  ///< which nodes will do: into NodeAsks; 0: any. Of a share: 0, but where
                           ///< a part of a GPU is still to be cut by it
  /// Thousandths of one GPU, 1 to 999; 0: whole ones. A share that joins others on their GPU has
  /// `gpus` 0: it takes no free one. One with parts of several GPUs (GroupCapacity::join_several)
  /// has their sum, and in `gpus` how many of them were free.
  std::uint16_t gpu_milli = 0;

  static constexpr std::uint16_t kWholeGpu = 1000;  ///< thousandths

  /// True when nothing but whole GPUs is asked for: neither cores nor memory nor a number of nodes
  /// nor certain nodes.
  [[nodiscard]] constexpr bool is_gpus_alone() const {
    return milli_cores == 0 && memory_mib == 0 && nodes == 0 && asks == 0 && gpu_milli == 0;
  }
  /// The same from any node.
  [[nodiscard]] constexpr Demand amounts() const {
    return {gpus, milli_cores, memory_mib, nodes, 0, gpu_milli};
  }
  /// GPUs, a part of one as a part.
  [[nodiscard]] constexpr double gpu_amount() const {
    return gpu_milli == 0 ? gpus : static_cast<double>(gpu_milli) / kWholeGpu;
  }
  [[nodiscard]] constexpr std::int64_t gpu_amount_milli() const {
    return gpu_milli == 0 ? std::int64_t{gpus} * kWholeGpu : gpu_milli;
  }
  /// Equal tasks of which none is cut; 0: it is cut by GPUs.
  [[nodiscard]] constexpr std::int32_t tasks() const { return nodes < 0 ? -nodes : 0; }
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
static_assert(sizeof(Demand) == 32, "records of millions of jobs hold it");

}  // namespace gpuscape
