#include "sim/run/pace/traffic_shape.hpp"

#include <algorithm>
#include <tuple>

#include "sim/base/error.hpp"
#include "sim/run/pace/client_cores.hpp"

namespace gpuscape {

TrafficShaper::TrafficShaper(TrafficParts parts, const FreeCapacity& capacity)
    : parts_(std::move(parts)),
      capacity_(capacity),
      shared_(*parts_.network, capacity,
              parts_.exchanges == nullptr && parts_.access == nullptr
                  ? SharedLinks::Inside::ways_to_adapters
                  : SharedLinks::Inside::all) {
  if (parts_.access != nullptr) access_.emplace(parts_.access, shared_);
}

const std::optional<ApplicationSpec>& TrafficShaper::application(ApplicationKey runs) const {
  const StreamApplications& stream = parts_.applications[runs.stream];
  return runs.application.is_none() ? stream.of_stream : stream.by_class[runs.application.index()];
}

void TrafficShaper::scale_links(std::uint32_t node, bool all_adapters, double factor) {
  const PortLayout& ports = network().ports();
  const std::uint32_t rails = network().rails_of(node);
  for (std::uint32_t rail = 0; rail < (all_adapters ? rails : std::min(1U, rails)); ++rail)
    for (const LinkIndex link :
         {ports.index({node, rail}), ports.port_count() + ports.index({node, rail})}) {
      constexpr double kWhole = 1.0 - 1e-12;
      double& rate = slow_.try_emplace(link, 1.0).first->second;
      rate *= factor;
      if (rate > kWhole) slow_.erase(link);
    }
}

bool TrafficShaper::any(bool by_collective) const {
  const auto does = [=, this](const std::optional<ApplicationSpec>& spec) {
    return spec && exchanges(*spec) && spec->collective.has_value() == by_collective;
  };
  return std::ranges::any_of(parts_.applications, [&](const StreamApplications& stream) {
    return does(stream.of_stream) || std::ranges::any_of(stream.by_class, does);
  });
}

bool TrafficShaper::exchanges(const ApplicationSpec& spec) const {
  return spec.model ? parts_.costs->exchanges(spec) : spec.bytes_per_step > Bytes(0.0);
}

/// Of the job in `places_`.
TrafficShaper::Own TrafficShaper::own(const ApplicationSpec& spec) const {
  if (!spec.model) return {spec.step_time, spec.step_time * spec.overlap, spec.bytes_per_step};
  const StepCosts& costs = parts_.costs->of(spec, places_, clients_);
  return {std::max(costs.compute, costs.input), covered_time(costs), costs.exchange,
          costs.last_bucket};
}

bool TrafficShaper::exchanges(ApplicationKey runs, std::span<const AllocationSpan> spans) const {
  const std::optional<ApplicationSpec>& spec = application(runs);
  if (uses_lent_gpus(spans)) return spec && access_ && (spec->model || exchanges(*spec));
  if (!spec || !exchanges(*spec)) return false;
  if (!is_among_gpus(*spec)) return spans.size() > 1;
  const auto with_gpus = [](const AllocationSpan& span) { return span.gpus > 0; };
  const auto first = std::ranges::find_if(spans, with_gpus);
  if (first == spans.end()) return false;
  if (std::any_of(std::next(first), spans.end(), with_gpus)) return true;
  return spec->collective && first->gpus > 1 && shared_.can_be_shared(*first);
}

void TrafficShaper::shape(ApplicationKey runs, std::span<const AllocationSpan> spans,
                          TrafficShape& shape) {
  const bool lent = uses_lent_gpus(spans);
  const auto of_gpus = lent ? spans.subspan(clients_among(spans)) : spans;
  const std::optional<ApplicationSpec>& spec = application(runs);
  if (!spec) throw InternalError("only jobs with an application exchange data");
  nodes_.resize(of_gpus.size());
  std::size_t used = 0;
  for (const AllocationSpan& span : of_gpus)
    if (span.gpus > 0 || !is_among_gpus(*spec)) nodes_[used++].span = span;
  nodes_.resize(used);
  std::ranges::sort(nodes_, {}, [](const RingNode& node) { return node.span.node; });
  shape.uses.clear();
  shape.ideal_exchange = shape.calls = shape.copies = Seconds(0.0);
  shape.copies_on = {};
  places_.clear();
  for (const RingNode& node : nodes_)
    places_.push_back(
        {node.span.node, static_cast<std::uint32_t>(node.span.gpus), shared_.gpus_of(node.span)});
  clients_ = clients_of(spans, capacity_.platform());
  const Own step = own(*spec);
  shape_exchange(*spec, step, shape);
  if (lent && spec->model)
    add_access(step, parts_.costs->of(*spec, places_, clients_), spans, shape);
}

void TrafficShaper::shape(ApplicationKey runs, std::span<const AllocationSpan> spans,
                          TrafficShape& shape, std::vector<TrafficFlow>& flows) {
  flows.clear();
  flows_ = &flows;
  this->shape(runs, spans, shape);
  flows_ = nullptr;
}

void TrafficShaper::add_flow(std::span<const LinkIndex> links, Bytes bytes, Bytes paced) const {
  if (flows_ == nullptr || !(bytes > Bytes(0.0)) || links.empty()) return;
  TrafficFlow flow{.links = {links.begin(), links.end()}, .bytes = bytes};
  if (paced > bytes) {
    for (const LinkIndex link : links) flow.bound = std::min(flow.bound, shared_.capacity(link));
    flow.bound = flow.bound * (bytes / paced);
  }
  flows_->push_back(std::move(flow));
}

void TrafficShaper::shape_exchange(const ApplicationSpec& spec, const Own& step,
                                   TrafficShape& shape) {
  const bool alone = places_.size() == 1 && (places_.front().gpus < 2 || !spec.collective);
  const bool any = !alone && step.bytes > Bytes(0.0);  // else nothing in that precision
  const std::shared_ptr<const ExchangePattern> pattern =
      any && spec.collective ? parts_.exchanges->pattern(*spec.collective, step.bytes, places_)
                             : nullptr;
  if (!any || (spec.collective && pattern == nullptr)) {
    shape.step = {.private_time = step.compute};
    shape.ideal_step = step.compute;
    return;
  }
  if (!spec.collective) return shape_ring(spec, shape);
  shape_pattern(step, *pattern, shape);
}

/// Copies for the next step and the exchange of this one pass at the same time, each hidden for as
/// long as it may be; the ideal stays that of GPUs in the job's own node.
void TrafficShaper::add_access(const Own& step, const StepCosts& costs,
                               std::span<const AllocationSpan> spans, TrafficShape& shape) {
  if (!access_) throw InternalError("jobs on lent GPUs are of a scenario that lends them");
  access_->shape(costs, step.compute, spans, of_access_);
  const AccessShape& of = of_access_;
  shape.calls = std::max(Seconds(0.0), of.issue - step.compute) + of.waits;
  const Seconds exchange_alone = std::max(shape.step.alone, shape.ideal_exchange);
  const Seconds exchange_shown = std::max(Seconds(0.0), exchange_alone - shape.step.hidden);
  shape.copies = std::max(Seconds(0.0), of.copies - of.hidden - exchange_shown);
  shape.copies_on = of.bound_by;
  shape.step.private_time += shape.calls;
  const bool any_exchange = !shape.uses.empty() || shape.step.alone > Seconds(0.0);
  const Seconds hidden = any_exchange ? std::min(shape.step.hidden, of.hidden) : of.hidden;
  const Seconds more_exchange = any_exchange ? shape.step.hidden - hidden : Seconds(0.0);
  const Seconds more_copies = of.hidden - hidden;
  shape.step.hidden = hidden;
  shape.step.alone =
      std::max({Seconds(0.0), shape.step.alone - more_exchange, of.copies - more_copies});
  shape.ideal_exchange =
      std::max({Seconds(0.0), exchange_alone - more_exchange, of.copies - more_copies});
  for (MeanPresence::Use& use : shape.uses) use.more_hidden = more_exchange;
  const std::size_t exchanged = shape.uses.size();
  for (MeanPresence::Use use : of.uses) {
    use.time = use.time / rate_of(use.resource);
    const auto both = std::span(shape.uses).first(exchanged);
    const auto at = std::ranges::lower_bound(both, use.resource, {}, &MeanPresence::Use::resource);
    if (at == both.end() || at->resource != use.resource) {
      shape.uses.push_back({use.resource, use.time, more_copies});
      continue;
    }
    at->time += use.time;
    at->more_hidden = std::min(at->more_hidden, more_copies);
  }
}

void TrafficShaper::find_rails() {
  rails_ = 1;
  for (RingNode& node : nodes_) {
    shared_.find_rails(node.span, node.rails);
    rails_ = std::max(rails_, static_cast<std::uint32_t>(node.rails.size()));
  }
}

/// On each rail from each node to the next higher one, and from the last to the first.
void TrafficShaper::lay_rings(const ApplicationSpec& spec) {
  links_.clear();
  longest_route_ = 0;
  const auto rail_of = [](const RingNode& node, std::uint32_t ring) {
    return node.rails.empty() ? ring : node.rails[ring % node.rails.size()];
  };
  for (std::uint32_t ring = 0; ring < rails_; ++ring) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const RingNode& from = nodes_[i];
      const RingNode& to = nodes_[(i + 1) % nodes_.size()];
      const std::size_t before = links_.size();
      network().route({from.span.node, rail_of(from, ring)}, {to.span.node, rail_of(to, ring)},
                      links_);
      longest_route_ = std::max(longest_route_, links_.size() - before);
      shared_.add_inner_links(from.span, rail_of(from, ring), links_);
      const Bytes bytes = ring_bytes(spec);
      add_flow(std::span(links_).subspan(before), bytes, bytes);
    }
  }
  std::sort(links_.begin(), links_.end());
}

