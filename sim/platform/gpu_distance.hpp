#pragma once
/// How far the GPUs of a node are from each other.

#include <cstdint>
#include <vector>

#include "sim/platform/gpu_set.hpp"
#include "sim/platform/node_graph.hpp"

namespace gpuscape {

/// Distances by rank: 0 for the nearest pairs of the node. A pair is nearer by its path class
/// (NVLink, one PCIe switch, several, a host bridge, a socket, another socket), and within a class
/// by the payload that its path carries. GPUs are numbered in the order of the graph's devices.
class GpuDistances {
 public:
  explicit GpuDistances(const NodeGraph& graph);
  /// So many GPUs of which nothing is known: all are alike.
  explicit GpuDistances(std::uint32_t gpus) : gpus_(gpus), rank_(std::size_t{gpus} * gpus, 0) {}

  [[nodiscard]] std::uint32_t gpus() const { return gpus_; }
  /// Ranks are below it.
  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  [[nodiscard]] std::uint32_t rank(std::uint32_t a, std::uint32_t b) const {
    return rank_[std::size_t{a} * gpus_ + b];
  }
  /// True when the two can be put in each other's place: they are as far from every other GPU.
  [[nodiscard]] bool are_alike(std::uint32_t a, std::uint32_t b) const;

 private:
  std::uint32_t gpus_ = 0;
  std::uint32_t ranks_ = 1;
  std::vector<std::uint32_t> rank_;
};

}  // namespace gpuscape
