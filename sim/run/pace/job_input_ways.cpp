/// What jobs read over networks, and what that is to those who exchange data over the same links.

#include <algorithm>
#include <utility>

#include "sim/run/pace/job_input.hpp"

namespace gpuscape {

namespace {

/// As far as this a rate may be off, for those who are told of it.
constexpr double kSameRate = 1e-8;

}  // namespace

/// On a network that carries more than data, as much more.
void JobInput::add_way(std::size_t store, double share, Reader& reader) {
  const StoreWay& way = shaper_.plan().stores[store].way;
  reader.shared.clear();
  if (way.network == nullptr || !(share > 0.0)) return;
  way_.clear();
  for (const InputShape::Node& node : reader.shape.nodes)
    ways_.add_node(way, node.node, StoreWays::Way::in,
                   part_of(reader, node) * share_of(reader, node, store, share), way_);
  StoreWays::merge(way_);
  ways_.add_uses(way_, reader.uses, reader.shared);
}

void JobInput::leave_ways(std::uint32_t slot) {
  Reader& reader = readers_[slot];
  ways_.leave(slot, reader.shared);
  reader.shared.clear();
  reader.told = 0.0;
}

/// Who waits for links would read as fast as all else lets it.
const std::vector<std::uint32_t>& JobInput::find_changed() {
  changed_.clear();
  collect_changes();
  std::ranges::sort(fresh_);
  const auto same = std::ranges::unique(fresh_);
  fresh_.erase(same.begin(), same.end());
  for (const std::uint32_t slot : fresh_) {
    if (!is_reading(slot)) continue;
    Reader& reader = readers_[slot];
    if (!reader.exchanges && reader.shared.empty()) continue;
    const double rate = simulation_.fluid().rate(reader.activity).value();
    if (std::abs(rate - reader.told) <= kSameRate * rate) continue;
    reader.told = rate;
    if (!reader.shared.empty()) {
      const double most = ways_.any_full(reader.shared) && !reader.staging ? bound(reader) : rate;
      ways_.set_rate(slot, reader.shared, BytesPerSecond(most));
    }
    if (reader.exchanges) changed_.push_back(slot);
  }
  fresh_.clear();
  return changed_;
}

double JobInput::supplied(std::uint32_t slot) {
  const Reader& reader = readers_[slot];
  if (reader.staging) return 0.0;
  return simulation_.fluid().rate(reader.activity).value() / reader.shape.demand;
}

double JobInput::reading_share(std::uint32_t slot) {
  const Reader& reader = readers_[slot];
  FluidSystem& fluid = simulation_.fluid();
  const double rate = fluid.rate(reader.activity).value();
  double more = attained(reader) - rate;
  for (const Use& use : reader.uses)
    more = std::min(more, (fluid.capacity(use.resource) - fluid.usage(use.resource)).value() /
                              use.amount.value());
  return rate / (rate + std::max(0.0, more));
}

/// Those of links have causes by store: two stores may be read over them.
InputCause JobInput::cause_of(const Reader& reader, ResourceId resource) const {
  if (resource < cause_of_.size() && !cause_of_[resource].is_none()) return cause_of_[resource];
  const std::optional<StoreWays::PlaceId> place = ways_.place_with(resource);
  if (!place) return InputCause::none();
  const Store& of = stores_[reader.store];
  return ways_.is_between_switches(*place) ? of.switches : of.adapters;
}

}  // namespace gpuscape
