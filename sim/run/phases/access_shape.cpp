#include "sim/run/phases/access_shape.hpp"

#include <algorithm>

#include "sim/run/record/lent_spans.hpp"

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
      own_[{span(inner.node).node, inner.link}] += inner.time;
  }
}

void AccessShaper::shape(const StepCosts& costs, Seconds compute,
                         std::span<const AllocationSpan> spans, AccessShape& shape) {
  deal(spans);
  uses_.clear();
  own_.clear();
  shape = {};
  Seconds longest(0.0);  // of what belongs to one copy alone
  Seconds fixed(0.0);
  for (const auto& [place, gpu] : gpus_) {
    const RemoteGpu remote{place.client.node, place.server.node, gpu};
    const AccessDemand demand = access_->access().demand(costs, access_->way(remote));
    shape.issue = std::max(shape.issue, demand.issue);
    shape.waits = std::max(shape.waits, demand.waits);
    shape.hidden = compute * demand.hidden;
    const RemoteCopy to = access_->copy(remote, demand.to_gpu, true);
    const RemoteCopy from = access_->copy(remote, demand.from_gpu, false);
    fixed = std::max(fixed, to.fixed + from.fixed);
    longest = std::max(longest, to.bound + from.bound);
    add(to, place);
    add(from, place);
  }
  for (const auto& [link, time] : own_) longest = std::max(longest, time);
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
