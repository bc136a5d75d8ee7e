#include "sim/platform/cluster/joined_networks.hpp"

#include <algorithm>
#include <iterator>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

std::vector<std::optional<std::string>> roles_of(const std::vector<NamedNetwork>& networks,
                                                 const NetworkOfGroup& of_group) {
  std::vector<std::optional<std::string>> roles;
  roles.reserve(of_group.size());
  for (const std::optional<std::size_t>& network : of_group)
    roles.push_back(network ? std::optional(networks[*network].role) : std::nullopt);
  return roles;
}

LinkIndex fabric_links(const Network& network) {
  return network.link_count() - 2 * network.ports().port_count();
}

}  // namespace

/// What belongs to one network is asked of that one. Of paths those are told that something chose.
NetworkFacts JoinedNetworks::facts_of(const std::vector<NamedNetwork>& networks) {
  NetworkFacts facts;
  for (const NamedNetwork& of : networks) {
    facts.fabric_links += fabric_links(*of.network);
    facts.host_link = std::max(facts.host_link, of.network->host_link());
    if (facts.routing.path.empty()) facts.routing = of.network->routing();
  }
  return facts;
}

JoinedNetworks::JoinedNetworks(const Platform& platform, std::vector<NamedNetwork> networks,
                               NetworkOfGroup of_group)
    : Network(PortLayout(platform, roles_of(networks, of_group)), facts_of(networks)),
      networks_(std::move(networks)),
      of_group_(std::move(of_group)) {
  first_node_.reserve(platform.groups().size());
  for (std::size_t i = 0; i < platform.groups().size(); ++i)
    first_node_.push_back(platform.first_node(i));
  LinkIndex next = 2 * ports().port_count();
  first_fabric_.reserve(networks_.size());
  for (const NamedNetwork& of : networks_) {
    first_fabric_.push_back(next);
    next += fabric_links(*of.network);
  }
}

const Network& JoinedNetworks::network_of(std::uint32_t node) const {
  const auto after = std::ranges::upper_bound(first_node_, node);
  const auto group = static_cast<std::size_t>(std::distance(first_node_.begin(), after)) - 1;
  const std::optional<std::size_t> of = of_group_[group];
  if (!of) throw InternalError("routes begin and end at nodes that a network joins");
  return *networks_[*of].network;
}

std::size_t JoinedNetworks::index_of(const Network& network) const {
  const auto at = std::ranges::find_if(
      networks_, [&](const NamedNetwork& of) { return of.network.get() == &network; });
  return static_cast<std::size_t>(std::distance(networks_.begin(), at));
}

LinkIndex JoinedNetworks::whole(const Part& part) const {
  const Network& network = *networks_[part.network].network;
  const LinkIndex own = network.ports().port_count();
  if (part.link >= 2 * own) return first_fabric_[part.network] + (part.link - 2 * own);
  const LinkIndex port = ports().index(network.ports().port(part.link % own));
  return part.link < own ? port : ports().port_count() + port;
}

JoinedNetworks::Part JoinedNetworks::part(LinkIndex link) const {
  const LinkIndex all = ports().port_count();
  if (link >= 2 * all) {
    const auto after = std::ranges::upper_bound(first_fabric_, link);
    const auto network = static_cast<std::size_t>(std::distance(first_fabric_.begin(), after)) - 1;
    return {network,
            2 * networks_[network].network->ports().port_count() + (link - first_fabric_[network])};
  }
  const Port port = ports().port(link % all);
  const Network& of = network_of(port.node);
  const LinkIndex own = of.ports().index(port);
  return {index_of(of), link < all ? own : of.ports().port_count() + own};
}

BytesPerSecond JoinedNetworks::capacity(LinkIndex link) const {
  const Part of = part(link);
  return networks_[of.network].network->capacity(of.link);
}

void JoinedNetworks::route(Port from, Port to, std::vector<LinkIndex>& links) const {
  const Network& network = network_of(from.node);
  ensure(&network == &network_of(to.node), "no route leads from one network to another one");
  const std::size_t begin = links.size();
  network.route(from, to, links);
  const std::size_t index = index_of(network);
  for (std::size_t i = begin; i < links.size(); ++i) links[i] = whole({index, links[i]});
}

void JoinedNetworks::way_above(Port of, Way way, std::vector<LinkSpan>& links) const {
  const Network& network = network_of(of.node);
  const std::size_t begin = links.size();
  network.way_above(of, way, links);
  const std::size_t index = index_of(network);
  for (std::size_t i = begin; i < links.size(); ++i)
    links[i].first = whole({index, links[i].first});
}

Seconds JoinedNetworks::latency(std::size_t links, std::uint32_t from_node) const {
  return network_of(from_node).latency(links, from_node);
}

std::string JoinedNetworks::link_name(LinkIndex link, const Platform& platform) const {
  const Part of = part(link);
  const NamedNetwork& named = networks_[of.network];
  const std::string name = named.network->link_name(of.link, platform);
  return is_host_link(link) ? name : named.name + ": " + name;
}

NetworkParts JoinedNetworks::parts() const {
  NetworkParts all;
  for (const NamedNetwork& of : networks_) {
    NetworkParts parts = of.network->parts();
    std::ranges::move(parts.switches, std::back_inserter(all.switches));
    std::ranges::move(parts.cables, std::back_inserter(all.cables));
    all.adapters += parts.adapters;
  }
  return all;
}

}  // namespace gpuscape
