/// EASY backfill: the head is reserved at the first instant when its placement fits by expected
/// ends; a job behind it may start now if it is expected to end by then, or if the reserved nodes
/// (of a pool: the processors) still hold the head with it running (Lifka, "The ANL/IBM SP
/// scheduling system", JSSPP 1995; reserved by placement, not by count, see
/// docs/explanation/easy-backfill.md). Leaves out: reservations for any job but the head; a part of
/// a GPU is promised as a whole one. With exact limits no head starts after its first promise.
///
/// The reservation is kept between passes and made anew only when a change can move it.

#include <algorithm>
#include <array>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

/// A node that is kept for the head, and what others may use of it beyond the reserved date.
struct ReservedNode {
  Seconds available{0.0};  ///< date from which the head's share fits
  std::uint32_t node = 0;
  Demand need;
  Demand headroom;
  friend bool operator<(const ReservedNode& a, const ReservedNode& b) {
    return a.available < b.available || (a.available == b.available && a.node < b.node);
  }
};

/// Where and when the head will fit.
class HeadReservation final : public NodeFilter {
 public:
  /// The earliest over all groups, from the state as it is.
  /// `allowed`: the nodes on which the head may run; null: all.
  void make(const WaitingJob& head, Seconds now, const ExpectedReleases& releases,
            const NodeFilter* allowed);
  /// False when a change since the last pass may have moved the reservation.
  bool survives(const WaitingJob& head, Seconds now, const ExpectedReleases& releases);
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override;
  /// A job that outlives the reserved date took these shares.
  void claim(std::span<const AllocationShare> shares);
  [[nodiscard]] std::uint32_t job() const { return job_.index(); }
  [[nodiscard]] Seconds date() const { return date_; }

 private:
  void make_on_pool(const WaitingJob& head, const GroupReleases& releases);
  void make_on_nodes(const WaitingJob& head, const GroupReleases& releases);
  void reserve_soonest(const GroupReleases& releases, const Demand& need, std::size_t count);
  bool survives_release(const ReleaseChange& change, const GroupReleases& releases);
  void pull_pool_date_forward(const GroupReleases& releases);
  [[nodiscard]] bool is_reserved(std::uint32_t node) const;

  RunJobId job_;
  Demand demand_;
  std::size_t group_ = 0;
  const NodeFilter* allowed_ = nullptr;
  bool pool_ = false;
  bool mixed_ = false;     // shares of two sizes: every release makes it anew
  Seconds raw_date_{0.0};  // by expected ends; may lie in the past when jobs are overdue
  Seconds date_{0.0};      // max(now, raw_date_)
  Seconds date_now_{0.0};
  std::int64_t pool_headroom_ = 0;
  bool pool_date_may_move_ = false;
  std::vector<ReservedNode> nodes_;     // by rising (available, node) of the kind reserved first
  std::vector<std::uint32_t> by_node_;  // of nodes_, by rising node: for look-ups
};

void HeadReservation::make(const WaitingJob& head, Seconds now, const ExpectedReleases& releases,
                           const NodeFilter* allowed) {
  HeadReservation best;
  best.raw_date_ = kForever;
  for (std::size_t group = 0; group < releases.group_count(); ++group) {
    HeadReservation here;
    here.group_ = group;
    here.allowed_ = allowed;
    here.date_now_ = now;
    const GroupReleases& of_group = releases.group(group);
    if (!of_group.capacity().will_do(head.demand)) continue;
    here.pool_ = of_group.capacity().is_pool();
    here.raw_date_ = kForever;
    if (here.pool_) {
      here.make_on_pool(head, of_group);
    } else {
      here.make_on_nodes(head, of_group);
    }
    if (here.raw_date_ < best.raw_date_) best = std::move(here);
  }
  *this = std::move(best);
  job_ = RunJobId(head.job);
  demand_ = head.demand;
  date_ = std::max(now, raw_date_);
  if (pool_) return;
  const GroupReleases& of_group = releases.group(group_);
  for (ReservedNode& reserved : nodes_) {
    reserved.headroom = of_group.free_at(reserved.node, date_) - reserved.need;
  }
  std::sort(nodes_.begin(), nodes_.end(),
            [](const ReservedNode& a, const ReservedNode& b) { return a.node < b.node; });
}