/// The exchange alone is that over the nodes' own links, inside and out, all at once.
void TrafficShaper::use(LinkIndex link, Seconds time, TrafficShape& shape) const {
  if (!(time > Seconds(0.0))) return;
  shape.uses.push_back({link, time / rate_of(link)});
  if (shared_.is_of_node(link)) shape.ideal_exchange = std::max(shape.ideal_exchange, time);
}

/// On each link of a ring.
Bytes TrafficShaper::ring_bytes(const ApplicationSpec& spec) const {
  const auto nodes = static_cast<double>(nodes_.size());
  return spec.bytes_per_step * (2.0 * (nodes - 1.0) / nodes) / rails_;
}

void TrafficShaper::shape_ring(const ApplicationSpec& spec, TrafficShape& shape) {
  find_rails();
  lay_rings(spec);
  const auto nodes = static_cast<double>(nodes_.size());
  const Bytes per_link = ring_bytes(spec);
  for (std::size_t i = 0; i < links_.size();) {
    const LinkIndex link = links_[i];
    const std::size_t begin = i;
    while (i < links_.size() && links_[i] == link) ++i;
    use(link, per_link / shared_.capacity(link) * static_cast<double>(i - begin), shape);
  }
  const auto private_time = [&](std::size_t route) {
    return spec.step_time +
           network().latency(route, nodes_.front().span.node) * (2.0 * (nodes - 1.0));
  };
  constexpr std::size_t kRouteBelowOneSwitch = 2;
  const Seconds hidden = spec.step_time * spec.overlap;
  shape.step = {.private_time = private_time(longest_route_), .hidden = hidden};
  shape.ideal_step =
      private_time(kRouteBelowOneSwitch) + std::max(Seconds(0.0), shape.ideal_exchange - hidden);
}

