#include "sim/run/pace/store_ways.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// A share that changes by less than that is as before.
constexpr double kSameShare = 1e-9;
/// A resource with that share of it used is full.
constexpr double kFull = 1.0 - 1e-9;
/// Of links that exchanges fill: reads never stand still.
constexpr double kLeastLeft = 1e-6;

}  // namespace

void StoreWays::meet(const Network& exchange) {
  exchange_ = &exchange;
  place_of_.assign(exchange.link_count(), PlaceId::none());
}

/// Those who exchange data know from the beginning where they may meet others.
void StoreWays::expect(const StoreWay& way) {
  for (std::size_t group = 0; exchange_ != nullptr && group < way.exchanged.size(); ++group) {
    if (!way.exchanged[group]) continue;
    const std::uint32_t first = platform_.first_node(group);
    const auto count = static_cast<std::uint32_t>(platform_.groups()[group].count);
    for (std::uint32_t node = first; node < first + count; ++node)
      for (const Way direction : {Way::in, Way::out}) of(way, node, direction);
  }
}

const std::vector<StoreWays::Part>& StoreWays::of(const StoreWay& way, std::uint32_t node,
                                                  Way direction) {
  const bool met = exchange_ != nullptr && way.exchanged[platform_.group_of(node)];
  const Network& network = met ? *exchange_ : *way.network;
  const auto [at, is_new] = of_nodes_.try_emplace({&network, node, direction});
  if (is_new) find_parts(network, node, direction, at->second);
  return at->second;
}

/// What a node reads or writes goes over its adapters as far as each can carry.
void StoreWays::find_parts(const Network& network, std::uint32_t node, Way way,
                           std::vector<Part>& parts) {
  const std::uint32_t rails = network.rails_of(node);
  if (rails == 0) return;
  const PortLayout& ports = network.ports();
  const LinkIndex first = (way == Way::in ? ports.port_count() : 0) + ports.index({node, 0});
  parts.push_back({place(network, {first, rails}, way, false)});
  const double all = at(parts.front().place).whole;
  std::vector<LinkSpan> above;
  for (std::uint32_t rail = 0; rail < rails; ++rail) {
    above.clear();
    network.way_above({node, rail}, way, above);
    const double share = network.capacity(first + rail).value() / all;
    for (const LinkSpan& links : above) parts.push_back({place(network, links, way, true), share});
  }
  merge(parts);
}

void StoreWays::merge(std::vector<Part>& parts) {
  std::ranges::sort(parts, {}, &Part::place);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].place == parts[kept].place)
      parts[kept].bytes += parts[i].bytes;
    else
      parts[++kept] = parts[i];
  }
  if (!parts.empty()) parts.resize(kept + 1);
}

void StoreWays::add_node(const StoreWay& way, std::uint32_t node, Way direction, double bytes,
                         std::vector<Part>& parts) {
  for (const Part& part : of(way, node, direction))
    parts.push_back({part.place, part.bytes * bytes / way.wire_payload});
}

void StoreWays::add_uses(std::span<const Part> parts, std::vector<Use>& uses,
                         std::vector<Part>& met) const {
  for (const Part& part : parts) {
    uses.push_back({at(part.place).resource, Ratio(part.bytes)});
    if (at(part.place).met) met.push_back(part);
  }
}

StoreWays::PlaceId StoreWays::place(const Network& network, LinkSpan links, Way way,
                                    bool switches) {
  const PlaceId next(static_cast<std::uint32_t>(places_.size()));
  const auto [at, is_new] = by_first_link_.try_emplace({&network, links.first}, next);
  if (!is_new) return at->second;
  double whole = 0.0;
  for (LinkIndex link = links.first; link < links.first + links.count; ++link)
    whole += network.capacity(link).value();
  const bool met = &network == exchange_;
  places_.push_back({.links = links,
                     .resource = simulation_.fluid().add_resource(BytesPerSecond(whole)),
                     .whole = whole,
                     .way = way,
                     .switches = switches,
                     .met = met});
  by_resource_.emplace(places_.back().resource, next);
  for (LinkIndex link = links.first; met && link < links.first + links.count; ++link)
    place_of_[link] = next;
  return next;
}

void StoreWays::join(std::uint32_t slot, std::span<const Part> parts) {
  for (const Part& part : parts) {
    at(part.place).flows.push_back({slot});
    touch(part.place);
  }
}

void StoreWays::leave(std::uint32_t slot, std::span<const Part> parts) {
  for (const Part& part : parts) {
    std::vector<Flow>& flows = at(part.place).flows;
    flows.erase(std::ranges::find(flows, slot, &Flow::slot));
    touch(part.place);
  }
}

void StoreWays::set_rate(std::uint32_t slot, std::span<const Part> parts, BytesPerSecond rate) {
  for (const Part& part : parts) {
    Place& place = at(part.place);
    std::ranges::find(place.flows, slot, &Flow::slot)->share =
        rate.value() * part.bytes / (place.whole * place.scale);
    touch(part.place);
  }
}

bool StoreWays::any_full(std::span<const Part> parts) const {
  FluidSystem& fluid = simulation_.fluid();
  return std::ranges::any_of(parts, [&](const Part& part) {
    const ResourceId resource = at(part.place).resource;
    return fluid.usage(resource) >= fluid.capacity(resource) * kFull;
  });
}

void StoreWays::set_capacity(const Place& place) {
  simulation_.fluid().set_capacity(
      simulation_.now(), place.resource,
      BytesPerSecond(place.whole * place.scale * std::max(kLeastLeft, 1.0 - place.taken)));
}

void StoreWays::set_taken(PlaceId place, double taken) {
  Place& of = at(place);
  if (std::abs(taken - of.taken) <= kSameShare) return;
  of.taken = taken;
  set_capacity(of);
}

void StoreWays::scale(PlaceId place, double factor) {
  Place& of = at(place);
  for (Flow& flow : of.flows) flow.share *= of.scale / factor;
  of.scale = factor;
  set_capacity(of);
  touch(place);
}

void StoreWays::touch(PlaceId place) {
  Place& of = at(place);
  if (!of.touched && of.met) touched_.push_back(place);
  of.touched = true;
}

void StoreWays::untouch() {
  for (const PlaceId place : touched_) at(place).touched = false;
  touched_.clear();
}

/// Those who read less than w have it; the others and the exchange share the rest alike.
double StoreWays::left(PlaceId place, std::uint32_t slot, double own_part) {
  shares_.clear();
  for (const Flow& flow : at(place).flows)
    shares_.push_back(flow.slot == slot ? flow.share * own_part : flow.share);
  std::ranges::sort(shares_);
  double rest = 1.0;
  auto sharers = static_cast<double>(shares_.size() + 1);
  for (const double share : shares_) {
    if (share * sharers >= rest) break;
    rest -= share;
    sharers -= 1.0;
  }
  return rest / sharers;
}

}  // namespace gpuscape
