#include "sim/platform/node_gpus.hpp"

#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

GpuSetId GpuSetNumbers::id_of(const GpuSet& set) {
  if (is_direct_) return GpuSetId(static_cast<std::uint32_t>(set.bits()));
  const auto [at, is_new] = number_of_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(set);
  return GpuSetId(at->second);
}

namespace {

/// Whether all GPUs of the node are in its graph.
bool has_graph_of_gpus(const NodeGroup& group) {
  return group.graph != nullptr && group.graph->of_kind(DeviceKind::gpu).size() ==
                                       static_cast<std::size_t>(group.capacity.gpus);
}

}  // namespace

bool tells_gpus_apart(const NodeGroup& group) {
  if (group.pool || group.capacity.gpus <= 0) return false;
  return static_cast<std::uint32_t>(group.capacity.gpus) <= GpuSet::kMost &&
         (group.shares_gpus || has_graph_of_gpus(group));
}

NodeGpus::NodeGpus(const NodeGroup& group)
    : chooser_(has_graph_of_gpus(group)
                   ? GpuDistances(*group.graph)
                   : GpuDistances(static_cast<std::uint32_t>(group.capacity.gpus))),
      sets_(chooser_.distances().gpus()),
      free_(group.count, GpuSet::first(chooser_.distances().gpus())) {}

GpuSetId NodeGpus::take(std::uint32_t node, std::uint32_t count) {
  const GpuSet chosen = chooser_.choose(free_[node], count);
  free_[node] = free_[node] - chosen;
  return sets_.id_of(chosen);
}

void NodeGpus::take(std::uint32_t node, GpuSetId gpus) {
  ensure(free_[node].contains_all(sets_[gpus]), "only free GPUs are taken");
  free_[node] = free_[node] - sets_[gpus];
}

void NodeGpus::give(std::uint32_t node, GpuSetId gpus) { free_[node] = free_[node] | sets_[gpus]; }

GpuSetId NodeGpus::set_of(std::uint32_t gpu) {
  GpuSet one;
  one.insert(gpu);
  return sets_.id_of(one);
}

SharedGpus::SharedGpus(const NodeGroup& group)
    : gpus_per_node_(static_cast<std::uint32_t>(group.capacity.gpus)),
      cuts_(group.cuts),
      left_(std::size_t{group.count} * gpus_per_node_, Demand::kWholeGpu),
      taken_(cuts_ == nullptr ? 0 : left_.size(), 0),
      left_of_node_(group.count, 0) {}

void SharedGpus::take(const GpuPartPlace& at, std::uint16_t milli) {
  const std::uint16_t left = left_[index(at.gpu)];
  ensure(milli > 0 && milli <= left, "a shared GPU has what is taken of it");
  change(at.gpu, static_cast<std::uint16_t>(left - milli));
  if (cuts_ != nullptr) taken_[index(at.gpu)] |= GpuCuts::bit(at.place);
}

bool SharedGpus::give(const GpuPartPlace& at, std::uint16_t milli) {
  const std::uint16_t left = left_[index(at.gpu)];
  ensure(milli > 0 && left + milli <= Demand::kWholeGpu, "what is given back was taken");
  change(at.gpu, static_cast<std::uint16_t>(left + milli));
  const bool is_free = left + milli == Demand::kWholeGpu;
  if (cuts_ != nullptr && is_free)
    taken_[index(at.gpu)] = 0;
  else if (cuts_ != nullptr && cuts_->is_taken_once(at.place))
    taken_[index(at.gpu)] &= ~GpuCuts::bit(at.place);
  return is_free;
}

void SharedGpus::change(GpuPlace place, std::uint16_t to) {
  std::uint16_t& left = left_[std::size_t{place.node} * gpus_per_node_ + place.gpu];
  const Shared before{left, place.node, place.gpu};
  left = to;
  const auto shared = [](std::uint16_t milli) {
    return milli == Demand::kWholeGpu ? 0 : std::int32_t{milli};
  };
  left_of_node_[place.node] += shared(to) - shared(before.left);
  if (before.left == Demand::kWholeGpu) {
    by_left_.insert({to, place.node, place.gpu});
    return;
  }
  auto one = by_left_.extract(before);
  if (to == Demand::kWholeGpu) return;
  one.value().left = to;
  by_left_.insert(std::move(one));
}

}  // namespace gpuscape
