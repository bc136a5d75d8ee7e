#include "sim/platform/future/expected_releases.hpp"

#include <algorithm>
#include <iterator>

#include "sim/base/error.hpp"

namespace gpuscape {

GroupReleases::GroupReleases(const GroupCapacity& capacity) : capacity_(&capacity) {
  if (capacity.is_pool()) return;
  of_node_.resize(capacity.node_count());
  available_.assign(static_cast<std::size_t>(capacity.capacity().gpus) + 1,
                    std::vector<Seconds>(capacity.node_count(), kNow));
}

void GroupReleases::add(std::uint32_t node, const Release& release) {
  if (capacity_->is_pool()) {
    pool_.insert(release);
    return;
  }
  std::vector<Release>& releases = of_node_[node];
  auto at = releases.end();
  while (at != releases.begin() && release.before(*(at - 1))) --at;
  releases.insert(at, release);
  refresh(node);
}

void GroupReleases::remove(std::uint32_t node, std::uint32_t job, Seconds end) {
  if (capacity_->is_pool()) {
    pool_.erase(Release{end, job, {}});
    return;
  }
  std::vector<Release>& releases = of_node_[node];
  const auto at = std::find_if(releases.begin(), releases.end(),
                               [job](const Release& r) { return r.job == job; });
  ensure(at != releases.end(), "a job that ends was expected to");
  releases.erase(at);
  refresh(node);
}

void GroupReleases::refresh(std::uint32_t node) {
  std::int32_t gpus = 0;
  std::int32_t free = capacity_->free_gpus(node);
  for (; gpus <= free; ++gpus) available_[static_cast<std::size_t>(gpus)][node] = kNow;
  for (const Release& release : of_node_[node]) {
    free += release.share.gpus;
    for (; gpus <= free; ++gpus) available_[static_cast<std::size_t>(gpus)][node] = release.end;
  }
}

Seconds GroupReleases::available_at(std::uint32_t node, const Demand& share) const {
  Demand free = capacity_->free(node);
  if (free.holds(share)) return kNow;
  if (capacity_->is_pool()) {
    for (const Release& release : pool_) {
      free += release.share;
      if (free.holds(share)) return release.end;
    }
    return kForever;
  }
  for (const Release& release : of_node_[node]) {
    free += release.share;
    if (free.holds(share)) return release.end;
  }
  return kForever;
}

std::uint32_t GroupReleases::next_before(Seconds date, std::uint32_t node,
                                         const Demand& share) const {
  if (share.is_gpus_alone() && share.gpus > 0) {
    const std::vector<Seconds>& dates = available_column(share.gpus);
    const auto at = std::find_if(dates.begin() + node, dates.end(),
                                 [date](Seconds available) { return available < date; });
    return static_cast<std::uint32_t>(at - dates.begin());
  }
  while (node < capacity_->node_count() && !(available_at(node, share) < date)) ++node;
  return node;
}

Demand GroupReleases::free_at(std::uint32_t node, Seconds date) const {
  Demand free = capacity_->free(node);
  const auto add_until = [&](const auto& releases) {
    for (const Release& release : releases) {
      if (release.end > date) break;
      free += release.share;
    }
  };
  capacity_->is_pool() ? add_until(pool_) : add_until(of_node_[node]);
  return free;
}

ExpectedReleases::ExpectedReleases(const FreeCapacity& capacity) {
  groups_.reserve(capacity.groups().size());
  for (const GroupCapacity& group : capacity.groups()) groups_.emplace_back(group);
}

void ExpectedReleases::add(std::size_t group, std::uint32_t node, const Release& release) {
  ++size_;
  groups_[group].add(node, release);
  note({static_cast<std::uint32_t>(group), node, release.end, release.share, true});
}

void ExpectedReleases::remove(std::size_t group, std::uint32_t node, const Release& release) {
  --size_;
  groups_[group].remove(node, release.job, release.end);
  note({static_cast<std::uint32_t>(group), node, release.end, release.share, false});
}

namespace {

Release without_gpu(const Release& release) {
  return {release.end, release.job, {0, release.share.milli_cores, release.share.memory_mib}};
}

Release with_gpu(const Release& release) {
  return {release.end, release.job, {1, release.share.milli_cores, release.share.memory_mib}};
}

}  // namespace

void ExpectedReleases::add_part(std::size_t group, std::uint32_t node, GpuSetId gpu,
                                const Release& release) {
  std::vector<Release>& parts = parts_[{group, node, gpu}];
  const auto at = std::ranges::upper_bound(
      parts, release, [](const Release& a, const Release& b) { return a.before(b); });
  const bool is_last = at == parts.end();
  if (is_last && !parts.empty()) {
    remove(group, node, with_gpu(parts.back()));
    add(group, node, parts.back());
  }
  parts.insert(at, without_gpu(release));
  add(group, node, is_last ? with_gpu(release) : without_gpu(release));
}

void ExpectedReleases::remove_part(std::size_t group, std::uint32_t node, GpuSetId gpu,
                                   const Release& release) {
  const auto shared = parts_.find({group, node, gpu});
  ensure(shared != parts_.end(), "a GPU that is left was shared");
  std::vector<Release>& parts = shared->second;
  const auto at = std::ranges::find(parts, release.job, &Release::job);
  ensure(at != parts.end(), "a job that leaves a GPU shared it");
  const bool was_last = std::next(at) == parts.end();
  remove(group, node, was_last ? with_gpu(*at) : *at);
  parts.erase(at);
  if (parts.empty()) {
    parts_.erase(shared);
  } else if (was_last) {
    remove(group, node, parts.back());
    add(group, node, with_gpu(parts.back()));
  }
}

void ExpectedReleases::note(const ReleaseChange& change) {
  constexpr std::size_t kMostChanges = 256;
  if (changes_.size() == kMostChanges) {
    changes_.clear();
    complete_ = false;
  }
  if (complete_) changes_.push_back(change);
}

}  // namespace gpuscape
