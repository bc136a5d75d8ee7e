#include "sim/run/phases/traffic_shape.hpp"

#include <algorithm>
#include <tuple>

#include "sim/base/error.hpp"

namespace gpuscape {

TrafficShaper::TrafficShaper(TrafficParts parts, const FreeCapacity& capacity)
    : parts_(std::move(parts)),
      shared_(*parts_.network, capacity, parts_.role,
              parts_.exchanges == nullptr ? SharedLinks::Inside::ways_to_adapters
                                          : SharedLinks::Inside::all) {}

const std::optional<ApplicationSpec>& TrafficShaper::application(ApplicationKey runs) const {
  const StreamApplications& stream = parts_.applications[runs.stream];
  return runs.application.is_none() ? stream.of_stream : stream.by_class[runs.application.index()];
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
  const StepCosts& costs = parts_.costs->of(spec, places_);
  return {std::max(costs.compute, costs.input), costs.backward * costs.overlap, costs.exchange};
}

bool TrafficShaper::exchanges(ApplicationKey runs, std::span<const AllocationSpan> spans) const {
  const std::optional<ApplicationSpec>& spec = application(runs);
  if (!spec || !exchanges(*spec)) return false;
  if (spans.size() > 1) return true;
  return spec->collective && spans.front().gpus > 1 && shared_.can_be_shared(spans.front());
}

void TrafficShaper::shape(ApplicationKey runs, std::span<const AllocationSpan> spans,
                          TrafficShape& shape) {
  nodes_.resize(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) nodes_[i].span = spans[i];
  std::ranges::sort(nodes_, {}, [](const RingNode& node) { return node.span.node; });
  shape.uses.clear();
  shape.ideal_exchange = Seconds(0.0);
  const std::optional<ApplicationSpec>& spec = application(runs);
  if (!spec) throw InternalError("only jobs with an application exchange data");
  if (!spec->collective) return shape_ring(*spec, shape);
  places_.clear();
  for (const RingNode& node : nodes_)
    places_.push_back(
        {node.span.node, static_cast<std::uint32_t>(node.span.gpus), shared_.gpus_of(node.span)});
  const Own step = own(*spec);
  if (!(step.bytes > Bytes(0.0))) {  // nothing in that precision
    shape.step = {.private_time = step.compute};
    shape.ideal_step = step.compute;
    return;
  }
  shape_pattern(step, *parts_.exchanges->pattern(*spec->collective, step.bytes, places_), shape);
}

void TrafficShaper::find_rails() {
  rails_ = 1;
  for (RingNode& node : nodes_) {
    shared_.find_rails(node.span, node.rails);
    rails_ = std::max(rails_, static_cast<std::uint32_t>(node.rails.size()));
  }
}

/// On each rail from each node to the next higher one, and from the last to the first.
void TrafficShaper::lay_rings() {
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
    }
  }
  std::sort(links_.begin(), links_.end());
}

/// The exchange alone is that over the nodes' own links, inside and out, all at once.
void TrafficShaper::use(LinkIndex link, Seconds time, TrafficShape& shape) const {
  if (!(time > Seconds(0.0))) return;
  shape.uses.push_back({link, time});
  if (shared_.is_of_node(link)) shape.ideal_exchange = std::max(shape.ideal_exchange, time);
}

void TrafficShaper::shape_ring(const ApplicationSpec& spec, TrafficShape& shape) {
  find_rails();
  lay_rings();
  const auto nodes = static_cast<double>(nodes_.size());
  const Bytes per_link = spec.bytes_per_step * (2.0 * (nodes - 1.0) / nodes) / rails_;
  for (std::size_t i = 0; i < links_.size();) {
    const LinkIndex link = links_[i];
    const std::size_t begin = i;
    while (i < links_.size() && links_[i] == link) ++i;
    use(link, per_link / shared_.capacity(link) * static_cast<double>(i - begin), shape);
  }
  const auto private_time = [&](std::size_t route) {
    return spec.step_time + network().hop_latency() *
                                (2.0 * (nodes - 1.0) * static_cast<double>(network().hops(route)));
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
  uses_.clear();
  for (const ExchangePattern::Flow& flow : pattern.flows) {
    links_.clear();
    network().route({places_[flow.from].node, flow.from_rail},
                    {places_[flow.to].node, flow.to_rail}, links_);
    for (const LinkIndex link : links_)
      uses_.push_back({link, flow.bytes / network().capacity(link)});
  }
  for (const ExchangePattern::Inner& inner : pattern.inner)
    if (const auto link = shared_.inner_link(nodes_[inner.node].span, inner.link))
      uses_.push_back({*link, inner.time});
  std::ranges::sort(uses_, [](const MeanPresence::Use& a, const MeanPresence::Use& b) {
    return std::tie(a.resource, a.time) < std::tie(b.resource, b.time);
  });
  for (std::size_t i = 0; i < uses_.size();) {
    const LinkIndex link = uses_[i].resource;
    Seconds time(0.0);
    for (; i < uses_.size() && uses_[i].resource == link; ++i) time += uses_[i].time;
    use(link, time, shape);
  }
  shape.step = {.private_time = own.compute + std::max(Seconds(0.0), pattern.fixed - own.covers),
                .hidden = std::max(Seconds(0.0), own.covers - pattern.fixed),
                .alone = pattern.alone};
  shape.ideal_exchange = std::max(shape.ideal_exchange, pattern.alone);
  shape.ideal_step =
      shape.step.private_time + std::max(Seconds(0.0), shape.ideal_exchange - shape.step.hidden);
}

}  // namespace gpuscape
