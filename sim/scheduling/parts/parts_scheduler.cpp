#include "sim/scheduling/parts/parts_scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/platform/gang.hpp"

namespace gpuscape {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

PartsScheduler::PartsScheduler(std::vector<Part> parts, std::optional<PartMoves> moves)
    : parts_(std::move(parts)), moves_(moves) {
  ensure(!parts_.empty(), "a cluster that is divided has parts");
}

PolicyParts PartsScheduler::parts() {
  PolicyParts all{.rules = this, .limits = this, .divides = true, .queues = this};
  for (const Part& part : parts_) {
    const PolicyParts one = part.policy->parts();
    if (one.uses != nullptr) all.uses = this;
    all.preempts = all.preempts || one.preempts;
    all.reorders = all.reorders || one.reorders;
    all.picks = all.picks || one.picks;
    all.claims = all.claims || one.claims;
  }
  return all;
}

std::size_t PartsScheduler::find_part(const PolicyContext& context, std::size_t stream,
                                      std::uint32_t origin) const {
  const JobOrigin& from = context.origins[origin];
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if ((stream < context.streams.size() && has(part.streams, context.streams[stream])) ||
        (!from.partition.empty() && has(part.partitions, from.partition)) ||
        (!from.account.empty() && has(part.accounts, from.account)))
      return i;
  }
  const auto fallback = std::ranges::find(parts_, true, &Part::is_default);
  return fallback == parts_.end() ? kNoPart : static_cast<std::size_t>(fallback - parts_.begin());
}

/// Of each group the first part gets the first nodes.
void PartsScheduler::give_nodes(const Platform& platform) {
  std::vector<std::uint32_t> given(platform.groups().size(), 0);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const auto& [group, count] : parts_[i].nodes) {
      for (std::uint32_t node = 0; node < count; ++node) at_[i].has.open(group, given[group]++);
      at_[i].gpus += std::int64_t{count} * platform.groups()[group].capacity.gpus;
    }
  for (std::size_t group = 0; group < given.size(); ++group)
    unassigned_ += platform.groups()[group].count - given[group];
}

std::size_t PartsScheduler::bind(const PolicyContext& context) {
  groups_ = context.platform.groups();
  nowhere_.emplace(context.platform);
  for (Part& part : parts_)
    at_.push_back({.hooks = part.policy->parts(), .has = NodeMask(context.platform)});
  give_nodes(context.platform);
  std::uint32_t queues = 0;
  for (Place& place : at_) {
    place.gpus_first = place.gpus;
    PolicyContext own = context;
    own.own = &place.has;
    if (place.hooks.rules != nullptr)
      ensure(place.hooks.rules->bind(own) == 1, "the policy of a part has one lane");
    place.first_queue = queues++;
    if (place.hooks.queues != nullptr)
      queues += static_cast<std::uint32_t>(place.hooks.queues->queues().size());
    changed_.push_back(place.first_queue);
  }
  for (std::size_t stream = 0; stream < std::max<std::size_t>(1, context.streams.size());
       ++stream) {
    part_of_.emplace_back();
    for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin)
      part_of_.back().push_back(find_part(context, stream, origin));
  }
  return parts_.size();
}

std::size_t PartsScheduler::part_of(const WaitingJob& job) const {
  const auto& of_stream = part_of_[std::min<std::size_t>(job.stream, part_of_.size() - 1)];
  return job.origin < of_stream.size() ? of_stream[job.origin] : kNoPart;
}

std::size_t PartsScheduler::lane(const WaitingJob& job) const {
  const std::size_t part = part_of(job);
  return part == kNoPart ? 0 : part;
}

/// With all the nodes that others could give to it.
bool PartsScheduler::could_ever_have(std::size_t part, const Demand& demand) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    std::uint32_t nodes = at_[part].has.count(group);
    for (std::size_t other = 0; other < parts_.size(); ++other)
      if (other != part) nodes += std::min(at_[other].has.count(group), spare(other));
    for (const Move& move : moving_)
      if (move.group == group) ++nodes;
    if (fits_when_empty(demand, groups_[group], nodes)) return true;
  }
  return false;
}

/// Where nodes move, all that it may ever have.
const NodeMask* PartsScheduler::nodes(const WaitingJob& job) const {
  const std::size_t part = part_of(job);
  const bool is_first_look = job.job >= counted_;
  counted_ = std::max(counted_, job.job + 1);
  if (part == kNoPart) {
    without_part_ += is_first_look ? 1 : 0;
    return nowhere();
  }
  if (!moves_) return nodes_now(job);
  if (!could_ever_have(part, job.demand)) return nowhere();
  const JobRules* rules = at_[part].hooks.rules;
  return rules == nullptr ? nullptr : rules->nodes(job);
}

const NodeMask* PartsScheduler::nodes_now(const WaitingJob& job) const {
  const std::size_t part = part_of(job);
  if (part == kNoPart) return nowhere();
  const Place& place = at_[part];
  const NodeMask* of_policy =
      place.hooks.rules == nullptr ? nullptr : place.hooks.rules->nodes(job);
  if (of_policy == nullptr) return &place.has;
  auto known = place.with.find(of_policy);
  if (known == place.with.end())
    known = place.with.emplace(of_policy, std::pair(~std::uint64_t{0}, *of_policy)).first;
  auto& [changes, both] = known->second;
  if (std::exchange(changes, place.changes) != place.changes) {
    both = *of_policy;
    NodeMask others = place.has;
    others.invert();
    both.remove(others);
  }
  return &both;
}

