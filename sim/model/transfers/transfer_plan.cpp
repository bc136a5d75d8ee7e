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
#include "sim/model/transfers/store_legs.hpp"
#include "sim/model/transfers/transfer_ways.hpp"
#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

namespace {

class TransferPlanner {
 public:
  TransferPlanner(const ScenarioSpec& spec, const ClusterGraph& graph, TransferWays& ways,
                  const InputPlan& storage, ReadingContext& context)
      : spec_(spec),
        graph_(graph),
        context_(context),
        ways_(ways),
        stores_(storage, graph, ways),
        both_ways_(graph) {}

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
    const bool reads = stores_.is_store(spec.from);
    const bool writes = stores_.is_store(spec.to);
    if (reads && writes)
      return fault(spec, "to", "both ends are stores: one is a device",
                   R"(copies from store to store are "copies" of the workload, at detail "job")");
    if (reads || writes) return add_of_store(spec, reads);
    const std::optional<Endpoint> from = find(spec, "from", spec.from);
    const std::optional<Endpoint> to = find(spec, "to", spec.to);
    if (from && to) add(spec, named, *from, *to);
  }

  void add_of_store(const TransferSpec& spec, bool reads) {
    const std::string_view key = reads ? "from" : "to";
    const std::string& name = reads ? spec.from : spec.to;
    const std::optional<std::size_t> store = stores_.find(name);
    if (!store)
      return fault(spec, key, fmt::format("\"{}\": there is no such storage", excerpt(name)),
                   stores_.names().empty() ? R"(the cluster has no "storage")"
                                           : nearest_hint(name, stores_.names()));
    if (!spec.transport.empty())
      return fault(spec, "transport", "what a store is read and written over is its own",
                   R"(leave "transport" out: "over" and "access" of the storage say it)");
    const std::optional<Endpoint> device =
        reads ? find(spec, "to", spec.to) : find(spec, "from", spec.from);
    if (!device) return;
    if (const DeviceKind kind = graph_.device(*device).kind;
        kind != DeviceKind::gpu && kind != DeviceKind::memory)
      return fault(spec, reads ? "to" : "from",
                   fmt::format("{} cannot be an end of a transfer", graph_.name(*device)),
                   R"(a GPU or host memory: "gpu/0/gpu0" or "gpu/0")");
    if (!within_count(spec)) return;
    PlannedTransfer planned = planned_of(spec);
    planned.from = planned.to = *device;
    (reads ? planned.from_store : planned.to_store) = stores_.store(*store).name;
    for (const Bytes size : spec.bytes) {
      const auto way = stores_.way(*store, *device,
                                   reads ? StoreLegs::Way::in : StoreLegs::Way::out, size, plan_);
      if (const auto* wrong = std::get_if<WayFault>(&way))
        return fault(spec, reads ? "to" : "from", wrong->message, wrong->hint);
      add_size(std::get<TransferWay>(way), spec, size, planned);
    }
    plan_.transfers.push_back(std::move(planned));
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

  /// False where there would be too many.
  bool within_count(const TransferSpec& spec) {
    lanes_ += spec.concurrent;
    if (lanes_ <= kMostTransfers) return true;
    if (lanes_ - spec.concurrent <= kMostTransfers)
      fault(spec, "", fmt::format("more than {} transfers", human_count(kMostTransfers)), "");
    return false;
  }

  static PlannedTransfer planned_of(const TransferSpec& spec) {
    PlannedTransfer planned;
    planned.start = spec.start;
    planned.concurrent = spec.concurrent;
    planned.in_flight = spec.in_flight;
    planned.messages = spec.messages;
    return planned;
  }

  void add(const TransferSpec& spec, const NamedTransport* named, Endpoint from, Endpoint to) {
    if (!within_count(spec)) return;
    const auto way = ways_.way(from, to, named);
    if (const auto* wrong = std::get_if<WayFault>(&way))
      return fault(spec, spec.transport.empty() ? "" : "transport", wrong->message, wrong->hint);
    const auto& found = std::get<TransferWay>(way);
    PlannedTransfer planned = planned_of(spec);
    planned.from = from;
    planned.to = to;
    planned.transport = found.transport;
    planned.basis = basis_of(found);
    planned.path = found.path;
    const std::uint32_t first = add_routes(found, spec);
    for (const Bytes size : spec.bytes)
      planned.sizes.push_back(plan_size(found, spec, size, first));
    plan_.transfers.push_back(std::move(planned));
  }

  std::uint32_t add_routes(const TransferWay& way, const TransferSpec& spec) {
    const std::uint32_t first = ways_.add_routes(way, plan_);
    add_way(plan_.footprint, way, graph_);
    both_ways_.add(way, first, spec.concurrent);
    return first;
  }

  /// What a store is asked for depends on the size: each has a way of its own.
  void add_size(const TransferWay& way, const TransferSpec& spec, Bytes size,
                PlannedTransfer& planned) {
    planned.transport = way.transport;
    planned.basis = basis_of(way);
    planned.path = way.path;
    planned.sizes.push_back(plan_size(way, spec, size, add_routes(way, spec)));
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

  /// Messages in flight have a connection to the store each.
  static MessageCost cost_in_flight(const TransferLeg& leg, const TransferSpec& spec, Bytes size) {
    MessageCost cost = cost_of(leg, size);
    if (!leg.store || !leg.store->per_connection || spec.in_flight == 1) return cost;
    const std::int64_t most = leg.store->connections;
    const std::int64_t used = most > 0 ? std::min(most, spec.in_flight) : spec.in_flight;
    cost.bound = *leg.store->per_connection * static_cast<double>(used);
    return cost;
  }

  TransferPhase flow(const TransferLeg& leg, const TransferSpec& spec, Bytes size) const {
    MessageCost cost = cost_in_flight(leg, spec, size);
    if (spec.in_flight > 1) {
      const Seconds one = cost.latency + size / rate_alone(leg, cost_of(leg, size), graph_);
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
      const MessageCost cost = cost_in_flight(leg, spec, size);
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
  StoreLegs stores_;
  BothWays both_ways_;
  TransferPlan plan_;
  std::int64_t lanes_ = 0;
};

}  // namespace

std::string link_name(const TransferPlan& plan, const ClusterGraph& graph, ClusterLink link) {
  if (link >= kFirstBothWays)
    return graph.link_name(plan.both_ways[link - kFirstBothWays].link) + ", both ways";
  if (link >= kFirstStoreLink) return plan.store_links[link - kFirstStoreLink].name;
  return graph.link_name(link);
}

TransferPlan plan_transfers(const ScenarioSpec& spec, const ClusterGraph& graph, TransferWays& ways,
                            const InputPlan& storage, ReadingContext& context) {
  return TransferPlanner(spec, graph, ways, storage, context).plan();
}

}  // namespace gpuscape
