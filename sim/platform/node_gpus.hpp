#pragma once
/// Which GPUs of a group's nodes are free, and which of them a share of a job gets.

#include <cstdint>
#include <map>
#include <vector>

#include "sim/platform/gpu_chooser.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// What the ids of a group's sets stand for. Up to kDirect GPUs the bits of an id are those of the
/// set; sets of larger nodes are numbered as they come.
class GpuSetNumbers {
 public:
  static constexpr std::uint32_t kDirect = 24;

  explicit GpuSetNumbers(std::uint32_t gpus = 0) : is_direct_(gpus <= kDirect) {}
  [[nodiscard]] GpuSetId id_of(const GpuSet& set);
  /// Empty for none.
  [[nodiscard]] GpuSet operator[](GpuSetId id) const {
    if (id.is_none()) return {};
    return is_direct_ ? GpuSet(id.index()) : sets_[id.index()];
  }

 private:
  bool is_direct_;
  std::vector<GpuSet> sets_;
  std::map<GpuSet, std::uint32_t> number_of_;
};

/// Whether the GPUs of the group's nodes are told apart: those of a graph are, up to
/// GpuSet::kMost.
[[nodiscard]] bool tells_gpus_apart(const NodeGroup& group);

/// All GPUs are free at first. Only of a group whose GPUs are told apart.
class NodeGpus {
 public:
  explicit NodeGpus(const NodeGroup& group);

  /// Takes `count` of the node's free GPUs, which are as many: those that are nearest to each
  /// other (GpuChooser).
  GpuSetId take(std::uint32_t node, std::uint32_t count);
  /// Takes these, which are free.
  void take(std::uint32_t node, GpuSetId gpus);
  void give(std::uint32_t node, GpuSetId gpus);

  [[nodiscard]] bool are_free(std::uint32_t node, GpuSetId gpus) const {
    return free_[node].contains_all(sets_[gpus]);
  }
  [[nodiscard]] const GpuSet& free(std::uint32_t node) const { return free_[node]; }
  [[nodiscard]] const GpuSetNumbers& sets() const { return sets_; }

 private:
  GpuChooser chooser_;
  GpuSetNumbers sets_;
  std::vector<GpuSet> free_;  // by node
};

}  // namespace gpuscape
