#include "sim/model/transfers/both_ways.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

void BothWays::add(const TransferWay& way, std::uint32_t first, std::int64_t concurrent) {
  constexpr Bytes kLarge{1e9};
  const auto legs = static_cast<std::uint32_t>(way.legs.size());
  for (std::uint32_t i = 0; i < legs; ++i) {
    const TransferLeg& leg = way.legs[i];
    const MessageCost cost = cost_of(leg, kLarge);
    for (const ClusterLink link : leg.links) {
      add(link, leg, cost, first + i, static_cast<double>(concurrent));
      if (legs > 1) add(link, leg, cost, first + legs, 0.0);
    }
  }
}

void BothWays::add(ClusterLink link, const TransferLeg& leg, const MessageCost& cost,
                   std::uint32_t route, double transfers) {
  const NodeLink* inside = graph_.node_link(link);
  if (inside == nullptr) return;
  const bool memory = inside->kind == NodeLinkKind::memory;
  if (!memory && (inside->kind != NodeLinkKind::pcie || !(cost.both_ways < 1.0))) return;
  constexpr double kOfMemory = 0.5;
  Use& use = uses_[link];
  if (use.routes.empty() || use.routes.back() != route) use.routes.push_back(route);
  use.share = std::min(use.share, memory ? kOfMemory : cost.both_ways);
  const BytesPerSecond alone = rate_alone(leg, cost, graph_);
  use.attained = std::max(use.attained, memory ? inside->capacity : alone);
  use.wanted += alone * transfers;
}

/// The same link where a graph has only one direction.
ClusterLink BothWays::opposite(ClusterLink link) const {
  const std::optional<ClusterGraph::InnerLink> found = graph_.inner_link(link);
  if (!found) return link;
  const ClusterGraph::InnerLink inner = *found;
  const std::vector<NodeLink>& links = graph_.graph_of(inner.node)->links();
  const NodeLink& of = links[inner.link];
  const auto is_back = [&](std::size_t i) {
    return i < links.size() && links[i].from == of.to && links[i].to == of.from &&
           links[i].kind == of.kind;
  };
  const ClusterLink first = link - inner.link;
  if (is_back(inner.link ^ 1U)) return first + (inner.link ^ 1U);  // as nodes are read
  for (std::uint32_t i = 0; i < links.size(); ++i)
    if (is_back(i)) return first + i;
  return link;
}

void BothWays::finish(TransferPlan& plan) const {
  for (const auto& [link, use] : uses_) {
    const ClusterLink other = opposite(link);
    if (other <= link) continue;  // once for the two
    const auto back = uses_.find(other);
    if (back == uses_.end()) continue;
    const BytesPerSecond capacity =
        (use.attained + back->second.attained) * std::min(use.share, back->second.share);
    if (!std::isfinite(capacity.value())) continue;
    if (use.wanted + back->second.wanted <= capacity) continue;
    const auto number = kFirstBothWays + static_cast<ClusterLink>(plan.both_ways.size());
    plan.both_ways.push_back({link, capacity});
    for (const Use* of : {&use, &back->second})
      for (const std::uint32_t route : of->routes)
        if (std::ranges::find(plan.routes[route], number) == plan.routes[route].end())
          plan.routes[route].push_back(number);
  }
}

}  // namespace gpuscape