std::vector<std::string> PartsScheduler::notes() const {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (at_[i].came > 0)
      notes.push_back(fmt::format("{} node{} moved to {}", at_[i].came, at_[i].came == 1 ? "" : "s",
                                  parts_[i].name));
    if (at_[i].hooks.rules == nullptr) continue;
    for (const std::string& note : at_[i].hooks.rules->notes())
      notes.push_back(fmt::format("{}: {}", parts_[i].name, note));
  }
  if (unassigned_ > 0)
    notes.push_back(fmt::format("{} node{} in no part", unassigned_, unassigned_ == 1 ? "" : "s"));
  if (without_part_ > 0)
    notes.push_back(fmt::format("{} job{} in no part, never started", without_part_,
                                without_part_ == 1 ? "" : "s"));
  return notes;
}

double PartsScheduler::rank(const WaitingJob& job) const {
  const std::size_t part = lane(job);
  arrived_.emplace_back(job.job, part);
  return parts_[part].policy->rank(job);
}

std::uint32_t PartsScheduler::rank_class(const WaitingJob& job) const {
  return parts_[lane(job)].policy->rank_class(job);
}

std::optional<Seconds> PartsScheduler::wake() const {
  Seconds next = kForever;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (at_[i].waits.waiting() == 0) continue;  // what it said is old
    next = std::min(next, parts_[i].policy->wake().value_or(kForever));
    next = std::min(next, at_[i].move_at.value_or(kForever));
  }
  if (!moving_.empty()) next = std::min(next, moving_.front().date);
  return next < kForever ? std::optional(next) : std::nullopt;
}

/// Nodes that come are for one part, and others see only then that they may give none.
bool PartsScheduler::is_due(std::size_t lane, Seconds now) const {
  const Seconds next = std::min(parts_[lane].policy->wake().value_or(kForever),
                                at_[lane].move_at.value_or(kForever));
  const bool come = std::ranges::any_of(
      moving_, [&](const Move& move) { return move.to == lane && !(move.date > now); });
  return come || !(next > now);
}

void PartsScheduler::schedule(SchedulingPass& pass) {
  const Seconds now = pass.now();
  end_moves(now);
  for (const auto& [job, part] : std::exchange(arrived_, {})) {
    at_[part].waits.join(job, now);
    changed_.push_back(at_[part].first_queue);
    if (job >= of_job_.size()) of_job_.resize(job + std::size_t{1}, kInNoQueue);
    of_job_[job] = at_[part].first_queue;
  }
  const std::size_t part = pass.lane();
  Place& place = at_[part];
  if (std::exchange(place.freed, false)) pass.note_freed();
  parts_[part].policy->schedule(pass);
  place.first = pass.first_left();
  if (place.hooks.claims) {
    place.pods = &pass.pods();
    changed_.push_back(place.first_queue);
  }
}

bool PartsScheduler::hold_back(const WaitingJob& job) {
  StartLimits* limits = at_[lane(job)].hooks.limits;
  return limits != nullptr && limits->hold_back(job);
}

const NodeFilter* PartsScheduler::open_now(const WaitingJob& job, Seconds now) const {
  StartLimits* limits = at_[lane(job)].hooks.limits;
  return limits == nullptr ? nullptr : limits->open_now(job, now);
}

void PartsScheduler::started(const WaitingJob& job, Seconds date) {
  Place& place = at_[lane(job)];
  place.held_milli += job.demand.gpu_amount_milli();
  place.waits.leave(job.job, date);
  if (job.job >= of_job_.size()) of_job_.resize(job.job + std::size_t{1}, kInNoQueue);
  of_job_[job.job] = place.first_queue;
  changed_.push_back(place.first_queue);
  if (place.hooks.limits != nullptr) place.hooks.limits->started(job, date);
}

void PartsScheduler::ended(const WaitingJob& job, Seconds date) {
  Place& place = at_[lane(job)];
  place.held_milli -= job.demand.gpu_amount_milli();
  changed_.push_back(place.first_queue);
  if (place.hooks.limits != nullptr) place.hooks.limits->ended(job, date);
}

std::vector<WaitingJob> PartsScheduler::let_go(Seconds now) {
  std::vector<WaitingJob> all;
  for (const Place& place : at_) {
    if (place.hooks.limits == nullptr) continue;
    const std::vector<WaitingJob> of_part = place.hooks.limits->let_go(now);
    all.insert(all.end(), of_part.begin(), of_part.end());
  }
  return all;
}

Seconds PartsScheduler::next_kill() const {
  Seconds next = kForever;
  for (const Place& place : at_)
    if (place.hooks.uses != nullptr) next = std::min(next, place.hooks.uses->next_kill());
  return next;
}

std::vector<std::uint32_t> PartsScheduler::killed(Seconds now) {
  std::vector<std::uint32_t> all;
  for (const Place& place : at_) {
    if (place.hooks.uses == nullptr || now < place.hooks.uses->next_kill()) continue;
    const std::vector<std::uint32_t> of_part = place.hooks.uses->killed(now);
    all.insert(all.end(), of_part.begin(), of_part.end());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace gpuscape
