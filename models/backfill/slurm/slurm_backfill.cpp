#include "models/backfill/slurm/slurm_backfill.hpp"

#include <algorithm>
#include <cmath>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape::slurm {

/// Nodes that are open to a job and not kept for plans.
class SlurmBackfill::UnplannedNodes final : public NodeFilter {
 public:
  UnplannedNodes(const NodeFilter* allowed, const NodeFilter* open, const NodeBits& kept)
      : own_(allowed, open), any_own_(allowed != nullptr || open != nullptr), kept_(kept) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return !kept_.holds(group, node) && (!any_own_ || own_.allows(group, node, share));
  }
  /// The first node from `node` on that is not kept, or `count`.
  [[nodiscard]] std::uint32_t next(std::size_t group, std::uint32_t node,
                                   std::uint32_t count) const {
    return kept_.next_other(group, node, count);
  }

 private:
  BothFilters own_;
  bool any_own_;
  const NodeBits& kept_;
};

/// Whether a node has room for a share by a date; one look-up where only GPUs are asked for.
class RoomByDate {
 public:
  RoomByDate(const GroupReleases& group, const Demand& share) : group_(group), share_(share) {
    if (share.is_gpus_alone() && share.gpus > 0 && share.gpus <= group.capacity().capacity().gpus &&
        !group.capacity().is_pool())
      dates_ = group.available_column(share.gpus).data();
  }
  [[nodiscard]] bool is_there(std::uint32_t node, Seconds date) const {
    return (dates_ != nullptr ? dates_[node] : group_.available_at(node, share_)) <= date;
  }

 private:
  const GroupReleases& group_;
  const Demand& share_;
  const Seconds* dates_ = nullptr;
};

void SlurmBackfill::bind(const PolicyContext& context) {
  origin_ = context.unix_origin.value_or(Seconds(0.0));
}

void SlurmBackfill::fill(SchedulingPass& pass) {
  now_ = pass.now();
  changed_ = true;
  if (now_ < last_round_ + with_.interval) return;
  last_round_ = now_;
  promise_.reset();
  if (!kept_) {
    kept_.emplace(pass.capacity().platform());
    planned_.emplace(pass.capacity().platform());
  }
  kept_->begin(now_, now_ + with_.window);
  if (pass.outages() != nullptr) keep_outages(*pass.outages());
  refused_.clear();
  ends_.clear();
  for (std::size_t i = 0; i < pass.queue().size() && i < with_.depth; ++i)
    if (!pass.queue()[i].started && !pass.hold_back(i)) consider(pass, i);
  changed_ = false;
}

/// As a reservation of all jobs: no plan is made into it.
void SlurmBackfill::keep_outages(const Outages& outages) {
  for (const PlannedOutage& outage : outages.announced()) {
    if (outage.begin <= now_ || outage.begin > now_ + with_.window) continue;
    for (std::size_t i = 0; i < outage.nodes.size();) {
      const std::uint32_t group = outage.nodes[i].group;
      nodes_.clear();
      for (; i < outage.nodes.size() && outage.nodes[i].group == group; ++i)
        nodes_.push_back(outage.nodes[i].node);
      kept_->keep(group, nodes_, outage.begin, outage.end);
    }
  }
}

std::optional<Seconds> SlurmBackfill::wake() const {
  Seconds date = changed_ ? last_round_ + with_.interval : kForever;
  if (kept_) date = std::min(date, kept_->next_begin(last_round_));
  if (date == kForever) return std::nullopt;
  return std::max(date, last_round_ + with_.interval);
}

Seconds SlurmBackfill::rounded_down(Seconds date) const {
  return std::floor((date + origin_) / with_.resolution) * with_.resolution - origin_;
}

/// Looks for a start behind one border between stretches after another, from where one may be in
/// reach.
void SlurmBackfill::consider(SchedulingPass& pass, std::size_t i) {
  const WaitingJob job = pass.queue()[i];
  const Seconds run_time = job.expected_run_time;
  const NodeFilter* allowed = pass.allowed(job);
  Seconds from = refused_.until(job.demand, allowed, run_time, now_);
  bool is_refused = true;  // each start so far, for whatever else may ask for the same
  ++jobs_considered_;
  while (!(from > now_ + with_.window)) {
    ++starts_looked_at_;
    Seconds later = kept_->end_after(from);
    kept_->between(from, from + run_time, *planned_);
    const NodeFilter* limits = pass.open_at(job, from);
    const UnplannedNodes open(allowed, limits, *planned_);
    const bool is_near = later == kForever || !is_out_of_reach(pass, job, open, later);
    if (is_refused && (is_near || limits != nullptr)) {
      refused_.note(job.demand, allowed, run_time, from);
      is_refused = false;
    }
    if (is_near) {
      Start start = soonest(pass, job, open);
      const bool now = from <= now_ && start.date <= now_;
      if (now && pass.start(i, &open)) return ends_.clear();
      start.date = std::max(start.date, now ? now_ + Seconds(1.0) : from);
      if (start.date < kForever && start.date <= later) {
        if (start.date > now_ + with_.window) return;
        if (i == 0) promise_ = Promise{job.job, start.date};
        if (keep(start, run_time)) return;
        later = start.date;
      }
    }
    if (!(later > from)) return;
    from = later;
  }
  if (is_refused) refused_.note(job.demand, allowed, run_time, from);
}

