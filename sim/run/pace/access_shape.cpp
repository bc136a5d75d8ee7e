#include "sim/run/pace/access_shape.hpp"

#include <algorithm>
#include <numeric>

#include "sim/run/pace/lent_spans.hpp"

namespace gpuscape {

void AccessShaper::deal(std::span<const AllocationSpan> spans) {
  gpus_.clear();
  for_each_lent_gpu(
      spans, [this](const AllocationSpan& span) { return links_.gpus_of(span); },
      [this](const AllocationSpan& client, const AllocationSpan& server, std::uint32_t gpu) {
        gpus_.push_back({{client, server}, gpu});
      });
}

void AccessShaper::add(const RemoteCopy& copy, const Place& place) {
  const auto span = [&](std::uint32_t at) -> const AllocationSpan& {
    return at == 0 ? place.client : place.server;
  };
  for (const ExchangePattern::Flow& flow : copy.flows) {
    route_.clear();
    links_.network().route({span(flow.from).node, flow.from_rail},
                           {span(flow.to).node, flow.to_rail}, route_);
    for (const LinkIndex link : route_)
      uses_.push_back({link, flow.bytes / links_.network().capacity(link)});
  }
  for (const ExchangePattern::Inner& inner : copy.inner) {
    if (const auto link = links_.inner_link(span(inner.node), inner.link))
      uses_.push_back({*link, inner.time});
    else
      own_.push_back({{span(inner.node).node, inner.link}, inner.time});
  }
}

AccessShaper::OnWays& AccessShaper::ways(const StepCosts& costs, const Place& place) {
  const Platform& platform = links_.platform();
  return known_[{&costs, platform.group_of(place.client.node),
                 platform.group_of(place.server.node)}];
}

const AccessShaper::OnWay& AccessShaper::on_way(const StepCosts& costs, const RemoteGpu& of,
                                                OnWays& ways) const {
  if (of.gpu >= ways.size()) ways.resize(of.gpu + 1);
  std::optional<OnWay>& known = ways[of.gpu];
  if (!known) {
    const AccessDemand demand = access_->access().demand(costs, access_->way(of));
    known = {demand, access_->copy(of, demand.to_gpu, true),
             access_->copy(of, demand.from_gpu, false)};
  }
  return *known;
}

/// Of the links that belong to the job alone, the longest; each is summed in the order of copies.
Seconds AccessShaper::longest_own() {
  std::vector<std::size_t> order(own_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [this](std::size_t i) { return std::pair(own_[i].first, i); });
  Seconds longest(0.0);
  for (std::size_t i = 0; i < order.size();) {
    const auto link = own_[order[i]].first;
    Seconds time(0.0);
    for (; i < order.size() && own_[order[i]].first == link; ++i) time += own_[order[i]].second;
    longest = std::max(longest, time);
  }
  return longest;
}

void AccessShaper::shape(const StepCosts& costs, Seconds compute,
                         std::span<const AllocationSpan> spans, AccessShape& shape) {
  deal(spans);
  uses_.clear();
  own_.clear();
  shape.uses.clear();
  shape.issue = shape.waits = shape.hidden = Seconds(0.0);
  shape.bound_by = {};
  Seconds longest(0.0);  // of what belongs to one copy alone
  Seconds fixed(0.0);
  OnWays* ways = nullptr;
  const Place* before = nullptr;
  for (const auto& [place, gpu] : gpus_) {
    const RemoteGpu remote{place.client.node, place.server.node, gpu};
    if (before == nullptr || before->client.node != remote.client ||
        before->server.node != remote.server)
      ways = &this->ways(costs, place);
    before = &place;
    const OnWay& of = on_way(costs, remote, *ways);
    shape.issue = std::max(shape.issue, of.demand.issue);
    shape.waits = std::max(shape.waits, of.demand.waits);
    shape.hidden = compute * of.demand.hidden;
    fixed = std::max(fixed, of.to_gpu.fixed + of.from_gpu.fixed);
    longest = std::max(longest, of.to_gpu.bound + of.from_gpu.bound);
    add(of.to_gpu, place);
    add(of.from_gpu, place);
  }
  longest = std::max(longest, longest_own());
  std::ranges::sort(uses_, {}, &MeanPresence::Use::resource);
  for (std::size_t i = 0; i < uses_.size();) {
    const std::uint32_t link = uses_[i].resource;
    Seconds time(0.0);
    for (; i < uses_.size() && uses_[i].resource == link; ++i) time += uses_[i].time;
    if (!(time > Seconds(0.0))) continue;
    shape.uses.push_back({link, time});
    if (!(time > longest)) continue;
    longest = time;
    shape.bound_by = Id<struct SharedLinkTag>(link);
  }
  shape.copies = longest > Seconds(0.0) ? longest + fixed : Seconds(0.0);
}

}  // namespace gpuscape
