#include "sim/model/access/remote_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/access/local_copy.hpp"

namespace gpuscape {

namespace {

ScenarioSpec planned_with(const ScenarioSpec& spec, const std::string& over) {
  ScenarioSpec part;
  part.cluster.nodes = spec.cluster.nodes;
  part.transports = spec.transports;
  for (const NetworkSpec& network : spec.cluster.networks)
    if (network.name == over) part.cluster.networks.push_back(network);
  return part;
}

std::vector<NamedNetwork> network_named(const Cluster& cluster, const std::string& over) {
  std::vector<NamedNetwork> found;
  for (const NamedNetwork& network : cluster.networks())
    if (network.name == over) found.push_back(network);
  return found;
}

}  // namespace

RemoteAccess::RemoteAccess(const ScenarioSpec& spec, std::shared_ptr<const Cluster> cluster,
                           std::shared_ptr<const GpuAccess> access, const AttachTerms& attach,
                           const Registry& registry, ReadingContext& context)
    : cluster_(std::move(cluster)),
      spec_(planned_with(spec, access->lending()->over)),
      access_(std::move(access)),
      attach_(attach),
      graph_(cluster_->platform(), network_named(*cluster_, access_->lending()->over)),
      ways_(spec_, graph_, registry, context) {}

/// The memory of the first socket.
Endpoint RemoteAccess::memory_of(std::uint32_t node) const {
  const NodeGraph* graph = graph_.graph_of(node);
  ensure(graph != nullptr, "clients were checked to have adapters");
  const std::vector<DeviceIndex> memories = graph->of_kind(DeviceKind::memory);
  return {node, memories.front()};
}

std::vector<RemoteAccess::Leg> RemoteAccess::legs(const TransferWay& way,
                                                  const RemoteGpu& of) const {
  std::vector<Leg> legs;
  legs.reserve(way.legs.size());
  for (const TransferLeg& part : way.legs) {
    const MessageCost cost = cost_of(part, kLargeMessage);
    const double whole = carried(part, access_->copies(), graph_);
    Leg& leg = legs.emplace_back(Leg{.latency = cost_of(part, kSmallMessage).latency,
                                     .bound = cost.bound / whole,
                                     .alone = rate_alone(part, cost, graph_) / whole});
    std::optional<Port> from;
    for (const ClusterLink link : part.links) {
      if (const auto inner = graph_.inner_link(link)) {
        leg.inner.push_back({inner->node == of.client ? 0U : 1U, inner->link,
                             Bytes(whole) / graph_.capacity(link)});
        continue;
      }
      const std::optional<Port> port = graph_.port_of_link(link);
      if (!port) continue;
      if (!from) {
        from = port;
        continue;
      }
      leg.flows.push_back({.from = from->node == of.client ? 0U : 1U,
                           .from_rail = from->rail,
                           .to = port->node == of.client ? 0U : 1U,
                           .to_rail = port->rail,
                           .bytes = Bytes(1.0 / cost.wire_payload)});
    }
  }
  return legs;
}

/// Where bytes go straight to the GPU; else the last leg is a local copy.
void RemoteAccess::hold_to(const LocalCopy& local, std::vector<Leg>& legs) const {
  if (legs.size() != 1) return;
  const BytesPerSecond rate = local.on_the_wire(access_->copies().ratio);
  legs[0].latency = std::max(legs[0].latency, local.latency);
  legs[0].bound = std::min(legs[0].bound, rate);
  legs[0].alone = std::min(legs[0].alone, rate);
}

RemoteAccess::Known RemoteAccess::look(const RemoteGpu& of) const {
  Known known;
  const Endpoint memory = memory_of(of.client);
  const std::vector<DeviceIndex> gpus = graph_.graph_of(of.server)->of_kind(DeviceKind::gpu);
  const Endpoint gpu{of.server, gpus[of.gpu]};
  const auto there = ways_.way(memory, gpu, nullptr);
  const auto back = ways_.way(gpu, memory, nullptr);
  for (const auto* way : {&there, &back})
    if (const auto* fault = std::get_if<WayFault>(way)) {
      known.fault = *fault;
      return known;
    }
  known.to_gpu = legs(std::get<TransferWay>(there), of);
  known.from_gpu = legs(std::get<TransferWay>(back), of);
  hold_to(local_copy(graph_, ways_, gpu, true), known.to_gpu);
  hold_to(local_copy(graph_, ways_, gpu, false), known.from_gpu);
  const auto message = small_message(graph_, ways_, memory, gpu, lending().composed);
  if (const auto* fault = std::get_if<WayFault>(&message))
    known.fault = *fault;
  else
    known.way = std::get<AccessWay>(message);
  return known;
}

const RemoteAccess::Known& RemoteAccess::known(const RemoteGpu& of) const {
  const Platform& platform = cluster_->platform();
  const std::tuple key(platform.group_of(of.client), platform.group_of(of.server), of.gpu);
  const std::lock_guard lock(mutex_);
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  // By the first nodes of the groups: the answer is not to depend on which are asked for first.
  const auto first = [&](std::uint32_t node) {
    return platform.first_node(platform.group_of(node));
  };
  return known_.emplace(key, look({first(of.client), first(of.server), of.gpu})).first->second;
}

WayFault RemoteAccess::fault() const {
  const Platform& platform = cluster_->platform();
  for (const std::size_t client : platform.lending()->clients) {
    for (const std::size_t server : platform.lending()->servers) {
      const WayFault& fault =
          known({platform.first_node(client), platform.first_node(server), 0}).fault;
      if (!fault.message.empty()) return fault;
    }
  }
  return {};
}

std::string RemoteAccess::latency_warning() const {
  const Platform& platform = cluster_->platform();
  const std::optional<Seconds> most = lending().most_latency;
  if (!most) return "";
  Seconds longest(0.0);
  for (const std::size_t client : platform.lending()->clients)
    for (const std::size_t server : platform.lending()->servers)
      longest = std::max(
          longest, access_->round_trip(
                       known({platform.first_node(client), platform.first_node(server), 0}).way));
  if (longest <= *most) return "";
  return fmt::format(
      "a call to a lent GPU and back takes {}: the software's maker advises against "
      "more than {}",
      human_text(longest), human_text(*most));
}

AccessWay RemoteAccess::way(const RemoteGpu& of) const { return known(of).way; }

RemoteCopy RemoteAccess::copy(const RemoteGpu& of, Bytes bytes, bool to_gpu) const {
  const Known& found = known(of);
  RemoteCopy copy;
  if (!(bytes > Bytes(0.0))) return copy;
  const std::vector<Leg>& legs = to_gpu ? found.to_gpu : found.from_gpu;
  const AccessCopies how = access_->copies();
  Seconds sum(0.0);
  Seconds longest(0.0);
  Seconds first_chunk(0.0);
  Seconds longest_chunk(0.0);
  for (const Leg& leg : legs) {
    const BytesPerSecond alone = std::min(leg.alone, how.rate);
    copy.fixed += leg.latency;
    sum += bytes / alone;
    longest = std::max(longest, bytes / alone);
    const Bytes chunk = how.chunk > Bytes(0.0) ? std::min(how.chunk, bytes) : bytes;
    first_chunk += chunk / alone;
    longest_chunk = std::max(longest_chunk, chunk / alone);
    copy.bound = std::max(copy.bound, bytes / std::min(leg.bound, how.rate));
    for (const ExchangePattern::Flow& flow : leg.flows) {
      copy.flows.push_back(flow);
      copy.flows.back().bytes = flow.bytes * bytes.value();
    }
    for (const ExchangePattern::Inner& inner : leg.inner) {
      copy.inner.push_back(inner);
      copy.inner.back().time = inner.time * bytes.value();
    }
  }
  copy.fixed += how.pipelined ? first_chunk - longest_chunk : sum - longest;
  copy.alone = copy.fixed + longest;
  return copy;
}

}  // namespace gpuscape
