/// The head's reservation on clients and lent GPUs.

#include <algorithm>
#include <functional>
#include <utility>

#include "sim/platform/client_cut.hpp"
#include "sim/scheduling/reservation/head_reservation.hpp"

namespace gpuscape {

namespace {

/// Of nodes that are looked at one by one.
class EndsOnNodes {
 public:
  void add(Seconds date, std::int32_t gpus) { ends_.emplace_back(date, gpus); }
  void sort() { std::ranges::make_heap(ends_, std::ranges::greater()); }
  [[nodiscard]] bool empty() const { return ends_.empty(); }
  [[nodiscard]] Seconds first() const { return ends_.front().first; }
  std::int64_t take() {
    std::ranges::pop_heap(ends_, std::ranges::greater());
    const std::int64_t gpus = ends_.back().second;
    ends_.pop_back();
    return gpus;
  }

 private:
  std::vector<std::pair<Seconds, std::int32_t>> ends_;  // a heap, the first one in front
};

}  // namespace

/// The GPUs of an island are as those of a pool; the clients are the nodes that have room soonest.
void HeadReservation::make_on_lent(const ExpectedReleases& releases, const LentEnds& lent_ends) {
  const LendingPool& pool = lent_->pools()[lent_pool_];
  if (demand_.gpus <= 0 || demand_.gpu_milli != 0 || demand_.gpus > lent_->lending().most_per_job ||
      demand_.gpus > pool.total(island_))
    return;
  if (outages_ == nullptr) {
    if (allowed_ == nullptr) return make_on_all(releases, lent_ends);
    return make_node_by_node(releases);
  }
  earliest_ = date_now_;
  while (true) {
    nodes_.clear();
    raw_date_ = kForever;
    make_node_by_node(releases);
    // The last of what it waits for sets the date: by then, other nodes may be about to go away.
    if (!(raw_date_ > earliest_) || !(raw_date_ < kForever)) return;
    earliest_ = raw_date_;
  }
}

/// On servers, or at dates, that are not all open to it.
void HeadReservation::make_node_by_node(const ExpectedReleases& releases) {
  const LendingPool& pool = lent_->pools()[lent_pool_];
  std::int64_t free = 0;
  EndsOnNodes ends;
  for (const std::size_t group : pool.servers()) {
    const GroupReleases& of_group = releases.group(group);
    if (!of_group.capacity().has_asked(demand_)) continue;
    const IslandNodes nodes = lent_->nodes(group, island_);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      if (allowed_ != nullptr && !allowed_->allows(group, node, {1, 0, 0})) continue;
      const auto add = [&](Seconds date, std::int32_t gpus) {
        const Seconds open = open_from({group, node}, date);
        if (open > std::max(GroupReleases::kNow, date_now_) || date > GroupReleases::kNow)
          ends.add(open, gpus);
        else
          free += gpus;
      };
      add(GroupReleases::kNow, of_group.capacity().free_gpus(node));
      for (const Release& release : of_group.of_node(node)) add(release.end, release.share.gpus);
    }
  }
  ends.sort();
  make_by_ends(releases, free, ends);
}

/// The first date from then on from which the node stays open for as long as the head runs.
Seconds HeadReservation::open_from(NodeKey at, Seconds date) const {
  if (outages_ == nullptr) return date;
  return outages_->next_open(at.group(), at.node(), std::max(date, earliest_), run_time_);
}

/// On whatever servers have what the job asks for.
void HeadReservation::make_on_all(const ExpectedReleases& releases, const LentEnds& lent_ends) {
  const LendingPool& pool = lent_->pools()[lent_pool_];
  std::int64_t free = pool.free(island_);
  EndsInOrder ends;
  for (const std::size_t group : pool.servers()) {
    const GroupCapacity& capacity = releases.group(group).capacity();
    if (capacity.has_asked(demand_)) {
      ends.add(lent_ends.of(group, island_));
      continue;
    }
    const IslandNodes nodes = lent_->nodes(group, island_);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node)
      free -= capacity.free_gpus(node);
  }
  make_by_ends(releases, free, ends);
}

/// `free` GPUs now, and others by their ends.
template <class Ends>
void HeadReservation::make_by_ends(const ExpectedReleases& releases, std::int64_t free,
                                   Ends& ends) {
  Seconds date = GroupReleases::kNow;
  while (free < demand_.gpus && !ends.empty()) {
    date = ends.first();
    free += ends.take();
  }
  if (free < demand_.gpus) return;
  const Gang gang = cut_for_clients(demand_, lent_->clients_of(demand_));
  if (gang.full_nodes > 0) reserve_clients(releases, client_share(gang.full), gang.full_nodes);
  if (gang.rest_nodes > 0) reserve_clients(releases, client_share(gang.rest), gang.rest_nodes);
  if (nodes_.size() < gang.nodes()) return;
  for (const ReservedNode& client : nodes_) date = std::max(date, client.available);
  while (!ends.empty() && ends.first() <= std::max(date, date_now_)) free += ends.take();
  raw_date_ = date;
  lent_headroom_ = free - demand_.gpus;
}

/// From when on a client's cores and memory, and what it may use of GPUs elsewhere, hold `share`.
Seconds HeadReservation::client_available_at(const GroupReleases& releases, NodeKey at,
                                             const Demand& share) const {
  const Seconds date = open_from(at, releases.available_at(at.node(), share));
  std::int32_t used = lent_->used_by(at.group(), at.node());
  const std::int32_t most = lent_->lending().most_per_client - share.nodes;
  if (used <= most) return date;
  for (const Release& release : releases.of_node(at.node())) {
    used -= release.share.nodes;
    if (used <= most) return open_from(at, std::max(date, release.end));
  }
  return kForever;
}

/// Adds the `count` clients of the island on which the share fits soonest, by (date, group, node),
/// leaving out those already reserved; none where there are fewer.
void HeadReservation::reserve_clients(const ExpectedReleases& releases, const Demand& share,
                                      std::size_t count) {
  std::vector<ReservedNode> soonest;  // max-heap of the best so far
  const auto is_better = [&](Seconds available, NodeKey at) {
    return soonest.size() < count || ReservedNode{available, at, {}, {}} < soonest.front();
  };
  for (const std::size_t group : lent_->lending().clients) {
    const GroupReleases& of_group = releases.group(group);
    if (!of_group.capacity().capacity().holds(share)) continue;
    const IslandNodes nodes = lent_->nodes(group, island_);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const NodeKey at(group, node);
      if (!is_better(GroupReleases::kNow, at)) break;  // nor are those after it
      if (is_reserved(at)) continue;
      if (allowed_ != nullptr && !allowed_->allows(group, node, share)) continue;
      const Seconds available = client_available_at(of_group, at, share);
      if (!(available < kForever) || !is_better(available, at)) continue;
      if (soonest.size() == count) {
        std::pop_heap(soonest.begin(), soonest.end());
        soonest.pop_back();
      }
      soonest.push_back({available, at, share, {}});
      std::push_heap(soonest.begin(), soonest.end());
    }
  }
  if (soonest.size() < count) return;
  nodes_.insert(nodes_.end(), soonest.begin(), soonest.end());
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

}  // namespace gpuscape
