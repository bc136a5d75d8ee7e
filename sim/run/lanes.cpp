#include "sim/run/lanes.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

namespace gpuscape {

Lane::Lane(const Shared& shared, std::unique_ptr<Backfill> with, Placer& placer, std::size_t number)
    : backfill(std::move(with)),
      releases(backfill->traits().depth ? std::make_unique<ExpectedReleases>(shared.capacity)
                                        : nullptr),
      pods(shared.hooks.claims ? std::make_optional<PodClaims>(
                                     shared.capacity, PodClaims::MayUse([&shared, number] {
                                       const NodeMask* own = shared.hooks.rules == nullptr
                                                                 ? nullptr
                                                                 : shared.hooks.rules->own(number);
                                       return [own, in_service = shared.in_service](
                                                  std::size_t group, std::uint32_t node) {
                                         return (own == nullptr || own->is_open(group, node)) &&
                                                (!in_service || in_service(group, node));
                                       };
                                     }()))
                               : std::nullopt),
      pass({queue,
            shared.capacity,
            placer,
            releases.get(),
            backfill.get(),
            &shared.scheduler,
            shared.hooks.rules,
            shared.hooks.limits,
            shared.hooks.preempts ? &shared.running_jobs : nullptr,
            shared.hooks.preempts ? &shared.holdings : nullptr,
            shared.outages,
            shared.start_up,
            shared.away,
            pods ? &*pods : nullptr,
            number,
            shared.hooks.rules == nullptr ? nullptr : shared.hooks.rules->own(number),
            shared.near,
            shared.room->make_way ? &shared.room->make_way : nullptr,
            shared.room->smaller ? &shared.room->smaller : nullptr,
            shared.suspended,
            shared.hours,
            shared.hooks.sizes,
            shared.hooks.joins}) {
  if (shared.hooks.reorders || shared.hooks.picks || shared.suspended != nullptr)
    queue.follow_jobs();
  if (shared.hooks.picks) queue.keep_front_short();
}

Lanes::Lanes(Policies& policies, const PolicyParts& hooks, FreeCapacity& capacity,
             Holdings& holdings, const PolicyContext& context, const Outages* outages,
             const NodeFilter* away,
             std::function<bool(std::size_t group, std::uint32_t node)> in_service, NearData near,
             RoomMakers room, NodeHours* hours)
    : scheduler_(*policies.scheduler),
      hooks_(hooks),
      with_(std::move(policies.lanes)),
      near_(policies.near_data ? std::move(near) : NearData()),
      room_(std::move(room)),
      placer_(capacity, *policies.placement) {
  policies.placement->bind(context);
  const std::size_t count = has_one() ? 1 : hooks.rules->bind(context);
  const bool by_hours = hours != nullptr && hours->suspends();
  if (hooks.suspends || by_hours) suspended_.emplace(capacity);
  if (by_hours) hours->keep_room_for(&*suspended_);
  const Lane::Shared shared{capacity,
                            scheduler_,
                            hooks_,
                            running_jobs_,
                            holdings,
                            outages,
                            away,
                            policies.start_up,
                            std::move(in_service),
                            near_ ? &near_ : nullptr,
                            &room_,
                            suspended_ ? &*suspended_ : nullptr,
                            hours};
  for (std::size_t number = 0; number < count; ++number) {
    if (number < with_.size()) {
      LanePolicies& own = with_[number];
      own.placement->bind(context);
      placers_.push_back(std::make_unique<Placer>(capacity, *own.placement));
      lanes_.push_back(
          std::make_unique<Lane>(shared, std::move(own.backfill), *placers_.back(), number));
    } else {
      lanes_.push_back(std::make_unique<Lane>(
          shared, number == 0 ? std::move(policies.backfill) : policies.make_backfill(), placer_,
          number));
    }
  }
  for (const auto& lane : lanes_) lane->backfill->bind(context);
}

void Lanes::enqueue(WaitingJob& job, bool before_others) {
  job.rank = before_others ? -std::numeric_limits<double>::infinity() : scheduler_.rank(job);
  job.rank_class = scheduler_.rank_class(job);
  Lane& lane = of(job);
  lane.queue.insert(job);
  lane.is_to_look = true;
}

std::vector<ExpectedReleases*> Lanes::releases() const {
  std::vector<ExpectedReleases*> all;
  for (const auto& lane : lanes_)
    if (lane->releases) all.push_back(lane->releases.get());
  return all;
}

Seconds Lanes::wake() const {
  Seconds wanted = kForever;
  for (const auto& lane : lanes_)
    if (!lane->queue.empty()) wanted = std::min(wanted, lane->backfill->wake().value_or(kForever));
  return std::min(wanted, scheduler_.wake().value_or(kForever));
}

}  // namespace gpuscape
