/// Jobs that an outage finds on its nodes: which stop, and which go on with other nodes.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/run/run_state.hpp"
#include "sim/scheduling/open_meanwhile.hpp"

namespace gpuscape {

namespace {

/// Nodes on which the job of a slot has nothing yet, and that are open to it.
class OpenToJob final : public NodeFilter {
 public:
  struct Parts {
    const Platform& platform;
    const Holdings& holdings;
    std::uint32_t slot;
    const NodeFilter* open;  ///< null: all
    const NodeFilter* away;  ///< null: none
    std::size_t group;
    const Allocation& found;  ///< what it will have besides
  };
  explicit OpenToJob(const Parts& parts) : parts_(parts) {}

  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    if (group != parts_.group) return false;
    for (const NodeFilter* other : {parts_.open, parts_.away})
      if (other != nullptr && !other->allows(group, node, share)) return false;
    const auto on = parts_.holdings.on(parts_.platform.first_node(group) + node);
    return std::ranges::find(on, parts_.slot, &Holdings::OnNode::slot) == on.end() &&
           std::ranges::find(parts_.found, node, &AllocationShare::node) == parts_.found.end();
  }

 private:
  Parts parts_;
};

class AllNodes final : public NodeFilter {
 public:
  [[nodiscard]] bool allows(std::size_t /*group*/, std::uint32_t /*node*/,
                            const Demand& /*share*/) const override {
    return true;
  }
};
const AllNodes kAllNodes;

}  // namespace

std::vector<std::uint32_t> RunState::slots_on(const std::vector<OutageNode>& nodes) const {
  std::vector<std::uint32_t> slots;
  for (const OutageNode& at : nodes)
    for (const Holdings::OnNode& on : holdings_.on(platform_.first_node(at.group) + at.node))
      slots.push_back(on.slot);
  std::ranges::sort(slots);
  const auto twice = std::ranges::unique(slots);
  slots.erase(twice.begin(), twice.end());
  return slots;
}

/// Overdue jobs stay until they end, where nobody stops them.
void RunState::meet_outage(std::size_t outage) {
  const PlannedOutage& of = outages_.all()[outage];
  std::vector<OutageNode> nodes = of.nodes;
  nodes.insert(nodes.end(), of.mistaken.begin(), of.mistaken.end());
  for (const std::uint32_t slot : slots_on(nodes)) {
    const bool stops = of.unforeseen || of.requeues;
    const std::uint32_t job = holdings_[slot].job.index();
    if (of.unforeseen && may_go_on(slot) && goes_on(slot, outage)) continue;
    if (of.moves && goes_elsewhere(slot, of.nodes)) {
      outages_.count_move(outage);
      continue;
    }
    outages_.count_job(outage);
    if (!stops) continue;
    if (of.unforeseen && gives_up(job)) {
      end_early(slot, JobState::failed);
      continue;
    }
    if (of.unforeseen && outages_.has_spares()) standbys_.note_stopped(job, of.nodes.size());
    requeue(slot, {.job = job,
                   .cause = of.unforeseen ? Cause::node_failed : Cause::requeued,
                   .keeps = {.what = Keeps::What::saved}});
  }
  lose_pods(nodes);
  lose_suspended(nodes);
  if (!of.unforeseen && !of.requeues) return;
  std::vector<std::uint32_t> gone;
  gone.reserve(of.nodes.size());
  for (const OutageNode& at : of.nodes) gone.push_back(platform_.first_node(at.group) + at.node);
  lives_.nodes_go(gone);
}

bool RunState::goes_on(std::uint32_t slot, std::size_t outage) {
  const PlannedOutage& of = outages_.all()[outage];
  const std::uint32_t job = holdings_[slot].job.index();
  const auto on_node = [&](const OutageNode& at) -> std::optional<std::uint32_t> {
    const auto on = holdings_.on(platform_.first_node(at.group) + at.node);
    const auto here = std::ranges::find(on, slot, &Holdings::OnNode::slot);
    return here == on.end() ? std::nullopt : std::optional(here->which);
  };
  std::vector<OutageNode> lost;  // that it works on
  for (const OutageNode& at : of.nodes) {
    const auto which = on_node(at);
    if (!which) continue;
    standbys_.claim(at, {slot, job, records_.life_start(job)});
    if (*which < holdings_.working(slot))
      lost.push_back(at);
    else
      lose_standby(slot, *which);
  }
  const bool mistaken = std::ranges::any_of(of.mistaken, [&](const OutageNode& at) {
    const auto which = on_node(at);
    return which && *which < holdings_.working(slot);
  });
  lanes_.note_shares(job, slot, holdings_);
  if (lost.empty() && !mistaken) return true;
  if (gives_up(job)) return false;
  const std::size_t in_stock = std::min<std::size_t>(lost.size(), holdings_.standbys(slot));
  const std::size_t needed = lost.size() - in_stock;
  Seconds pause{0.0};
  const std::optional<Allocation> others =
      find_others(slot, needed, needed - std::min(needed, dispensable(slot)), pause);
  if (!others) return false;
  const bool shrinks = others->size() < needed;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    const auto which = on_node(lost[i]);
    if (!which) continue;
    if (i >= in_stock + others->size())
      drop(slot, *which);
    else
      put_in_place(slot, *which, i < in_stock ? nullptr : &(*others)[i - in_stock]);
  }
  if (lost.empty()) records_.resume(job, simulation_.now());
  if (shrinks) record_size(slot);
  if (shrinks) tell_limits(slot);
  lanes_.note_shares(job, slot, holdings_);
  outages_.count_job(outage);
  const Lives::Loss loss{
      .pause = pause, .size = size_of(slot), .nodes = std::max<std::int64_t>(1, std::ssize(lost))};
  const Lives::Next next = lives_.fall_back(slot, loss);
  if (shrinks) expect_anew(slot, pause);
  follow(slot, next);
  return true;
}

