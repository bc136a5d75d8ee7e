#include "sim/run/pace/read_ways.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// A share that changes by less than that is as before.
constexpr double kSameShare = 1e-9;
/// Of links that exchanges fill: reads never stand still.
constexpr double kLeastLeft = 1e-6;

}  // namespace

void ReadWays::meet(const Network& exchange, const InputPlan& plan) {
  exchange_ = &exchange;
  place_of_.assign(exchange.link_count(), PlaceId::none());
  for (const InputPlan::Store& store : plan.stores)
    for (std::size_t group = 0; group < store.exchanged.size(); ++group) {
      if (!store.exchanged[group]) continue;
      const std::uint32_t first = platform_.first_node(group);
      const auto count = static_cast<std::uint32_t>(platform_.groups()[group].count);
      for (std::uint32_t node = first; node < first + count; ++node) of(store, node);
    }
}

const std::vector<ReadWays::Part>& ReadWays::of(const InputPlan::Store& store, std::uint32_t node) {
  const bool met = exchange_ != nullptr && store.exchanged[platform_.group_of(node)];
  const Network& network = met ? *exchange_ : *store.network;
  const auto [at, is_new] = of_nodes_.try_emplace({&network, node});
  if (is_new) find_parts(network, node, at->second);
  return at->second;
}

/// What a node reads comes over its adapters as far as each can carry.
void ReadWays::find_parts(const Network& network, std::uint32_t node, std::vector<Part>& parts) {
  const std::uint32_t rails = network.rails_of(node);
  if (rails == 0) return;
  const PortLayout& ports = network.ports();
  const LinkIndex first = ports.port_count() + ports.index({node, 0});
  parts.push_back({place(network, {first, rails}, false)});
  const double all = at(parts.front().place).whole;
  std::vector<LinkSpan> above;
  for (std::uint32_t rail = 0; rail < rails; ++rail) {
    above.clear();
    network.way_in({node, rail}, above);
    const double share = network.capacity(first + rail).value() / all;
    for (const LinkSpan& links : above) {
      const PlaceId place = this->place(network, links, true);
      const auto same = std::ranges::find(parts, place, &Part::place);
      if (same == parts.end())
        parts.push_back({place, share});
      else
        same->bytes += share;
    }
  }
}

ReadWays::PlaceId ReadWays::place(const Network& network, LinkSpan links, bool switches) {
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
                     .switches = switches,
                     .met = met});
  by_resource_.emplace(places_.back().resource, next);
  for (LinkIndex link = links.first; met && link < links.first + links.count; ++link)
    place_of_[link] = next;
  return next;
}

void ReadWays::join(std::uint32_t slot, std::span<const Part> parts) {
  for (const Part& part : parts) at(part.place).flows.push_back({slot});
}

void ReadWays::leave(std::uint32_t slot, std::span<const Part> parts) {
  for (const Part& part : parts) {
    std::vector<Flow>& flows = at(part.place).flows;
    flows.erase(std::ranges::find(flows, slot, &Flow::slot));
    touch(part.place);
  }
}

void ReadWays::set_rate(std::uint32_t slot, std::span<const Part> parts, BytesPerSecond rate) {
  for (const Part& part : parts) {
    Place& place = at(part.place);
    std::ranges::find(place.flows, slot, &Flow::slot)->share =
        rate.value() * part.bytes / (place.whole * place.scale);
    touch(part.place);
  }
}

void ReadWays::set_capacity(const Place& place) {
  simulation_.fluid().set_capacity(
      simulation_.now(), place.resource,
      BytesPerSecond(place.whole * place.scale * std::max(kLeastLeft, 1.0 - place.taken)));
}

void ReadWays::set_taken(PlaceId place, double taken) {
  Place& of = at(place);
  if (std::abs(taken - of.taken) <= kSameShare) return;
  of.taken = taken;
  set_capacity(of);
}

void ReadWays::scale(PlaceId place, double factor) {
  Place& of = at(place);
  for (Flow& flow : of.flows) flow.share *= of.scale / factor;
  of.scale = factor;
  set_capacity(of);
  touch(place);
}

void ReadWays::touch(PlaceId place) {
  Place& of = at(place);
  if (!of.touched && of.met) touched_.push_back(place);
  of.touched = true;
}

void ReadWays::untouch() {
  for (const PlaceId place : touched_) at(place).touched = false;
  touched_.clear();
}

/// Those who read less than w have it; the others and the exchange share the rest alike.
double ReadWays::left(PlaceId place, std::uint32_t slot, double own_part) {
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