/// False where the rounded stretch meets a plan on these nodes.
bool SlurmBackfill::keep(const Start& start, Seconds run_time) {
  const Seconds begin = std::max(rounded_down(start.date), now_);
  const Seconds end = rounded_down(start.date + run_time);
  return !(begin < end) || kept_->keep(start.group, start.nodes, begin, end);
}

/// True where no group has room by then; it has none earlier.
bool SlurmBackfill::is_out_of_reach(const SchedulingPass& pass, const WaitingJob& job,
                                    const UnplannedNodes& open, Seconds date) {
  for (std::size_t index = 0; index < pass.releases().group_count(); ++index) {
    const GroupReleases& group = pass.releases().group(index);
    if (!group.capacity().will_do(job.demand)) continue;
    if (choose(group, index, group.capacity().cut(job.demand), open, date)) return false;
  }
  return true;
}

/// On the group where it can start first.
SlurmBackfill::Start SlurmBackfill::soonest(const SchedulingPass& pass, const WaitingJob& job,
                                            const UnplannedNodes& open) {
  if (ends_.empty()) sort_ends(pass);
  Start best;
  for (std::size_t index = 0; index < pass.releases().group_count(); ++index) {
    const GroupReleases& group = pass.releases().group(index);
    if (!group.capacity().will_do(job.demand)) continue;
    const Gang gang = group.capacity().cut(job.demand);
    find_dates(index, open);
    const auto fits = [&](Seconds date) { return choose(group, index, gang, open, date); };
    const auto at = std::ranges::partition_point(dates_, [&](Seconds date) { return !fits(date); });
    if (at == dates_.end() || !(*at < best.date)) continue;
    fits(*at);
    best = {*at, index, nodes_};
  }
  return best;
}

/// Of running jobs; those that are overdue may end at any moment.
void SlurmBackfill::sort_ends(const SchedulingPass& pass) {
  ends_.resize(pass.releases().group_count());
  for (std::size_t index = 0; index < ends_.size(); ++index) {
    pass.releases().group(index).for_each([&](std::uint32_t node, const Release& release) {
      ends_[index].push_back({std::max(release.end, now_ + Seconds(1.0)), node, release.share});
    });
    std::ranges::sort(ends_[index], {},
                      [](const End& end) { return std::pair(end.date, end.node); });
  }
}

/// Now, and the ends of running jobs on nodes that are open to the job, of which Slurm lets many go
/// at once: up to 30 s, 60 s, 120 s, … after the first, rounded up to half a minute.
void SlurmBackfill::find_dates(std::size_t group, const UnplannedNodes& open) {
  constexpr Seconds kWindow{30.0};
  dates_.assign(1, now_);
  Seconds last{0.0};  // of the dates up to `window`, the one at hand
  Seconds base{0.0};
  Seconds window = kWindow;
  bool any = false;
  for (const End& end : ends_[group]) {
    if (!open.allows(group, end.node, end.share)) continue;
    if (!any) base = (std::floor((end.date + origin_) / kWindow) + 1.0) * kWindow - origin_;
    if (any && end.date > base + window) dates_.push_back(last);
    while (end.date > base + window) window *= 2.0;
    any = true;
    last = end.date;
  }
  if (any) dates_.push_back(last);
}

/// Takes the first nodes that have room then; false where there are too few.
bool SlurmBackfill::choose(const GroupReleases& group, std::size_t index, const Gang& gang,
                           const UnplannedNodes& open, Seconds date) {
  const RoomByDate full_room(group, gang.full);
  const RoomByDate rest_room(group, gang.rest);
  const Seconds by = date <= now_ ? GroupReleases::kNow : date;  // those overdue hold theirs now
  const std::uint32_t count = group.capacity().node_count();
  std::uint32_t full = 0;
  std::uint32_t rest = 0;
  nodes_.clear();
  for (std::uint32_t node = open.next(index, 0, count); node < count;
       node = open.next(index, node + 1, count)) {
    if (full == gang.full_nodes && rest == gang.rest_nodes) return true;
    if (!open.allows(index, node, gang.smallest())) continue;
    if (full < gang.full_nodes && full_room.is_there(node, by))
      ++full;
    else if (rest < gang.rest_nodes && rest_room.is_there(node, by))
      ++rest;
    else
      continue;
    nodes_.push_back(node);
  }
  return full == gang.full_nodes && rest == gang.rest_nodes;
}

}  // namespace gpuscape::slurm
