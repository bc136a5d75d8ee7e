#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/model/transfers/transport_choice.hpp"

namespace gpuscape {

/// What both adapters and the switches between them speak; empty where nothing is known of them.
std::vector<std::string> TransportChooser::protocols(const Crossed& crossed) const {
  std::vector<std::string> spoken = graph_.device(crossed.from_nic).protocols;
  const std::vector<std::string>& other = graph_.device(crossed.to_nic).protocols;
  if (spoken.empty()) spoken = other;
  if (!other.empty())
    std::erase_if(spoken, [&](const std::string& protocol) {
      return std::ranges::find(other, protocol) == other.end();
    });
  const std::string& switches = speaks_[crossed.network];
  if (switches.empty()) return spoken;
  if (spoken.empty()) return {switches};
  // Adapters of another kind on a switch are the network's fault, not the transport's.
  std::erase_if(spoken, [&](const std::string& protocol) {
    return (protocol == "infiniband" || protocol == "ethernet") && protocol != switches;
  });
  return spoken;
}

const NamedTransport* TransportChooser::default_network(const Crossed& crossed) const {
  std::vector<std::string> spoken = protocols(crossed);
  if (spoken.empty()) spoken = {"infiniband"};
  const NodeGroup& group = graph_.platform().groups()[graph_.group_of(crossed.from_nic.node)];
  const auto port = std::ranges::find(group.ports, crossed.from_nic.device, &NodePort::nic);
  const double line = port == group.ports.end() ? 1.0 : port->line.value();
  for (const std::string& protocol : spoken) {
    const NamedTransport* best = nullptr;
    double nearest = 0.0;
    for (const auto& transport : transports_.all()) {
      const TransportTraits& traits = transport->transport->traits();
      if (traits.scope != TransportScope::network || !traits.default_choice ||
          traits.protocol != protocol)
        continue;
      const double far = traits.line ? std::abs(std::log(traits.line->value() / line)) : 1e9;
      if (best != nullptr && far >= nearest) continue;
      best = transport.get();
      nearest = far;
    }
    if (best != nullptr) return best;
  }
  return nullptr;
}

std::optional<WayFault> TransportChooser::adapter_fault(const NamedTransport& transport,
                                                        const Crossed& crossed) const {
  const std::string& needed = transport.transport->traits().protocol;
  if (needed.empty()) return std::nullopt;
  const std::vector<std::string> spoken = protocols(crossed);
  const bool known = !graph_.device(crossed.from_nic).protocols.empty() ||
                     !graph_.device(crossed.to_nic).protocols.empty() ||
                     !speaks_[crossed.network].empty();
  if (!known || std::ranges::find(spoken, needed) != spoken.end()) return std::nullopt;
  std::vector<std::string> others;
  for (const auto& other : transports_.all())
    if (std::ranges::find(spoken, other->transport->traits().protocol) != spoken.end())
      others.push_back(other->id);
  return WayFault{fmt::format("\"{}\" needs {}, and {} and {} over network \"{}\" speak {}",
                              transport.id, needed, graph_.name(crossed.from_nic),
                              graph_.name(crossed.to_nic), graph_.networks()[crossed.network].name,
                              spoken.empty() ? "nothing in common"
                                             : fmt::format("{}", fmt::join(spoken, ", "))),
                  others.empty() ? "" : fmt::format("these can: {}", fmt::join(others, ", "))};
}

PathClass TransportChooser::path_to_adapters(Ends ends, const Crossed& crossed) const {
  PathClass farthest = PathClass::same;
  const std::pair<Endpoint, Endpoint> sides[] = {{ends.from, crossed.from_nic},
                                                 {ends.to, crossed.to_nic}};
  for (const auto& [end, nic] : sides) {
    if (!is_gpu(end)) continue;
    farthest =
        std::max(farthest, graph_.graph_of(end.node)->path_class(end.device, nic.device, false));
  }
  return farthest;
}

/// What is named, where it reaches so far, else the default for that path; null where none does.
const NamedTransport* TransportChooser::gpudirect_for(PathClass path,
                                                      const NamedTransport* named) const {
  const NamedTransport* best = nullptr;
  for (const auto& transport : transports_.all()) {
    const TransportTraits& traits = transport->transport->traits();
    if (traits.scope != TransportScope::gpudirect || traits.farthest < path) continue;
    if (transport.get() == named) return named;
    if (!traits.default_choice) continue;
    if (best == nullptr || traits.farthest < best->transport->traits().farthest)
      best = transport.get();
  }
  return best;
}

TransportChooser::Result TransportChooser::between_nodes(Ends ends,
                                                         const NamedTransport* named) const {
  const auto route = graph_.route(ends.from, ends.to, {.by_nvlink = false});
  const auto crossed = route ? crossed_by(*route) : std::nullopt;
  if (!route || !crossed) return not_joined(ends);
  if (crosses_fabric(*route)) return by_copy(ends, named);
  if (named == nullptr) named = of_network_[crossed->network];
  const bool gpus = is_gpu(ends.from) || is_gpu(ends.to);
  const TransportScope scope =
      named == nullptr ? TransportScope::network : named->transport->traits().scope;
  if (scope == TransportScope::links_alone) return alone(ends, named);
  if (scope != TransportScope::network && scope != TransportScope::gpudirect)
    return WayFault{fmt::format("\"{}\" is {}, and {} and {} are not", named->id, scope_text(scope),
                                graph_.name(ends.from), graph_.name(ends.to)),
                    "without \"transport\" the network's is taken"};
  const NamedTransport* base =
      scope == TransportScope::network && named != nullptr ? named : default_network(*crossed);
  if (base == nullptr)
    return WayFault{fmt::format("nothing in the catalogue carries bytes between {} and {}",
                                graph_.name(crossed->from_nic), graph_.name(crossed->to_nic)),
                    "name a \"transport\""};
  if (auto fault = adapter_fault(*base, *crossed)) return *fault;
  TransferLeg only = leg(base, ends, *route);
  TransferWay way{{}, Bytes(0.0), PathClass::network, base->id};
  if (gpus) {
    only.crossing.path = path_to_adapters(ends, *crossed);
    if (is_gpu(ends.from)) only.crossing.gpu_link = graph_.capacity(route->links.front());
    if (is_gpu(ends.to))
      only.crossing.gpu_link =
          std::min(only.crossing.gpu_link, graph_.capacity(route->links.back()));
    const bool reaches = base->transport->traits().reaches_gpus;
    only.gpudirect = reaches ? gpudirect_for(only.crossing.path, named) : nullptr;
    if (only.gpudirect == nullptr) return through_memory(ends, only);
    way.transport += " with " + only.gpudirect->id;
  }
  way.legs.push_back(std::move(only));
  return way;
}

TransportChooser::Result TransportChooser::through_memory(Ends ends,
                                                          const TransferLeg& direct) const {
  const auto from = memory_beside(ends.from);
  const auto to = memory_beside(ends.to);
  if (!from || !to)
    return WayFault{
        fmt::format("{} has no host memory to go through", graph_.name(from ? ends.to : ends.from)),
        ""};
  TransferWay way{{},
                  direct.transport->transport->traits().chunk,
                  PathClass::network,
                  direct.transport->id + " through host memory"};
  const auto add_copy = [&](Ends copied) {
    auto copy = copy_leg(copied);
    if (copy) way.legs.push_back(std::move(*copy));
    return copy.has_value();
  };
  WayFault no_copy{"the catalogue has no default copy to and from GPUs", ""};
  if (is_gpu(ends.from) && !add_copy({ends.from, *from})) return no_copy;
  const auto route = graph_.route(*from, *to, {.by_nvlink = false});
  if (!route) return not_joined({*from, *to});
  way.legs.push_back(leg(direct.transport, {*from, *to}, *route));
  if (is_gpu(ends.to) && !add_copy({*to, ends.to})) return no_copy;
  return way;
}

}  // namespace gpuscape
