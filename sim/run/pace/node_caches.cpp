#include "sim/run/pace/node_caches.hpp"

#include <algorithm>
#include <limits>

namespace gpuscape {

NodeCaches::NodeCaches(const InputPlan& plan, const Platform& platform)
    : plan_(plan), platform_(platform) {
  of_.reserve(plan.datasets.size());
  for (const InputPlan::Data& data : plan.datasets) {
    const bool stays = data.spec.cache && data.spec.cache->stays;
    of_.push_back({.stays = stays,
                   .place = data.cache_on,
                   .kept = data.spec.size * data.kept,
                   .holders = Holders(platform, stays ? platform.node_count() : 0),
                   .record = {.dataset = data.spec.name}});
  }
}

bool NodeCaches::Holders::allows(std::size_t group, std::uint32_t node,
                                 const Demand& /*share*/) const {
  return held[platform_->first_node(group) + node];
}

void NodeCaches::use(std::size_t data, std::uint32_t node) {
  ++users_[{data, node}];
  if (holds(data, node)) keep(data, node);
}

void NodeCaches::leave(std::size_t data, std::uint32_t node) {
  const auto at = users_.find({data, node});
  if (--at->second == 0) users_.erase(at);
}

/// Of a node; infinite where nobody says.
Bytes NodeCaches::room(const Place& place) const {
  constexpr double kMib = 1024.0 * 1024.0;
  constexpr Bytes kAny(std::numeric_limits<double>::infinity());
  if (place.first) return plan_.stores[*place.first].facts.capacity.value_or(kAny);
  const Demand& node = platform_.groups()[platform_.group_of(place.second)].capacity;
  return node.memory_mib > 0 ? Bytes(static_cast<double>(node.memory_mib) * kMib) : kAny;
}

bool NodeCaches::make_room(const Place& place, std::vector<Entry>& entries, Bytes needed) {
  const Bytes room = this->room(place);
  Bytes filled(0.0);
  for (const Entry& entry : entries) filled += of_[entry.data].kept;
  std::ranges::sort(entries, {}, &Entry::used);
  Bytes used(0.0);
  for (const Entry& entry : entries)
    if (is_used(entry.data, place.second)) used += of_[entry.data].kept;
  if (used + needed > room) return false;
  std::erase_if(entries, [&](const Entry& entry) {
    if (!(filled + needed > room) || is_used(entry.data, place.second)) return false;
    filled -= of_[entry.data].kept;
    of_[entry.data].holders.held[place.second] = false;
    ++of_[entry.data].record.pushed_out;
    return true;
  });
  return true;
}

void NodeCaches::keep(std::size_t data, std::uint32_t node) {
  Data& of = of_[data];
  const Place place{of.place, node};
  std::vector<Entry>& entries = entries_[place];
  const auto at = std::ranges::find(entries, data, &Entry::data);
  if (at != entries.end()) {
    at->used = ++clock_;
    return;
  }
  if (!make_room(place, entries, of.kept)) return;
  entries.push_back({data, ++clock_});
  of.holders.held[node] = true;
}

void NodeCaches::nodes_go(std::span<const std::uint32_t> nodes) {
  for (const std::uint32_t node : nodes) {
    const auto at = entries_.find({std::nullopt, node});
    if (at == entries_.end()) continue;
    for (const Entry& entry : at->second) {
      of_[entry.data].holders.held[node] = false;
      ++of_[entry.data].record.lost;
    }
    entries_.erase(at);
  }
}

void NodeCaches::count_start(std::size_t data, std::size_t nodes, std::size_t found) {
  StayRecord& record = of_[data].record;
  ++record.jobs;
  if (found == nodes) ++record.spared;
  record.nodes += static_cast<std::int64_t>(nodes);
  record.found += static_cast<std::int64_t>(found);
}

std::vector<StayRecord> NodeCaches::records() const {
  std::vector<StayRecord> all;
  for (const Data& of : of_)
    if (of.stays) all.push_back(of.record);
  return all;
}

}  // namespace gpuscape
