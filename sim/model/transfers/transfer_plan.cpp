#include "sim/model/transfers/transfer_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/transfers/both_ways.hpp"
#include "sim/model/transfers/permutation.hpp"
#include "sim/model/transfers/transfer_ways.hpp"
#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

namespace {

class TransferPlanner {
 public:
  TransferPlanner(const ScenarioSpec& spec, const ClusterGraph& graph, TransferWays& ways,
                  ReadingContext& context)
      : spec_(spec), graph_(graph), context_(context), ways_(ways), both_ways_(graph) {}

  TransferPlan plan() {
    for (const StreamSpec& stream : spec_.streams)
      for (const TransferSpec& transfer : stream.transfers) add(transfer);
    both_ways_.finish(plan_);
    return std::move(plan_);
  }

 private:
  void fault(const TransferSpec& spec, std::string_view key, std::string message,
             std::string hint) {
    context_.add(spec.place, key.empty() ? spec.pointer : child_pointer(spec.pointer, key),
                 std::move(message), std::move(hint));
  }

  void add(const TransferSpec& spec) {
    const NamedTransport* named = nullptr;
    if (!spec.transport.empty()) {
      named = ways_.transports().find(spec.transport);
      if (named == nullptr)
        return fault(spec, "transport",
                     fmt::format("\"{}\" is not a transport that can carry transfers",
                                 excerpt(spec.transport)),
                     nearest_hint(spec.transport, ways_.transports().ids()));
    }
    if (spec.permutation) return add_permutation(spec, *spec.permutation, named);
    const std::optional<Endpoint> from = find(spec, "from", spec.from);
    const std::optional<Endpoint> to = find(spec, "to", spec.to);
    if (from && to) add(spec, named, *from, *to);
  }

  std::optional<Endpoint> find(const TransferSpec& spec, std::string_view key,
                               const std::string& name) {
    std::string why;
    const std::optional<Endpoint> end = graph_.find(name, why);
    if (!end)
      fault(spec, key, fmt::format("\"{}\": {}", excerpt(name), why),
            "a device is written \"group/node/device\", or \"group/node/device@adapter\"; gpuscape "
            "topo shows the devices of a node");
    return end;
  }

  void add_permutation(const TransferSpec& spec, const PermutationSpec& of,
                       const NamedTransport* named) {
    const Permutation permutation = permute(graph_, of, spec_.run.seed);
    if (!permutation.fault.empty()) return fault(spec, "permutation", permutation.fault, "");
    const std::size_t faults = context_.issue_count();
    for (const auto& [from, to] : permutation.pairs) {
      add(spec, named, from, to);
      if (context_.issue_count() > faults) return;  // the others would say the same
    }
  }

  void add(const TransferSpec& spec, const NamedTransport* named, Endpoint from, Endpoint to) {
    lanes_ += spec.concurrent;
    if (lanes_ > kMostTransfers) {
      if (lanes_ - spec.concurrent <= kMostTransfers)
        fault(spec, "", fmt::format("more than {} transfers", human_count(kMostTransfers)), "");
      return;
    }
    const auto way = ways_.way(from, to, named);
    if (const auto* wrong = std::get_if<WayFault>(&way))
      return fault(spec, spec.transport.empty() ? "" : "transport", wrong->message, wrong->hint);
    const auto& found = std::get<TransferWay>(way);
    PlannedTransfer planned{.from = from,
                            .to = to,
                            .transport = found.transport,
                            .basis = basis_of(found),
                            .path = found.path,
                            .start = spec.start,
                            .concurrent = spec.concurrent,
                            .in_flight = spec.in_flight,
                            .messages = spec.messages,
                            .sizes = {}};
    const std::uint32_t first = ways_.add_routes(found, plan_);
    add_way(plan_.footprint, found, graph_);
    both_ways_.add(found, first, spec.concurrent);
    for (const Bytes size : spec.bytes)
      planned.sizes.push_back(plan_size(found, spec, size, first));
    plan_.transfers.push_back(std::move(planned));
  }

