/// The head's reservation on clients and lent GPUs.

#include <algorithm>
#include <functional>
#include <utility>

#include "models/backfill/easy/head_reservation.hpp"
#include "sim/platform/client_cut.hpp"

namespace gpuscape::easy {

/// The GPUs of an island are as those of a pool; the clients are the nodes that have room soonest.
void HeadReservation::make_on_lent(const ExpectedReleases& releases, const LentGpus& lent,
                                   std::size_t pool, std::uint32_t island) {
  if (demand_.gpus <= 0 || demand_.gpu_milli != 0 || demand_.gpus > lent.lending().most_per_job ||
      demand_.gpus > lent.pools()[pool].total(island))
    return;
  lent_ = &lent;
  lent_pool_ = pool;
  island_ = island;
  std::int64_t free = 0;
  std::vector<std::pair<Seconds, std::int32_t>> ends;  // a heap, the first one in front
  for (const std::size_t group : lent.pools()[pool].servers()) {
    const GroupReleases& of_group = releases.group(group);
    if (!of_group.capacity().has_asked(demand_)) continue;
    const IslandNodes nodes = lent.nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      if (allowed_ != nullptr && !allowed_->allows(group, node, {1, 0, 0})) continue;
      free += of_group.capacity().free_gpus(node);
      for (const Release& release : of_group.of_node(node))
        ends.emplace_back(release.end, release.share.gpus);
    }
  }
  std::ranges::make_heap(ends, std::ranges::greater());
  const auto next = [&] {
    std::ranges::pop_heap(ends, std::ranges::greater());
    const auto [end, gpus] = ends.back();
    free += gpus;
    ends.pop_back();
    return end;
  };
  Seconds date = GroupReleases::kNow;
  while (free < demand_.gpus && !ends.empty()) date = next();
  if (free < demand_.gpus) return;
  const Gang gang = cut_for_clients(demand_, lent.clients_of(demand_));
  reserve_clients(releases, client_share(gang.full), gang.full_nodes);
  if (gang.rest_nodes > 0) reserve_clients(releases, client_share(gang.rest), gang.rest_nodes);
  if (nodes_.size() < gang.nodes()) return;
  for (const ReservedNode& client : nodes_) date = std::max(date, client.available);
  while (!ends.empty() && ends.front().first <= std::max(date, date_now_)) next();
  raw_date_ = date;
  lent_headroom_ = free - demand_.gpus;
}

/// From when on a client's cores and memory, and what it may use of GPUs elsewhere, hold `share`.
Seconds HeadReservation::client_available_at(const GroupReleases& releases, NodeKey at,
                                             const Demand& share) const {
  const Seconds date = releases.available_at(at.node(), share);
  std::int32_t used = lent_->used_by(at.group(), at.node());
  const std::int32_t most = lent_->lending().most_per_client - share.nodes;
  if (used <= most) return date;
  for (const Release& release : releases.of_node(at.node())) {
    used -= release.share.nodes;
    if (used <= most) return std::max(date, release.end);
  }
  return kForever;
}

/// Adds the `count` clients of the island on which the share fits soonest, by (date, group, node),
/// leaving out those already reserved; none where there are fewer.
void HeadReservation::reserve_clients(const ExpectedReleases& releases, const Demand& share,
                                      std::size_t count) {
  std::vector<ReservedNode> found;
  for (const std::size_t group : lent_->lending().clients) {
    const GroupReleases& of_group = releases.group(group);
    if (!of_group.capacity().capacity().holds(share)) continue;
    const IslandNodes nodes = lent_->nodes(group, island_);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const NodeKey at(group, node);
      if (is_reserved(at)) continue;
      if (allowed_ != nullptr && !allowed_->allows(group, node, share)) continue;
      const Seconds available = client_available_at(of_group, at, share);
      if (available < kForever) found.push_back({available, at, share, {}});
    }
  }
  if (found.size() < count) return;
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(found.begin(), end, found.end());
  nodes_.insert(nodes_.end(), found.begin(), end);
  std::ranges::sort(nodes_, {}, &ReservedNode::at);
}

/// What others may use of a reserved node beyond the date.
void HeadReservation::leave_headroom(ReservedNode& reserved, const GroupReleases& releases) const {
  reserved.headroom = releases.free_at(reserved.at.node(), date_) - reserved.need;
  if (lent_ == nullptr || lent_->lending().most_per_client == Lending::kAny) return;
  reserved.more_lent = lent_->lending().most_per_client - reserved.need.nodes -
                       lent_->used_by(reserved.at.group(), reserved.at.node());
  for (const Release& release : releases.of_node(reserved.at.node()))
    if (release.end <= date_) reserved.more_lent += release.share.nodes;
}

/// Who started since has claimed what it outlives the date with. A share that was expected back
/// before the date moves no date, wherever it is; a client that becomes free may.
bool HeadReservation::survives_on_lent(Seconds now, const ExpectedReleases& releases) const {
  const bool clients_are_free = std::ranges::all_of(
      nodes_, [](const ReservedNode& client) { return client.available == GroupReleases::kNow; });
  for (const ReleaseChange& change : releases.changes()) {
    if (is_reserved({change.group, change.node})) return false;
    if (change.started) continue;
    if (change.end >= raw_date_) return false;
    const bool lends = lent_->lending().is_server(change.group);
    if (!lends && !(clients_are_free && lent_->lending().is_client(change.group))) return false;
  }
  return now <= raw_date_;
}

bool HeadReservation::allows_lent(std::size_t pool, std::uint32_t island, std::int64_t gpus) const {
  return lent_ == nullptr || pool != lent_pool_ || island != island_ || gpus <= lent_headroom_;
}

}  // namespace gpuscape::easy