void HeadReservation::make_on_pool(const WaitingJob& head, const GroupReleases& releases) {
  std::int64_t free = releases.capacity().free_gpus_total();
  if (head.demand.gpus > releases.capacity().capacity().gpus) return;
  Seconds date = GroupReleases::kNow;
  for (const Release& release : releases.pool_releases()) {
    const bool enough = free >= head.demand.gpus;
    if (enough && release.end > std::max(date, date_now_)) break;
    free += release.share.gpus;
    if (!enough) date = release.end;  // the overdue ones after it are expected now, like it
  }
  raw_date_ = date;
  pool_headroom_ = free - head.demand.gpus;
}

void HeadReservation::make_on_nodes(const WaitingJob& head, const GroupReleases& releases) {
  const GroupCapacity& capacity = releases.capacity();
  const Gang gang = capacity.cut(head.demand);
  if (!capacity.could_hold(gang)) return;
  mixed_ = gang.full_nodes > 0 && gang.rest_nodes > 0;
  if (gang.full_nodes > 0) reserve_soonest(releases, gang.full, gang.full_nodes);
  if (gang.rest_nodes > 0) reserve_soonest(releases, gang.rest, gang.rest_nodes);
  if (nodes_.size() < gang.nodes()) return;
  raw_date_ = GroupReleases::kNow;
  for (const ReservedNode& reserved : nodes_) raw_date_ = std::max(raw_date_, reserved.available);
}

/// Adds the `count` nodes on which `need` fits soonest, by (date, node), leaving out those already
/// reserved.
void HeadReservation::reserve_soonest(const GroupReleases& releases, const Demand& need,
                                      std::size_t count) {
  const std::uint32_t node_count = releases.capacity().node_count();
  std::vector<ReservedNode> soonest;  // max-heap of the best so far
  Seconds worst = kForever;           // until there are `count` of them
  for (std::uint32_t node = releases.next_before(worst, 0, need); node < node_count;
       node = releases.next_before(worst, node + 1, need)) {
    if (!nodes_.empty() && is_reserved(node)) continue;
    if (allowed_ != nullptr && !allowed_->allows(group_, node, need)) continue;
    if (soonest.size() == count) {
      std::pop_heap(soonest.begin(), soonest.end());
      soonest.pop_back();
    }
    soonest.push_back({releases.available_at(node, need), node, need, {}});
    std::push_heap(soonest.begin(), soonest.end());
    if (soonest.size() == count) worst = soonest.front().available;
  }
  if (soonest.size() < count) soonest.clear();  // too few are open to the head
  nodes_.insert(nodes_.end(), soonest.begin(), soonest.end());
  std::sort(nodes_.begin(), nodes_.end(),
            [](const ReservedNode& a, const ReservedNode& b) { return a.node < b.node; });
}

bool HeadReservation::is_reserved(std::uint32_t node) const {
  const auto at = std::lower_bound(
      nodes_.begin(), nodes_.end(), node,
      [](const ReservedNode& reserved, std::uint32_t n) { return reserved.node < n; });
  return at != nodes_.end() && at->node == node;
}

bool HeadReservation::survives(const WaitingJob& head, Seconds now,
                               const ExpectedReleases& releases) {
  date_now_ = now;
  if (RunJobId(head.job) != job_ || !releases.changes_complete()) return false;
  const GroupReleases& of_group = releases.group(group_);
  pool_date_may_move_ = false;
  for (const ReleaseChange& change : releases.changes()) {
    if (change.started) {
      if (change.group == group_ && !pool_ && is_reserved(change.node)) return false;
    } else if (change.group != group_ || !survives_release(change, of_group)) {
      return false;
    }
  }
  if (pool_date_may_move_) pull_pool_date_forward(of_group);
  return now <= raw_date_;  // overdue jobs are expected to end now, and now has moved
}

bool HeadReservation::survives_release(const ReleaseChange& change, const GroupReleases& releases) {
  if (pool_) {
    if (change.end > raw_date_)
      pool_headroom_ += change.share.gpus;  // it was not counted on before the date
    if (change.end >= raw_date_) pool_date_may_move_ = true;
    return true;
  }
  if (mixed_ || is_reserved(change.node)) return false;
  return releases.available_at(change.node, nodes_.front().need) > raw_date_;
}

/// With a release at or after the reserved date gone, an earlier date may do.
void HeadReservation::pull_pool_date_forward(const GroupReleases& releases) {
  const GroupReleases::PoolReleases& by_end = releases.pool_releases();
  while (true) {
    auto at = by_end.lower_bound(Release{raw_date_, 0, {}});
    const auto before = at;
    std::int64_t at_date = 0;
    for (; at != by_end.end() && at->end == raw_date_; ++at) at_date += at->share.gpus;
    if (pool_headroom_ < at_date || before == by_end.begin()) break;
    pool_headroom_ -= at_date;
    raw_date_ = std::prev(before)->end;
  }
  date_ = std::max(date_now_, raw_date_);
}