  PlannedSize plan_size(const TransferWay& way, const TransferSpec& spec, Bytes size,
                        std::uint32_t first_route) const {
    PlannedSize planned{.message = size, .latency = {}, .phases = {}};
    const Bytes all = size * static_cast<double>(spec.messages);
    // Messages in flight follow each other through the legs, as chunks of a large one do.
    const bool large = way.chunk > Bytes(0.0) && size > way.chunk;
    const bool pipelined = way.legs.size() > 1 && (large || spec.in_flight > 1);
    if (pipelined) {
      planned.phases.push_back(pipeline(way, spec, size));
      planned.phases.back().route = first_route + static_cast<std::uint32_t>(way.legs.size());
    }
    for (std::size_t i = 0; !pipelined && i < way.legs.size(); ++i) {
      planned.phases.push_back(flow(way.legs[i], spec, size));
      planned.phases.back().route = first_route + static_cast<std::uint32_t>(i);
    }
    planned.outside_range = std::ranges::any_of(
        way.legs, [&](const TransferLeg& leg) { return cost_of(leg, size).outside_range; });
    for (TransferPhase& phase : planned.phases) {
      phase.bytes = all;
      planned.latency += phase.delay;
    }
    return planned;
  }

  TransferPhase flow(const TransferLeg& leg, const TransferSpec& spec, Bytes size) const {
    MessageCost cost = cost_of(leg, size);
    if (spec.in_flight > 1) {
      const Seconds one = cost.latency + size / rate_alone(leg, cost, graph_);
      if (cost.cpu_per_message > Seconds(0.0))
        cost.lower_bound_to(size / cost.cpu_per_message, RateLimit::messages);
      cost.lower_bound_to(size * static_cast<double>(spec.in_flight) / one, RateLimit::window);
    }
    return {.delay = cost.latency, .bound = cost.bound, .limit = cost.limit};
  }

  /// All legs at once, chunk by chunk or message by message: the slowest sets the pace once the
  /// first chunk has come through the others.
  TransferPhase pipeline(const TransferWay& way, const TransferSpec& spec, Bytes size) const {
    TransferPhase phase;
    Seconds longest(0.0);
    MessageCost slowest;
    const Bytes chunk = way.chunk > Bytes(0.0) ? std::min(way.chunk, size) : size;
    BytesPerSecond rate(std::numeric_limits<double>::infinity());
    for (const TransferLeg& leg : way.legs) {
      const MessageCost cost = cost_of(leg, size);
      const Seconds one_chunk = chunk / rate_alone(leg, cost, graph_);
      rate = std::min(rate, rate_alone(leg, cost, graph_));
      phase.delay += cost.latency + one_chunk;
      longest = std::max(longest, one_chunk);
      slowest.lower_bound_to(cost.bound, cost.limit);
      const Seconds cpu = cost_of(leg, chunk).cpu_per_message;
      if (cpu > Seconds(0.0)) slowest.lower_bound_to(chunk / cpu, RateLimit::messages);
    }
    phase.delay -= longest;
    if (spec.in_flight > 1) {
      const Seconds one = phase.delay + size / std::min(rate, slowest.bound);
      slowest.lower_bound_to(size * static_cast<double>(spec.in_flight) / one, RateLimit::window);
    }
    phase.bound = slowest.bound;
    phase.limit = slowest.limit;
    return phase;
  }

  const ScenarioSpec& spec_;
  const ClusterGraph& graph_;
  ReadingContext& context_;
  TransferWays& ways_;
  BothWays both_ways_;
  TransferPlan plan_;
  std::int64_t lanes_ = 0;
};

}  // namespace

TransferPlan plan_transfers(const ScenarioSpec& spec, const ClusterGraph& graph, TransferWays& ways,
                            ReadingContext& context) {
  return TransferPlanner(spec, graph, ways, context).plan();
}

}  // namespace gpuscape
