#include "sim/model/transfers/transfer_ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

MessageCost cost_of(const TransferLeg& leg, Bytes message) {
  if (leg.core) {
    MessageCost cost;
    cost.lower_bound_to(*leg.core, RateLimit::core);
    return cost;
  }
  if (leg.store) {
    MessageCost cost;
    cost.latency = leg.store->latency;
    cost.wire_payload = leg.store->wire_payload;
    if (leg.store->per_connection)
      cost.lower_bound_to(*leg.store->per_connection, RateLimit::connection);
    return cost;
  }
  MessageCost cost = leg.transport->transport->cost(leg.crossing, message);
  if (leg.gpudirect == nullptr) return cost;
  const MessageCost added = leg.gpudirect->transport->cost(leg.crossing, message);
  cost.latency += added.latency;
  cost.outside_range = cost.outside_range || added.outside_range;
  cost.cpu_per_message = std::max(cost.cpu_per_message, added.cpu_per_message);
  cost.lower_bound_to(added.bound, added.limit);
  return cost;
}

BytesPerSecond rate_alone(const TransferLeg& leg, const MessageCost& cost,
                          const ClusterGraph& graph) {
  BytesPerSecond rate = leg.store ? std::min(cost.bound, leg.store->rate) : cost.bound;
  for (const ClusterLink link : leg.links) {
    const double payload = graph.node_link(link) == nullptr ? cost.wire_payload : 1.0;
    rate = std::min(rate, graph.capacity(link) * payload);
  }
  return rate;
}

std::string basis_of(const TransferWay& way) {
  constexpr std::array<std::string_view, 6> kByTrust = {"",          "measured", "vendor",
                                                        "published", "deck",     "guess"};
  std::size_t weakest = 0;
  const auto take = [&](const NamedTransport* transport) {
    if (transport == nullptr) return;
    const auto found = std::ranges::find(kByTrust, transport->transport->traits().basis);
    const auto rank = static_cast<std::size_t>(found - kByTrust.begin());
    weakest = std::max(weakest, std::min(rank, kByTrust.size() - 1));
  };
  for (const TransferLeg& leg : way.legs) {
    take(leg.transport);
    take(leg.gpudirect);
  }
  return std::string(kByTrust[weakest]);
}

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A transport on faster links than those that its numbers are of.
void note_faster_links(const TransferLeg& leg, TransferPlan& plan) {
  if (leg.transport == nullptr) return;
  const std::optional<BytesPerSecond> line = leg.transport->transport->traits().line;
  constexpr double kRounding = 1.01;
  const BytesPerSecond wire = leg.crossing.wire;
  if (!line || wire <= *line * kRounding || wire == BytesPerSecond(kUnbounded)) return;
  plan.notes.insert(fmt::format(
      "\"{}\" is of lines of {}, and one here carries {}: latency, protocol and what "
      "bounds it are those of {}",
      excerpt(leg.transport->id), human_text(*line), human_text(wire), human_text(*line)));
}

std::vector<std::string> switch_protocols(const ScenarioSpec& spec) {
  std::vector<std::string> speaks;
  for (const NetworkSpec& network : spec.cluster.networks) {
    const JsonValue* of = network.model.parameters.find("switch");
    const JsonValue* kind = of == nullptr ? nullptr : of->find("kind");
    speaks.push_back(kind == nullptr ? "" : kind->text());
  }
  return speaks;
}

}  // namespace

TransferWays::TransferWays(const ScenarioSpec& spec, const ClusterGraph& graph,
                           const Registry& registry, ReadingContext& context)
    : graph_(graph),
      transports_(spec.transports, registry, context),
      chooser_(graph, transports_, network_transports(spec, context), switch_protocols(spec)) {}

std::vector<const NamedTransport*> TransferWays::network_transports(const ScenarioSpec& spec,
                                                                    ReadingContext& context) {
  std::vector<const NamedTransport*> named;
  for (const NetworkSpec& network : spec.cluster.networks) {
    const JsonValue* entry = network.model.parameters.find("transport");
    const JsonValue* id = entry == nullptr ? nullptr : entry->find("entry");
    const NamedTransport* measured = id == nullptr ? nullptr : measured_transport(id->text());
    named.push_back(entry == nullptr ? nullptr
                    : measured != nullptr
                        ? measured
                        : transports_.add(*entry, id == nullptr ? network.name : id->text(),
                                          child_pointer(network.model.pointer, "transport"),
                                          context));
  }
  return named;
}

/// A profile's word counts more than what the catalogue put into the network.
const NamedTransport* TransferWays::measured_transport(const std::string& id) const {
  const NamedTransport* found = transports_.find(id);
  return found != nullptr && found->transport->traits().basis == "measured" ? found : nullptr;
}

std::uint32_t TransferWays::add_routes(const TransferWay& way, TransferPlan& plan) {
  const auto first = static_cast<std::uint32_t>(plan.routes.size());
  std::vector<ClusterLink> all;
  for (const TransferLeg& leg : way.legs) {
    note_faster_links(leg, plan);
    all.insert(all.end(), leg.links.begin(), leg.links.end());
    const std::uint32_t route = add_route(leg.links, cost_of(leg, Bytes(1.0)).wire_payload, plan);
    if (!leg.store) continue;
    const std::vector<ClusterLink>& beyond = leg.store->links;
    plan.routes[route].insert(plan.routes[route].end(), beyond.begin(), beyond.end());
    all.insert(all.end(), beyond.begin(), beyond.end());
  }
  if (way.legs.size() < 2) return first;
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  plan.routes.push_back(std::move(all));
  return first;
}

std::uint32_t TransferWays::add_route(std::vector<ClusterLink> links, double payload,
                                      TransferPlan& plan) {
  for (const ClusterLink link : links) {
    if (graph_.node_link(link) != nullptr) continue;
    double& least = payload_.try_emplace(link, payload).first->second;
    least = std::min(least, payload);
  }
  plan.routes.push_back(std::move(links));
  return static_cast<std::uint32_t>(plan.routes.size() - 1);
}

void TransferWays::finish(TransferPlan& plan) const {
  for (const auto& [link, share] : payload_) plan.payload_share.emplace_back(link, share);
}

}  // namespace gpuscape
