#include "tests/contract/oracles/slurm_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/node_mask.hpp"

namespace gpuscape::test {
namespace {

using slurm::BackfillParameters;

/// A stretch of time with the nodes that are kept for plans in it.
struct Space {
  Seconds begin{0.0};
  Seconds end{0.0};
  NodeMask kept;
};

/// Where and when a job could start.
struct Start {
  Seconds date = kForever;
  std::size_t group = 0;
  std::vector<std::uint32_t> nodes;
};

/// Nodes that are open to a job and not kept for plans.
class UnplannedNodes final : public NodeFilter {
 public:
  UnplannedNodes(const NodeFilter* allowed, const NodeFilter* open, const NodeMask& kept)
      : own_(allowed, open), kept_(kept) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return !kept_.is_open(group, node) && own_.allows(group, node, share);
  }

 private:
  BothFilters own_;
  const NodeMask& kept_;
};

class SlurmOracle final : public Backfill {
 public:
  explicit SlurmOracle(const BackfillParameters& parameters)
      : Backfill(
            {.depth = static_cast<std::int64_t>(parameters.depth), .promises_head_only = false}),
        with_(parameters) {}

  void bind(const PolicyContext& context) override {
    origin_ = context.unix_origin.value_or(Seconds(0.0));
  }

  void fill(SchedulingPass& pass) override {
    now_ = pass.now();
    changed_ = true;
    if (now_ < last_round_ + with_.interval) return;
    last_round_ = now_;
    promise_.reset();
    const NodeMask none(pass.capacity().platform());
    spaces_.assign(1, Space{now_, now_ + with_.window, none});
    if (pass.outages() != nullptr)
      for (const PlannedOutage& outage : pass.outages()->announced()) keep_out_of(outage);
    for (std::size_t i = 0; i < pass.queue().size() && i < with_.depth; ++i)
      if (!pass.queue()[i].started && !pass.hold_back(i)) consider(pass, i);
    changed_ = false;
  }

  [[nodiscard]] std::vector<Promise> promises() const override {
    return promise_ ? std::vector{*promise_} : std::vector<Promise>{};
  }
  [[nodiscard]] std::optional<Seconds> wake() const override {
    Seconds date = changed_ ? last_round_ + with_.interval : kForever;
    for (const Space& space : spaces_)
      if (space.begin > last_round_) date = std::min(date, space.begin);
    if (date == kForever) return std::nullopt;
    return std::max(date, last_round_ + with_.interval);
  }

 private:
  void keep_out_of(const PlannedOutage& outage);
  void consider(SchedulingPass& pass, std::size_t i);
  bool keep(const Start& start, Seconds run_time);
  [[nodiscard]] NodeMask kept_between(Seconds begin, Seconds end) const;
  [[nodiscard]] Seconds end_of_space(Seconds date) const;
  [[nodiscard]] Seconds rounded_down(Seconds date) const {
    return std::floor((date + origin_) / with_.resolution) * with_.resolution - origin_;
  }
  void cut_at(Seconds date);
  Start soonest(const SchedulingPass& pass, const WaitingJob& job, const NodeFilter& open);
  void find_dates(const GroupReleases& group, std::size_t index, const NodeFilter& open);
  bool choose(const GroupReleases& group, std::size_t index, const Gang& gang,
              const NodeFilter& open, Seconds date);

