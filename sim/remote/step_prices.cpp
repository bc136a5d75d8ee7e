#include "sim/remote/step_prices.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "sim/run/pace/client_cores.hpp"
#include "sim/run/pace/traffic_parts.hpp"

namespace gpuscape {

namespace {

Platform with_asks(const CheckedScenario& scenario, const NodeAsks& asks) {
  Platform platform = scenario.cluster->platform();
  resolve_asks(asks, platform);
  return platform;
}

}  // namespace

LocalSteps::LocalSteps(const CheckedScenario& scenario, const NodeAsks& asks)
    : scenario_(scenario), platform_(with_asks(scenario, asks)) {}

/// Cores and memory do not decide on how many nodes a step is computed.
std::optional<StepPrice> LocalSteps::of(const RemoteJobKind& kind) const {
  const ApplicationSpec* runs = application_of(scenario_.spec, kind.runs);
  if (runs == nullptr || scenario_.steps == nullptr) return std::nullopt;
  Demand demand{.gpus = kind.demand.gpus};
  demand.nodes = kind.demand.nodes;
  demand.asks = kind.demand.asks;
  const auto step = scenario_.steps->packed(*runs, demand, platform_);
  if (!step) return std::nullopt;
  return StepPrice{.step = step->time,
                   .own = std::max(step->costs->compute, step->costs->input),
                   .samples = step->costs->samples,
                   .calls_assumed = step->costs->calls_assumed};
}

LentSteps::LentSteps(const CheckedScenario& scenario, const NodeAsks& asks)
    : scenario_(scenario),
      platform_(with_asks(scenario, asks)),
      capacity_(platform_),
      shaper_(traffic_parts(scenario, 0), capacity_),
      presence_(shaper_.links().count()) {}

Seconds LentSteps::attach() const {
  const AttachTerms& terms = scenario_.access->attach();
  const double again = terms.failure / (1.0 - terms.failure);
  return terms.poll / 2.0 + terms.attach + terms.time_out * again;
}

BytesPerSecond LentSteps::line() const {
  BytesPerSecond slowest(std::numeric_limits<double>::infinity());
  const Lending& lending = *platform_.lending();
  for (const auto* groups : {&lending.clients, &lending.servers})
    for (const std::size_t group : *groups) {
      BytesPerSecond fastest(0.0);
      for (const NodePort& port : platform_.groups()[group].ports)
        if (serves(port, "compute")) fastest = std::max(fastest, port.line);
      slowest = std::min(slowest, fastest);
    }
  return slowest;
}

/// Its clients first; then servers of the first pool that has as many GPUs in one island, filled
/// one after the other. Empty where none has.
std::vector<AllocationSpan> LentSteps::spans_of(const Demand& demand, std::uint32_t clients) const {
  const LentGpus& lent = *capacity_.lent();
  std::vector<AllocationSpan> spans;
  for (const std::size_t group : platform_.lending()->clients) {
    const IslandNodes nodes = lent.nodes(group, 0);
    for (std::uint32_t node = nodes.begin; node < nodes.end && spans.size() < clients; ++node)
      spans.push_back({platform_.first_node(group) + node, 0, {}});
  }
  if (spans.size() < clients) return {};
  for (const LendingPool& pool : lent.pools()) {
    std::int32_t left = demand.gpus;
    for (const std::size_t group : pool.servers()) {
      const NodeGroup& of = platform_.groups()[group];
      if (!of.will_do(demand)) continue;
      const IslandNodes nodes = lent.nodes(group, 0);
      for (std::uint32_t node = nodes.begin; node < nodes.end && left > 0; ++node) {
        const std::int32_t here = std::min(left, of.capacity.gpus);
        spans.push_back({platform_.first_node(group) + node, here, {}});
        left -= here;
      }
    }
    if (left == 0) return spans;
    spans.resize(clients);
  }
  return {};
}

std::optional<StepPrice> LentSteps::price(const RemoteJobKind& kind, std::uint32_t clients) {
  const ApplicationSpec* runs = application_of(scenario_.spec, kind.runs);
  const std::vector<AllocationSpan> spans = spans_of(kind.demand, clients);
  if (runs == nullptr || scenario_.steps == nullptr || spans.empty()) return std::nullopt;
  TrafficShape shape;
  shaper_.shape(kind.runs, spans, shape);
  const MeanPresence::JobIndex job = presence_.add(shape.step, shape.uses);
  presence_.solve();
  StepPrice price{.step = presence_.step_time(job), .calls = shape.calls, .copies = shape.copies};
  presence_.remove(job);
  presence_.solve();
  if (shape.copies > Seconds(0.0) && !shape.copies_on.is_none())
    price.slowed_by = shaper_.links().name(shape.copies_on.index());
  std::vector<ExchangeNode> places;
  places.reserve(spans.size());
  for (const AllocationSpan& span : spans)
    if (span.gpus > 0) places.push_back({span.node, static_cast<std::uint32_t>(span.gpus), {}});
  const StepCosts& costs =
      scenario_.steps->costs()->of(*runs, places, clients_of(spans, platform_));
  price.own = std::max(costs.compute, costs.input);
  price.samples = costs.samples;
  price.calls_assumed = costs.calls_assumed;
  return price;
}

std::optional<StepPrice> LentSteps::of(const RemoteJobKind& kind) {
  const LentGpus& lent = *capacity_.lent();
  const auto all = [](std::size_t /*group*/, IslandNodes nodes) { return nodes.end - nodes.begin; };
  if (!lent.could_hold(platform_, kind.demand, all)) return std::nullopt;
  const std::uint32_t clients = lent.clients_of(kind.demand);
  const Key key{kind.runs.stream,
                kind.runs.application.is_none() ? 0U : kind.runs.application.index() + 1U,
                kind.demand.gpus, kind.demand.asks, clients};
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  return known_.emplace(key, price(kind, clients)).first->second;
}

}  // namespace gpuscape