void RunState::lose_standby(std::uint32_t slot, std::uint32_t which) {
  const std::uint32_t job = holdings_[slot].job.index();
  const AllocationShare share = holdings_.share(slot, which);
  holdings_.drop_standby(slot, which, lane_of(job).releases.get());
  records_.end_standby(job, simulation_.now(), span_of(share).node);
  meters_.publish(JobHolds{job, simulation_.now(), -share.share.gpu_amount_milli()});
}

/// A standby, or a share that was claimed.
void RunState::put_in_place(std::uint32_t slot, std::uint32_t which, const AllocationShare* by) {
  const std::uint32_t job = holdings_[slot].job.index();
  ExpectedReleases* releases = lane_of(job).releases.get();
  if (by != nullptr) {
    holdings_.exchange(slot, which, *by, releases);
  } else {
    meters_.publish(
        JobHolds{job, simulation_.now(), -holdings_.share(slot, which).share.gpu_amount_milli()});
    holdings_.stand_in(slot, which, releases);
  }
  const AllocationSpan span = span_of(holdings_.share(slot, which));
  if (by == nullptr) records_.end_standby(job, simulation_.now(), span.node);
  records_.exchange(job, simulation_.now(), which, span);
}

std::optional<Allocation> RunState::find_others(std::uint32_t slot, std::size_t count,
                                                std::size_t least, Seconds& pause) {
  const AllocationShare like = holdings_.share(slot, 0);
  const Seconds selection = standbys_.selection(records_.job(holdings_[slot].job.index()));
  Allocation found;
  while (found.size() < count) {
    Seconds time = selection;
    std::optional<AllocationShare> other = find_free(slot, like, found);
    if (!other) {
      other = find_spare(slot, like, found);
      time = selection + outages_.time_of_spares();
    }
    if (!other) break;
    pause = std::max(pause, time);
    found.push_back(*other);
  }
  if (found.size() >= least) return found;
  for (const AllocationShare& share : found) capacity_.group(share.group).give(share);
  return std::nullopt;
}

/// A part of a GPU is cut as the job asks for it.
Demand RunState::asked_again(std::uint32_t slot, const AllocationShare& like) const {
  Demand asked = like.share;
  if (asked.gpu_milli == 0) return asked;
  asked.gpus = 1;
  asked.asks = records_.demand(holdings_[slot].job.index()).asks;
  return asked;
}

std::optional<AllocationShare> RunState::find_free(std::uint32_t slot, const AllocationShare& like,
                                                   const Allocation& besides) {
  const OpenToJob open({.platform = platform_,
                        .holdings = holdings_,
                        .slot = slot,
                        .open = open_until_end(slot),
                        .away = &outages_,
                        .group = like.group,
                        .found = besides});
  Allocation found;
  lanes_.placer().place_for(holdings_[slot].job.index());
  if (!lanes_.placer().place(asked_again(slot, like), &open, found)) return std::nullopt;
  return found.front();
}

/// It is the job's from now on, and is of use to it when it has come into service.
std::optional<AllocationShare> RunState::find_spare(std::uint32_t slot, const AllocationShare& like,
                                                    const Allocation& besides) {
  const std::uint32_t job = holdings_[slot].job.index();
  const OpenToJob open({.platform = platform_,
                        .holdings = holdings_,
                        .slot = slot,
                        .open = open_to(job),
                        .away = nullptr,
                        .group = like.group,
                        .found = besides});
  const Seconds now = simulation_.now();
  const auto spare = outages_.call_spare(now, open, capacity_, lanes_.releases());
  if (!spare) return std::nullopt;
  for (const OutageNode& node : outages_.end_due(now, capacity_, lanes_.releases()))
    ensure(node == *spare, "nothing else ends");
  AllocationShare share = capacity_.group(like.group).open(spare->node, asked_again(slot, like));
  share.group = like.group;
  return share;
}

void RunState::call_spares() {
  for (const auto& [job, nodes] : standbys_.take_stopped()) {
    if (records_.state(job) != JobState::waiting) continue;
    const NodeFilter* open = open_to(job);
    const Seconds date = simulation_.now() + outages_.time_of_spares();
    for (std::size_t i = 0; i < nodes; ++i)
      if (!outages_.call_spare(date, open == nullptr ? kAllNodes : *open, capacity_,
                               lanes_.releases()))
        break;
    for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
  }
}

}  // namespace gpuscape
