#include "sim/run/life/instance_maker.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

bool takes_time(const NodeGroup& group) {
  return group.shares_gpus && group.cuts != nullptr && group.cuts->carve > Seconds(0.0);
}

}  // namespace

bool InstanceMaker::is_needed(const Platform& platform) {
  return std::ranges::any_of(platform.groups(), takes_time);
}

InstanceMaker::InstanceMaker(const FreeCapacity& capacity)
    : capacity_(capacity), of_groups_(capacity.platform().groups().size()) {}

void InstanceMaker::take(std::uint32_t slot, std::span<const AllocationShare> shares) {
  const Platform& platform = capacity_.platform();
  if (slot >= pauses_.size()) pauses_.resize(slot + 1, Seconds(0.0));
  pauses_[slot] = Seconds(0.0);
  for (const AllocationShare& share : shares) {
    const NodeGroup& group = platform.groups()[share.group];
    const NodeGpus* gpus = capacity_.groups()[share.group].node_gpus();
    if (!takes_time(group) || gpus == nullptr) continue;
    const std::uint32_t node = platform.first_node(share.group) + share.node;
    bool waits = false;
    gpus->sets()[share.gpus].for_each([&](std::uint32_t gpu) {
      if (changes({node, gpu}, share, *group.cuts)) waits = true;
    });
    if (!waits) continue;
    pauses_[slot] = std::max(pauses_[slot], group.cuts->carve);
    OfGroup& sum = of_groups_[share.group];
    ++sum.carvings;
    sum.carving += GpuSeconds(share.share.gpu_amount() * group.cuts->carve.value());
  }
}

bool InstanceMaker::changes(const Place& at, const AllocationShare& share, const GpuCuts& cuts) {
  if (share.share.gpu_milli == 0) return made_.erase(at) > 0;
  GpuPlaces& made = made_[at];
  const GpuPlaces wanted = GpuCuts::bit(share.place);
  if ((made & wanted) != 0) return false;
  made = (made & ~cuts.places[share.place].excludes) | wanted;
  return true;
}

std::optional<Stretch> InstanceMaker::next(const LifeView& life) {
  if (life.slot >= pauses_.size() || !(pauses_[life.slot] > Seconds(0.0))) return std::nullopt;
  return Pause{std::exchange(pauses_[life.slot], Seconds(0.0))};
}

void InstanceMaker::ended(const LifeView& life, Cause /*cause*/, const Keeps& /*keeps*/) {
  if (life.slot < pauses_.size()) pauses_[life.slot] = Seconds(0.0);
}

void InstanceMaker::nodes_go(std::span<const std::uint32_t> nodes) {
  for (const std::uint32_t node : nodes)
    made_.erase(made_.lower_bound({node, 0}), made_.lower_bound({node + 1, 0}));
}

void InstanceMaker::add_to(RunResult& result) const {
  const std::vector<NodeGroup>& groups = capacity_.platform().groups();
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (SharingResult& of : result.sharing)
      if (of.group == groups[i].name) {
        of.carvings += of_groups_[i].carvings;
        of.carving += of_groups_[i].carving;
      }
}

}  // namespace gpuscape
