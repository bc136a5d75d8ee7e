#include "models/network/fabric/clos_network.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuscape {

namespace {

RandomStreams drawn_paths(const PathDraw& draw, std::uint32_t hash_seed) {
  return {draw.seed, draw.replication, fmt::format("paths {} of {}", hash_seed, draw.network)};
}

RoutingFacts routing_of(const ClosShape& shape) {
  RoutingFacts facts = shape.path.facts;
  const bool has_choice = shape.leaves > 1 && (shape.uplinks > 1 || shape.core_links > 1);
  if (!has_choice) facts.path.clear();
  return facts;
}

NetworkFacts facts_of(const NetworkBasis& basis, const ClosShape& shape) {
  return basis.facts({.fabric_links = static_cast<LinkIndex>(fabric_links(shape)),
                      .hosts_per_leaf = shape.hosts_per_leaf,
                      .switches_per_leaf = shape.rails,
                      .routing = routing_of(shape)});
}

}  // namespace

ClosNetwork::ClosNetwork(const Platform& platform, const NetworkBasis& basis,
                         const ClosShape& shape)
    : Network(PortLayout(platform, basis.role), facts_of(basis, shape)),
      basis_(basis),
      shape_(shape),
      paths_(drawn_paths({}, shape.path.seed)) {
  const bool merged = shape.path.choice == PathChoice::adaptive;
  if (shape.by_rail) units_ = shape.leaves / std::max(1U, ports().rails());
  planes_ = merged ? 1 : shape.uplinks;
  core_planes_ = merged ? std::min(1U, shape.core_links) : shape.core_links;
  up_ = merged ? shape.uplink * shape.uplinks : shape.uplink;
  core_up_ = merged ? up_ * shape.core_links : shape.uplink;
  leaf_up_ = 2 * ports().port_count();
  leaf_down_ = leaf_up_ + shape.leaves * planes_;
  pod_up_ = leaf_down_ + shape.leaves * planes_;
  pod_down_ = pod_up_ + shape.pods * planes_ * core_planes_;
}

BytesPerSecond ClosNetwork::capacity(LinkIndex link) const {
  if (link < leaf_up_) return std::min(basis_.link, ports().line(link % ports().port_count()));
  return link < pod_up_ ? up_ : core_up_;
}

ClosNetwork::Socket ClosNetwork::socket(Port port) const {
  const std::uint32_t host = ports().host_number(port.node);
  const std::uint32_t rail = ports().own_rail(port);
  const std::uint32_t unit = host / shape_.hosts_per_leaf;
  const std::uint32_t within = host % shape_.hosts_per_leaf;
  const std::uint32_t leaf = shape_.by_rail ? rail * units_ + unit : unit;
  const std::uint32_t place = shape_.by_rail ? within : within * ports().rails() + rail;
  return {leaf, leaf * shape_.slots + place};
}

ClosNetwork::Planes ClosNetwork::planes_between(const Socket& from, const Socket& to) const {
  const std::uint32_t cores = std::max(1U, core_planes_);
  if (shape_.path.choice != PathChoice::hash)
    return {to.number % planes_, to.number / planes_ % cores};
  const std::uint64_t drawn = paths_.of(std::uint64_t{from.number} << 32U | to.number)();
  return {static_cast<std::uint32_t>(drawn) % planes_,
          static_cast<std::uint32_t>(drawn >> 32U) % cores};
}

std::unique_ptr<Network> ClosNetwork::drawn(const PathDraw& draw) const {
  if (shape_.path.choice != PathChoice::hash) return nullptr;
  auto network = std::make_unique<ClosNetwork>(*this);
  network->paths_ = drawn_paths(draw, shape_.path.seed);
  return network;
}

void ClosNetwork::route(Port from, Port to, std::vector<LinkIndex>& links) const {
  if (from.node == to.node) return;
  const Socket start = socket(from);
  const Socket goal = socket(to);
  links.push_back(ports().index(from));
  if (start.leaf != goal.leaf) {
    const Planes planes = planes_between(start, goal);
    const std::uint32_t from_pod = start.leaf / shape_.leaves_per_pod;
    const std::uint32_t to_pod = goal.leaf / shape_.leaves_per_pod;
    links.push_back(leaf_up_ + start.leaf * planes_ + planes.spine);
    if (from_pod != to_pod) {
      links.push_back(pod_up_ + (from_pod * planes_ + planes.spine) * core_planes_ + planes.core);
      links.push_back(pod_down_ + (to_pod * planes_ + planes.spine) * core_planes_ + planes.core);
    }
    links.push_back(leaf_down_ + goal.leaf * planes_ + planes.spine);
  }
  links.push_back(ports().port_count() + ports().index(to));
}