bool HeadReservation::allows(std::size_t group, std::uint32_t node, const Demand& share) const {
  if (group != group_) return true;
  if (pool_) return share.gpus <= pool_headroom_;
  const auto at = std::lower_bound(
      nodes_.begin(), nodes_.end(), node,
      [](const ReservedNode& reserved, std::uint32_t n) { return reserved.node < n; });
  return at == nodes_.end() || at->node != node || at->headroom.holds(share);
}

void HeadReservation::claim(std::span<const AllocationShare> shares) {
  for (const AllocationShare& placed : shares) {
    if (placed.group != group_) continue;
    if (pool_) {
      pool_headroom_ -= placed.share.gpus;
      continue;
    }
    Demand share = placed.share;
    if (share.gpu_milli != 0) share.gpus = 1;  // it may be the last on its GPU
    for (ReservedNode& reserved : nodes_) {
      if (reserved.node == placed.node) reserved.headroom = reserved.headroom - share;
    }
  }
}

class EasyBackfill final : public Backfill {
 public:
  explicit EasyBackfill(std::int64_t depth) : depth_(static_cast<std::size_t>(depth)) {}

  void fill(SchedulingPass& pass) override {
    const WaitingJob& head = pass.queue()[0];
    const bool kept = reservation_.survives(head, pass.now(), pass.releases());
    if (!kept) reservation_.make(head, pass.now(), pass.releases(), pass.allowed(head));
    pass.releases().clear_changes();
    if (!kept || pass.capacity_was_freed()) tested_ = 1;
    tested_ = std::max<std::size_t>(1, std::min(tested_, pass.queue().first_changed()));
    refused_.fill(0);
    const std::size_t end = std::min(pass.queue().size(), depth_ + 1);
    std::size_t started = 0;
    for (std::size_t i = tested_; i < end && may_hold_more(pass); ++i)
      started += try_start(pass, i) ? 1U : 0U;
    tested_ = std::max(tested_, end) - started;
  }

  [[nodiscard]] std::vector<Promise> promises() const override {
    return {{reservation_.job(), reservation_.date()}};
  }
  [[nodiscard]] bool knows_shared_gpus() const override { return true; }
  [[nodiscard]] std::optional<std::int64_t> depth() const override {
    return static_cast<std::int64_t>(depth_);
  }

 private:
  static bool may_hold_more(const SchedulingPass& pass) {
    return pass.queue().without_gpus() > 0 || pass.capacity().free_gpus_total() > 0 ||
           pass.capacity().any_shared();
  }

  bool try_start(SchedulingPass& pass, std::size_t i) {
    if (pass.hold_back(i)) return false;
    const WaitingJob& job = pass.queue()[i];
    const bool outlives = pass.now() + job.expected_run_time > reservation_.date();
    std::uint8_t* refused = pass.has_all_nodes(job) ? refusal_of(job.demand, outlives) : nullptr;
    if (refused != nullptr && *refused != 0) return false;
    if (!pass.start(i, outlives ? &reservation_ : nullptr)) {
      if (refused != nullptr) *refused = 1;
      return false;
    }
    if (outlives) reservation_.claim(pass.shares(pass.decisions().back()));
    return true;
  }

  /// Within a pass capacity only shrinks: what was refused once stays refused.
  std::uint8_t* refusal_of(const Demand& demand, bool outlives) {
    if (!demand.is_gpus_alone() || demand.gpus >= kRemembered) return nullptr;
    return &refused_[static_cast<std::size_t>(demand.gpus) * 2 + (outlives ? 1U : 0U)];
  }

  static constexpr std::int32_t kRemembered = 65;
  std::size_t depth_;
  std::size_t tested_ =
      1;  // waiting jobs before this one were refused, and nothing has changed for them
  HeadReservation reservation_;
  std::array<std::uint8_t, std::size_t{kRemembered} * 2> refused_{};
};

}  // namespace

void register_backfill_easy(Registry& registry) {
  registry.backfills.add(
      "easy",
      "Jobs may pass a head that does not fit if they do not delay the date promised to it.",
      [](ObjectReader& reader) {
        return std::make_unique<EasyBackfill>(
            reader.count("depth", 100, "How many waiting jobs behind the head are looked at.",
                         Bounds{.least = 1}));
      });
}

}  // namespace gpuscape
