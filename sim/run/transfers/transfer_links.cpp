#include "sim/run/transfers/transfer_links.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuscape {

namespace {

std::uint32_t index_in(const std::vector<ClusterLink>& links, ClusterLink link) {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(links, link) - links.begin());
}

BytesPerSecond capacity_of(const TransferPlan& plan, const ClusterGraph& graph, ClusterLink link) {
  if (link >= kFirstBothWays) return plan.both_ways[link - kFirstBothWays].capacity;
  if (link >= kFirstStoreLink) return plan.store_links[link - kFirstStoreLink].capacity;
  return link < graph.link_count() ? graph.capacity(link) : kGpuWork;
}

}  // namespace

TransferLinks links_of(const TransferPlan& plan, const ClusterGraph& graph) {
  TransferLinks links;
  auto routes = std::make_shared<IndexedRoutes>();
  for (const auto& route : plan.routes)
    links.links.insert(links.links.end(), route.begin(), route.end());
  std::ranges::sort(links.links);
  links.links.erase(std::ranges::unique(links.links).begin(), links.links.end());
  for (const auto& route : plan.routes) {
    std::vector<std::uint32_t>& indices = routes->emplace_back();
    indices.reserve(route.size());
    for (const ClusterLink link : route) indices.push_back(index_in(links.links, link));
  }
  links.map.nodes = static_cast<std::uint32_t>(2 * plan.routes.size());
  links.map.links.reserve(links.links.size());
  for (const ClusterLink link : links.links)
    links.map.links.push_back(capacity_of(plan, graph, link));
  std::vector<BytesPerSecond>& bounds = links.map.bounds;
  const auto add_bounds = [&](const std::vector<TransferPhase>& phases) {
    for (const TransferPhase& phase : phases)
      if (std::isfinite(phase.bound.value())) bounds.push_back(phase.bound);
  };
  for (const PlannedTransfer& transfer : plan.transfers)
    for (const PlannedSize& size : transfer.sizes) add_bounds(size.phases);
  for (const PlannedCollective& collective : plan.collectives) {
    for (const PlannedExchange& exchange : collective.sizes) {
      for (const PlannedStage& stage : exchange.stages)
        for (const PlannedMove& move : stage.moves) bounds.push_back(move.bound);
      if (exchange.step && exchange.step->work) bounds.push_back(kGpuWork);
      if (exchange.step && exchange.step->reads) add_bounds(exchange.step->reads->lanes);
      if (!exchange.step || !exchange.step->access) continue;
      for (const PlannedCopies& copies : exchange.step->access->gpus) {
        add_bounds(copies.before);
        add_bounds(copies.beside);
      }
    }
  }
  std::ranges::sort(bounds);
  bounds.erase(std::ranges::unique(bounds).begin(), bounds.end());
  for (const auto& [link, share] : plan.payload_share)
    if (std::ranges::binary_search(links.links, link))
      links.map.links[index_in(links.links, link)] *= share;
  links.map.route = find_in(routes);
  links.routes = std::move(routes);
  return links;
}

std::function<void(std::uint32_t, std::uint32_t, std::vector<std::uint32_t>&)> find_in(
    std::shared_ptr<const IndexedRoutes> routes) {
  return [routes = std::move(routes)](std::uint32_t from, std::uint32_t /*to*/,
                                      std::vector<std::uint32_t>& route) {
    const std::vector<std::uint32_t>& indices = (*routes)[from / 2];
    route.insert(route.end(), indices.begin(), indices.end());
  };
}

}  // namespace gpuscape