/// Each pod is reached over the cores.
void ClosNetwork::way_above(Port of, Way way, std::vector<LinkSpan>& links) const {
  if (shape_.leaves < 2) return;
  const std::uint32_t leaf = socket(of).leaf;
  const bool in = way == Way::in;
  if (shape_.pods > 1) {
    const std::uint32_t cores = planes_ * core_planes_;
    links.push_back({(in ? pod_down_ : pod_up_) + leaf / shape_.leaves_per_pod * cores, cores});
  }
  links.push_back({(in ? leaf_down_ : leaf_up_) + leaf * planes_, planes_});
}

NetworkParts ClosNetwork::parts() const {
  const ClosCounts count = counts(shape_);
  const SwitchSpec of = basis_.switches.value_or(SwitchSpec{});
  const CableSpec cable = basis_.cable.value_or(CableSpec{});
  NetworkParts parts;
  parts.adapters = ports().port_count();
  const auto add = [&](const char* tier, std::int64_t switches) {
    if (switches > 0) parts.switches.push_back({of.model, tier, switches, of.rack_units});
  };
  add("leaf", count.leaves);
  add("spine", count.spines);
  add("core", count.cores);
  parts.kind = of.kind;
  // The leaves of rails are not in the nodes' racks.
  parts.cables.push_back({.between = "node and leaf",
                          .model = cable.model,
                          .count = parts.adapters,
                          .speed = basis_.link,
                          .optical = cable.optical,
                          .far = shape_.by_rail});
  // Between racks copper does not reach at these rates.
  const CableSpec uplink = basis_.uplink_cable.value_or(CableSpec{.model = {}, .optical = true});
  const auto join = [&](const char* between, std::int64_t cables) {
    if (cables > 0)
      parts.cables.push_back({.between = between,
                              .model = uplink.model,
                              .count = cables,
                              .speed = shape_.uplink,
                              .optical = uplink.optical,
                              .uplink = true,
                              .far = true});
  };
  join("leaf and spine", count.leaf_spine_cables);
  join("spine and core", count.spine_core_cables);
  return parts;
}

std::string ClosNetwork::leaf_name(std::uint32_t leaf) const {
  return shape_.by_rail ? fmt::format("leaf {} of unit {}", leaf / units_, leaf % units_)
                        : fmt::format("leaf {}", leaf);
}

std::string ClosNetwork::spine_name(std::uint32_t pod, std::uint32_t plane) const {
  const std::string of_pod = shape_.pods > 1 ? fmt::format(" of pod {}", pod) : "";
  if (shape_.path.choice == PathChoice::adaptive && shape_.uplinks > 1) return "spines" + of_pod;
  const std::uint32_t spines = spines_per_pod(shape_);
  const std::string which = fmt::format("spine {}{}", plane % spines, of_pod);
  return spines == shape_.uplinks ? which : fmt::format("{} by link {}", which, plane / spines);
}

std::string ClosNetwork::core_name(std::uint32_t plane, std::uint32_t core) const {
  if (shape_.path.choice == PathChoice::adaptive) return "cores";
  const auto cores = static_cast<std::uint32_t>(counts(shape_).cores);
  const std::uint32_t number = plane * core_planes_ + core;
  return cores == planes_ * core_planes_
             ? fmt::format("core {}", number)
             : fmt::format("core {} by link {}", number % cores, number / cores);
}

std::string ClosNetwork::fabric_name(LinkIndex link) const {
  const bool to_core = link >= pod_up_;
  const bool up = to_core ? link < pod_down_ : link < leaf_down_;
  const LinkIndex first = to_core ? (up ? pod_up_ : pod_down_) : (up ? leaf_up_ : leaf_down_);
  const std::uint32_t number = link - first;
  const std::uint32_t core = to_core ? number % core_planes_ : 0;
  const std::uint32_t plane = (to_core ? number / core_planes_ : number) % planes_;
  const std::uint32_t below = (to_core ? number / core_planes_ : number) / planes_;  // pod or leaf
  const std::string low = to_core ? spine_name(below, plane) : leaf_name(below);
  const std::string high =
      to_core ? core_name(plane, core) : spine_name(below / shape_.leaves_per_pod, plane);
  return up ? fmt::format("{} → {}", low, high) : fmt::format("{} → {}", high, low);
}

std::string ClosNetwork::link_name(LinkIndex link, const Platform& platform) const {
  if (link >= leaf_up_) return fabric_name(link);
  const std::uint32_t index = link % ports().port_count();
  const std::string port = port_name(ports(), index, platform);
  const std::string leaf = leaf_name(socket(ports().port(index)).leaf);
  return link < ports().port_count() ? fmt::format("{} → {}", port, leaf)
                                     : fmt::format("{} → {}", leaf, port);
}

}  // namespace gpuscape
