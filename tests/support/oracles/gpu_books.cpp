#include "tests/support/oracles/gpu_books.hpp"

#include <algorithm>
#include <tuple>

namespace gpuscape::test {

namespace {

/// What lies between two GPUs: farther ones compare greater.
std::pair<PathClass, double> distance(const NodeGraph& graph, DeviceIndex from, DeviceIndex to) {
  std::vector<std::uint32_t> links;
  graph.route(from, to, links);
  double narrowest = 1e30;
  for (const std::uint32_t link : links)
    narrowest = std::min(narrowest, graph.links()[link].capacity.value());
  return {graph.path_class(from, to), -narrowest};
}

using Distances = std::vector<std::pair<PathClass, double>>;

Distances distances_of(const NodeGraph& graph, const GpuSet& set) {
  const std::vector<DeviceIndex> gpus = graph.of_kind(DeviceKind::gpu);
  Distances all;
  set.for_each([&](std::uint32_t a) {
    set.for_each([&](std::uint32_t b) {
      if (a < b)
        all.push_back(
            std::max(distance(graph, gpus[a], gpus[b]), distance(graph, gpus[b], gpus[a])));
    });
  });
  std::ranges::sort(all, std::greater());
  return all;
}

}  // namespace

GpuSet slow_choice(const NodeGraph& graph, const GpuSet& free, std::uint32_t count) {
  GpuSet best;
  Distances best_distances;
  // By falling value of the mirrored bits, sets come in the order of their lowest numbers.
  const std::size_t gpus = graph.of_kind(DeviceKind::gpu).size();
  for (std::uint64_t mirrored = std::uint64_t{1} << gpus; mirrored-- > 0;) {
    GpuSet set;
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
      if ((mirrored >> (gpus - 1 - gpu) & 1U) != 0) set.insert(gpu);
    if (set.size() != count || !free.contains_all(set)) continue;
    Distances distances = distances_of(graph, set);
    if (!best.empty() && !(distances < best_distances)) continue;
    best = set;
    best_distances = std::move(distances);
  }
  return best;
}

GpuBooks::GpuBooks(const std::vector<NodeGroup>& groups, const std::vector<Job>& jobs,
                   const NodeAsks& asks)
    : groups_(groups), jobs_(jobs), asks_(asks) {
  for (const NodeGroup& group : groups_)
    for (std::uint32_t node = 0; node < group.count; ++node)
      nodes_.push_back({&group, GpuSet::first(static_cast<std::uint32_t>(group.capacity.gpus))});
}

void GpuBooks::job_started(std::uint32_t job, Seconds /*date*/,
                           std::span<const AllocationSpan> spans) {
  std::int32_t gpus = 0;
  for (const AllocationSpan& span : spans) {
    take(span);
    gpus += span.gpus;
    EXPECT_TRUE(
        will_do(asks_[jobs_[job].demand.asks], *nodes_[span.node].group, node_facts(groups_)))
        << "job " << job << " is not on what it asks for";
  }
  EXPECT_EQ(gpus, jobs_[job].demand.gpus);
  held_[job].assign(spans.begin(), spans.end());
}

void GpuBooks::take(const AllocationSpan& span) {
  Node& node = nodes_[span.node];
  const NodeGraph* graph = node.group->graph.get();
  ASSERT_EQ(span.which.is_none(), graph == nullptr);
  if (graph == nullptr) return;
  const GpuSet gpus(span.which.index());
  EXPECT_EQ(gpus.size(), static_cast<std::uint32_t>(span.gpus));
  EXPECT_TRUE(node.free.contains_all(gpus)) << "a GPU of node " << span.node << " is held twice";
  if (chooses_best) check_choice(*graph, node.free, gpus);
  node.free = node.free - gpus;
}

void GpuBooks::check_choice(const NodeGraph& graph, const GpuSet& free, const GpuSet& gpus) {
  const auto [at, is_new] = choices_.try_emplace({&graph, free, gpus.size()});
  if (is_new) at->second = slow_choice(graph, free, gpus.size());
  EXPECT_EQ(gpus.bits(), at->second.bits()) << "of " << free.bits();
  ++chosen;
}

void GpuBooks::job_ended(std::uint32_t job, Seconds /*date*/) {
  for (const AllocationSpan& span : held_.at(job))
    if (!span.which.is_none())
      nodes_[span.node].free = nodes_[span.node].free | GpuSet(span.which.index());
  held_.erase(job);
}

bool GpuBooks::all_free() const {
  return std::ranges::all_of(nodes_, [](const Node& node) {
    return node.free.size() == static_cast<std::uint32_t>(node.group->capacity.gpus);
  });
}

}  // namespace gpuscape::test