/// What is hidden hides what waits for no bytes first.
void TrafficShaper::shape_pattern(const Own& own, const ExchangePattern& pattern,
                                  TrafficShape& shape) {
  on_links_.clear();
  Seconds alone = pattern.alone;
  for (const ExchangePattern::Flow& flow : pattern.flows) {
    links_.clear();
    network().route({places_[flow.from].node, flow.from_rail},
                    {places_[flow.to].node, flow.to_rail}, links_);
    add_flow(links_, flow.bytes, flow.paced);
    for (const LinkIndex link : links_)
      on_links_.push_back(
          {link, flow.bytes / network().capacity(link), flow.paced / network().capacity(link)});
  }
  for (const ExchangePattern::Inner& inner : pattern.inner)
    if (const auto link = shared_.inner_link(nodes_[inner.node].span, inner.link)) {
      const Bytes bytes = shared_.capacity(*link) * inner.time;
      add_flow(std::span(&*link, 1), bytes, bytes);
      on_links_.push_back({*link, inner.time, inner.time});
    }
  std::ranges::sort(on_links_, [](const OnLink& a, const OnLink& b) {
    return std::tie(a.link, a.busy, a.paced) < std::tie(b.link, b.busy, b.paced);
  });
  for (std::size_t i = 0; i < on_links_.size();) {
    OnLink all{.link = on_links_[i].link};
    for (; i < on_links_.size() && on_links_[i].link == all.link; ++i) {
      all.busy += on_links_[i].busy;
      all.paced += on_links_[i].paced;
    }
    use(all.link, all.busy, shape);
    alone = std::max(alone, all.paced / rate_of(all.link));
    if (shared_.is_of_node(all.link))
      shape.ideal_exchange = std::max(shape.ideal_exchange, all.paced);
  }
  // What comes last is as long as alone on the cluster, and behind it no more is left to hide.
  const Seconds late = pattern.time * own.last;
  const Seconds covers = own.covers + late;
  shape.step = {.private_time = own.compute + late + std::max(Seconds(0.0), pattern.fixed - covers),
                .hidden = std::max(Seconds(0.0), covers - pattern.fixed),
                .alone = alone};
  shape.ideal_exchange = std::max(shape.ideal_exchange, pattern.alone);
  shape.ideal_step =
      shape.step.private_time + std::max(Seconds(0.0), shape.ideal_exchange - shape.step.hidden);
}

}  // namespace gpuscape
