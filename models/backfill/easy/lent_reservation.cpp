/// The head's reservation on clients and lent GPUs.

#include <algorithm>
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
  std::vector<std::pair<Seconds, std::int32_t>> ends;
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
  std::ranges::sort(ends);
  Seconds date = GroupReleases::kNow;
  std::size_t next = 0;
  for (; free < demand_.gpus && next < ends.size(); ++next) {
    free += ends[next].second;
    date = ends[next].first;
  }
  if (free < demand_.gpus) return;
  const Gang gang = cut_for_clients(demand_, clients_of(demand_, lent.lending().most_per_client));
  reserve_clients(releases, client_share(gang.full), gang.full_nodes);
  if (gang.rest_nodes > 0) reserve_clients(releases, client_share(gang.rest), gang.rest_nodes);
  if (nodes_.size() < gang.nodes()) return;
  for (const ReservedNode& client : nodes_) date = std::max(date, client.available);
  for (; next < ends.size() && ends[next].first <= std::max(date, date_now_); ++next)
    free += ends[next].second;
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

bool HeadReservation::allows_lent(std::size_t pool, std::uint32_t island, std::int64_t gpus) const {
  return lent_ == nullptr || pool != lent_pool_ || island != island_ || gpus <= lent_headroom_;
}

}  // namespace gpuscape::easy
