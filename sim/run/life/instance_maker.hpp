#pragma once
/// The time that it takes to make an instance of a GPU (GpuCuts::carve): the job whose instance it
/// is holds its part meanwhile and waits. Others on the GPU run on.
///
/// An instance stays when its job leaves, until it is in the way of another one or of a job with a
/// whole GPU. Whoever gets a part at the place of one that lies idle has it at once, and so does
/// whoever gets a whole GPU without instances. Placement does not look for idle ones. At first, and
/// after its node failed, a GPU has none.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/run/life/life_part.hpp"

namespace gpuscape {

class InstanceMaker final : public LifePart {
 public:
  /// Whether making instances takes time anywhere.
  [[nodiscard]] static bool is_needed(const Platform& platform);
  /// Must outlive it.
  explicit InstanceMaker(const FreeCapacity& capacity);

  /// The job of that slot has these shares, and its life begins next.
  void take(std::uint32_t slot, std::span<const AllocationShare> shares);

  std::optional<Stretch> next(const LifeView& life) override;
  void ended(const LifeView& life, Cause cause, const Keeps& keeps) override;
  void nodes_go(std::span<const std::uint32_t> nodes) override;
  /// To the groups of `sharing`.
  void add_to(RunResult& result) const override;

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // node of the cluster, its GPU
  struct OfGroup {
    std::int64_t carvings = 0;
    GpuSeconds carving{0.0};
  };
  /// Whether other instances are needed on that GPU than it has; then it has these.
  bool changes(const Place& at, const AllocationShare& share, const GpuCuts& cuts);

  const FreeCapacity& capacity_;
  std::map<Place, GpuPlaces> made_;  // of GPUs with instances, idle ones as well
  std::vector<Seconds> pauses_;      // by slot: still to come
  std::vector<OfGroup> of_groups_;
};

}  // namespace gpuscape
