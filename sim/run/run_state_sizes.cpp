/// Jobs that are stopped once too often or killed by budgets, those that go on with fewer nodes,
/// and nodes that come back to them.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sim/run/run_state.hpp"

namespace gpuscape {

bool RunState::gives_up(std::uint32_t job) const {
  const std::optional<std::int64_t> most = standbys_.terms(records_.job(job)).max_restarts;
  return most && lives_.remains(job).stops >= *most;
}

void RunState::end_early(std::uint32_t slot, JobState state) {
  const std::uint32_t job = holdings_[slot].job.index();
  const bool failed = state == JobState::failed;
  Lane& lane = lane_of(job);
  lane.freed = true;
  const std::int64_t gpu_milli = give_back(slot, lane.releases.get());
  lives_.stop(slot, {.job = job,
                     .cause = failed ? Cause::node_failed : Cause::over_budget,
                     .keeps = {failed ? Keeps::What::saved : Keeps::What::all}});
  leave_gpu(slot);
  records_.end(job, simulation_.now(), state);
  job_ended(job, gpu_milli);
}

void RunState::kill_due() {
  if (hooks_.uses == nullptr || simulation_.now() < hooks_.uses->next_kill()) return;
  const std::vector<std::uint32_t> killed = hooks_.uses->killed(simulation_.now());
  if (!killed.empty()) meters_.publish(TimePasses{simulation_.now()});
  for (const std::uint32_t job : killed) end_early(holdings_.slot_of(job), JobState::over_budget);
}

bool RunState::may_go_on(std::uint32_t slot) const {
  const Job& job = records_.job(holdings_[slot].job.index());
  return standbys_.count(job) > 0 || may_shrink(slot);
}

std::uint32_t RunState::full_size(std::uint32_t slot) const {
  const std::uint32_t job = holdings_[slot].job.index();
  return standbys_.full_size(job, records_.life_start(job), holdings_.working(slot));
}

double RunState::size_of(std::uint32_t slot) const {
  return static_cast<double>(holdings_.working(slot)) / static_cast<double>(full_size(slot));
}

bool RunState::may_shrink(std::uint32_t slot) const {
  const Job& job = records_.job(holdings_[slot].job.index());
  if (standbys_.terms(job).shrink.at_least == 0 || full_size(slot) < 2) return false;
  const AllocationShare first = holdings_.share(slot, 0);
  if (first.share.gpus == 0 || first.share.gpu_milli != 0 ||
      capacity_.groups()[first.group].is_pool())
    return false;
  const Allocation shares = holdings_.shares(slot);
  return std::ranges::all_of(shares, [&](const AllocationShare& share) {
    return share.share == first.share && share.group == first.group;
  });
}

std::size_t RunState::dispensable(std::uint32_t slot) const {
  if (!may_shrink(slot)) return 0;
  const Job& job = records_.job(holdings_[slot].job.index());
  const auto least = static_cast<std::uint32_t>(standbys_.terms(job).shrink.at_least);
  return holdings_.working(slot) - std::min(holdings_.working(slot), least);
}

void RunState::drop(std::uint32_t slot, std::uint32_t which) {
  const std::uint32_t job = holdings_[slot].job.index();
  standbys_.note_size(job, records_.life_start(job), full_size(slot));
  meters_.publish(
      JobHolds{job, simulation_.now(), -holdings_.share(slot, which).share.gpu_amount_milli()});
  holdings_.drop(slot, which, lane_of(job).releases.get());
}

void RunState::record_size(std::uint32_t slot) {
  const std::uint32_t job = holdings_[slot].job.index();
  spans_.clear();
  for (const AllocationShare& share : holdings_.shares(slot)) spans_.push_back(span_of(share));
  records_.resume(job, simulation_.now());
  records_.resize(job, simulation_.now(), spans_);
}

void RunState::join(std::uint32_t slot) {
  const std::uint32_t job = holdings_[slot].job.index();
  spans_.clear();
  for (const AllocationShare& share : holdings_.shares(slot)) spans_.push_back(span_of(share));
  records_.resize(job, simulation_.now(), spans_);
  lanes_.note_shares(job, slot, holdings_);
  tell_limits(slot);
  const double size = size_of(slot);
  if (!(size < 1.0)) standbys_.forget_size(job);
  const Lives::Next next = lives_.join(slot, size);
  expect_anew(slot, Seconds(0.0));
  follow(slot, next);
}

/// A time limit says when it is over, whatever its size; so does a grace time.
void RunState::expect_anew(std::uint32_t slot, Seconds pause) {
  const std::uint32_t job = holdings_[slot].job.index();
  const Job& record = records_.job(job);
  const bool leaves = std::ranges::any_of(leaving_, [&](const auto& due) {
    return due.second.what.job == job && due.second.life_start == records_.life_start(job);
  });
  if (record.time_limit < kForever || leaves) return;
  const Seconds left = lives_.work_left(slot);
  const Seconds pauses =
      lives_.expected_pauses({job, {record.stream, record.application}, record.demand, left});
  holdings_.expect_end(slot, simulation_.now() + pause + left / size_of(slot) + pauses,
                       lane_of(job).releases.get());
  for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
}

std::optional<std::uint32_t> RunState::come_back(const OutageNode& node) {
  if (!standbys_.any_claims()) return std::nullopt;
  const auto claim = standbys_.take_claim(node);
  if (!claim || records_.state(claim->job) != JobState::running ||
      records_.life_start(claim->job) != claim->life_start ||
      holdings_[claim->slot].job != RunJobId(claim->job))
    return std::nullopt;
  const bool lacks = holdings_.working(claim->slot) < full_size(claim->slot);
  if (!lacks && standbys_.count(records_.job(claim->job)) == 0) return std::nullopt;
  const Seconds until = std::max(simulation_.now(), holdings_[claim->slot].expected_end);
  if (announced_ && !announced_->is_open(node.group, node.node, simulation_.now(), until))
    return std::nullopt;
  AllocationShare share = holdings_.share(claim->slot, 0);
  share.group = node.group;
  share.node = node.node;
  GroupCapacity& group = capacity_.group(node.group);
  if (!group.fits(node.node, share.share)) return std::nullopt;
  share.gpus = group.take(node.node, share.share);
  ExpectedReleases* releases = lane_of(claim->job).releases.get();
  meters_.publish(JobHolds{claim->job, simulation_.now(), share.share.gpu_amount_milli()});
  if (lacks) {
    holdings_.add(claim->slot, share, releases);
    return claim->slot;
  }
  holdings_.add_standby(claim->slot, share, releases);
  lanes_.note_shares(claim->job, claim->slot, holdings_);
  records_.begin_standby(claim->job, simulation_.now(), span_of(share));
  return std::nullopt;
}

}  // namespace gpuscape