  BackfillParameters with_;
  Seconds origin_{0.0};  // since 1970
  Seconds now_{0.0};
  Seconds last_round_ = -kForever;
  bool changed_ = false;              // since the last round
  std::optional<Promise> promise_;    // to the head
  std::vector<Space> spaces_;         // one behind the other
  std::vector<Seconds> dates_;        // scratch
  std::vector<std::uint32_t> nodes_;  // scratch
};

/// Nodes that will be away are kept, as for a plan.
void SlurmOracle::keep_out_of(const PlannedOutage& outage) {
  if (outage.begin <= now_ || outage.begin > now_ + with_.window) return;
  cut_at(outage.begin);
  cut_at(outage.end);
  for (Space& space : spaces_)
    for (const OutageNode& at : outage.nodes)
      if (space.begin >= outage.begin && space.end <= outage.end)
        space.kept.open(at.group, at.node);
}

/// Looks for a start behind one border between spaces after another.
void SlurmOracle::consider(SchedulingPass& pass, std::size_t i) {
  const WaitingJob job = pass.queue()[i];
  const Seconds run_time = job.expected_run_time;
  Seconds from = now_;
  while (from < kForever) {
    Seconds later = end_of_space(from);
    const NodeMask kept = kept_between(from, from + run_time);
    const UnplannedNodes open(pass.allowed(job), pass.open_at(job, from), kept);
    Start start = soonest(pass, job, open);
    const bool now = from <= now_ && start.date <= now_;
    if (now && pass.start(i, &open)) return;
    start.date = std::max(start.date, now ? now_ + Seconds(1.0) : from);
    if (start.date < kForever && start.date <= later) {
      if (start.date > now_ + with_.window) return;
      if (i == 0) promise_ = Promise{job.job, start.date};
      if (keep(start, run_time)) return;
      later = start.date;
    }
    if (!(later > from)) return;
    from = later;
  }
}

/// Where the first space that reaches beyond the date ends; never, where it is the last.
Seconds SlurmOracle::end_of_space(Seconds date) const {
  for (std::size_t i = 0; i + 1 < spaces_.size(); ++i)
    if (spaces_[i].end > date) return spaces_[i].end;
  return kForever;
}

NodeMask SlurmOracle::kept_between(Seconds begin, Seconds end) const {
  NodeMask kept = spaces_.front().kept.none_like();
  for (const Space& space : spaces_)
    if (space.end > begin && space.begin <= end) kept.add(space.kept);
  return kept;
}

/// False where the rounded stretch meets a plan on these nodes.
bool SlurmOracle::keep(const Start& start, Seconds run_time) {
  const Seconds begin = std::max(rounded_down(start.date), spaces_.front().begin);
  const Seconds end = rounded_down(start.date + run_time);
  if (!(begin < end)) return true;
  for (const Space& space : spaces_)
    for (const std::uint32_t node : start.nodes)
      if (space.end > begin && space.begin < end && space.kept.is_open(start.group, node))
        return false;
  cut_at(begin);
  cut_at(end);
  for (Space& space : spaces_)
    for (const std::uint32_t node : start.nodes)
      if (space.begin >= begin && space.end <= end) space.kept.open(start.group, node);
  return true;
}

void SlurmOracle::cut_at(Seconds date) {
  const auto at = std::ranges::find_if(
      spaces_, [date](const Space& space) { return space.begin < date && date < space.end; });
  if (at == spaces_.end()) return;
  Space behind = *at;
  behind.begin = date;
  at->end = date;
  spaces_.insert(at + 1, std::move(behind));
}

/// On the group where it can start first.
Start SlurmOracle::soonest(const SchedulingPass& pass, const WaitingJob& job,
                           const NodeFilter& open) {
  Start best;
  const auto& groups = pass.capacity().platform().groups();
  for (std::size_t index = 0; index < groups.size(); ++index) {
    const GroupReleases& group = pass.releases().group(index);
    if (!group.capacity().will_do(job.demand)) continue;
    const Gang gang = group.capacity().cut(job.demand);
    find_dates(group, index, open);
    const auto fits = [&](Seconds date) { return choose(group, index, gang, open, date); };
    const auto at = std::ranges::partition_point(dates_, [&](Seconds date) { return !fits(date); });
    if (at == dates_.end() || !(*at < best.date)) continue;
    fits(*at);
    best = {*at, index, nodes_};
  }
  return best;
}

/// Now, and the ends of running jobs on nodes that are open to the job, of which Slurm lets many go
/// at once: up to 30 s, 60 s, 120 s, … after the first, rounded up to half a minute.
void SlurmOracle::find_dates(const GroupReleases& group, std::size_t index,
                             const NodeFilter& open) {
  constexpr Seconds kWindow{30.0};
  std::vector<Seconds> ends;
  group.for_each([&](std::uint32_t node, const Release& release) {
    if (open.allows(index, node, release.share))
      ends.push_back(
          std::max(release.end, now_ + Seconds(1.0)));  // overdue: it may end at any moment
  });
  std::sort(ends.begin(), ends.end());
  dates_.assign(1, now_);
  if (ends.empty()) return;
  const Seconds base = (std::floor((ends.front() + origin_) / kWindow) + 1.0) * kWindow - origin_;
  Seconds window = kWindow;
  for (std::size_t i = 0; i < ends.size(); window *= 2.0) {
    const std::size_t first = i;
    while (i < ends.size() && ends[i] <= base + window) ++i;
    if (i > first) dates_.push_back(ends[i - 1]);
  }
}

/// Takes the first nodes that have room then; false where there are too few.
bool SlurmOracle::choose(const GroupReleases& group, std::size_t index, const Gang& gang,
                         const NodeFilter& open, Seconds date) {
  const GroupCapacity& capacity = group.capacity();
  std::uint32_t full = 0;
  std::uint32_t rest = 0;
  nodes_.clear();
  for (std::uint32_t node = 0; node < capacity.node_count(); ++node) {
    if (full == gang.full_nodes && rest == gang.rest_nodes) return true;
    if (!open.allows(index, node, gang.smallest())) continue;
    const Demand free = date <= now_ ? capacity.free(node) : group.free_at(node, date);
    if (full < gang.full_nodes && free.holds(gang.full))
      ++full;
    else if (rest < gang.rest_nodes && free.holds(gang.rest))
      ++rest;
    else
      continue;
    nodes_.push_back(node);
  }
  return full == gang.full_nodes && rest == gang.rest_nodes;
}

}  // namespace

std::unique_ptr<Backfill> make_slurm_oracle(const slurm::BackfillParameters& parameters) {
  return std::make_unique<SlurmOracle>(parameters);
}

}  // namespace gpuscape::test
