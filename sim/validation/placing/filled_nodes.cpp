#include "sim/validation/placing/filled_nodes.hpp"

#include <algorithm>
#include <numeric>

#include "sim/base/error.hpp"

namespace gpuscape {

FilledNodes::FilledNodes(const Platform& platform) {
  for (const NodeGroup& group : platform.groups())
    for (std::uint32_t i = 0; i < group.count; ++i)
      nodes_.push_back({group.capacity.milli_cores,
                        std::vector<std::int64_t>(static_cast<std::size_t>(group.capacity.gpus),
                                                  Demand::kWholeGpu),
                        group.gpu_model});
  all_ = free();
}

void FilledNodes::put(const PodClass& pod, std::span<const AllocationSpan> spans) {
  ensure(spans.size() == 1, "a pod is on one node");
  Node& node = nodes_[spans.front().node];
  node.milli_cores -= pod.milli_cores;
  for (std::size_t gpu = 0; pod.gpus > 0 && gpu < node.left.size(); ++gpu)
    if ((spans.front().which.index() >> gpu & 1U) != 0) node.left[gpu] -= pod.gpu_milli;
  ensure(node.milli_cores >= 0 && std::ranges::none_of(node.left, [](auto gpu) { return gpu < 0; }),
         "a pod is on a node that has room for it");
}

double FilledNodes::allocated_share() const { return 1.0 - free() / all_; }

double FilledNodes::fragmented_share(std::span<const std::pair<PodClass, double>> typical) const {
  double useless = 0.0;
  for (const Node& node : nodes_)
    for (const auto& [pod, share] : typical)
      useless += share * static_cast<double>(node.useless_for(pod));
  return useless / free();
}

double FilledNodes::free() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), 0.0, [](double sum, const Node& node) {
    return sum + static_cast<double>(node.free());
  });
}

std::int64_t FilledNodes::Node::free() const {
  return std::accumulate(left.begin(), left.end(), std::int64_t{0});
}

std::int64_t FilledNodes::Node::useless_for(const PodClass& pod) const {
  const auto has_room = [&](std::int64_t gpu) { return gpu >= pod.gpu_milli; };
  const bool has_model =
      pod.models.empty() || ("|" + pod.models + "|").find("|" + model + "|") != std::string::npos;
  if (pod.gpus == 0 || !has_model || milli_cores < pod.milli_cores ||
      std::ranges::count_if(left, has_room) < pod.gpus)
    return free();
  return std::accumulate(
      left.begin(), left.end(), std::int64_t{0},
      [&](std::int64_t sum, std::int64_t gpu) { return sum + (has_room(gpu) ? 0 : gpu); });
}

}  // namespace gpuscape
