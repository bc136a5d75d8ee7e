#include "sim/sharing/mig_geometry.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// So many bits from `start` on.
std::uint32_t bits(std::uint32_t start, std::uint32_t count) {
  return ((1U << count) - 1U) << start;
}

bool overlaps(const MigSlices& a, const MigSlices& b) {
  return (a.compute & b.compute) != 0 || (a.memory & b.memory) != 0 || (a.media && b.media);
}

MigSlices joined(const MigSlices& a, const MigSlices& b) {
  return {a.compute | b.compute, a.memory | b.memory, a.media || b.media};
}

/// Places `profiles[order[at]]` and all after it.
bool place_from(const MigGeometry& geometry, const MigSlices& occupied,
                const std::vector<std::uint32_t>& profiles, const std::vector<std::size_t>& order,
                std::size_t at, std::vector<std::uint32_t>& placed) {
  if (at == order.size()) return true;
  const std::uint32_t profile = profiles[order[at]];
  const bool like_before = at > 0 && profiles[order[at - 1]] == profile;
  for (const std::uint32_t start : geometry.starts(profile)) {
    // Equal instances in rising order: the others are the same mix.
    if (like_before && start < placed[order[at - 1]]) continue;
    const MigPlacement placement{profile, start};
    if (!geometry.can_place(occupied, placement)) continue;
    placed[order[at]] = start;
    if (place_from(geometry, joined(occupied, geometry.slices_of(placement)), profiles, order,
                   at + 1, placed))
      return true;
  }
  return false;
}

}  // namespace

MigGeometry::MigGeometry(std::uint32_t compute_slices, std::uint32_t memory_slices,
                         std::vector<MigProfile> profiles)
    : compute_slices_(compute_slices),
      memory_slices_(memory_slices),
      profiles_(std::move(profiles)) {
  constexpr std::uint32_t kMost = 16;
  ensure(compute_slices_ > 0 && compute_slices_ <= kMost && memory_slices_ > 0 &&
             memory_slices_ <= kMost,
         "a GPU has 1 to 16 compute slices and as many memory slices");
  ensure(!profiles_.empty(), "a GPU that can be carved has profiles");
  for (std::uint32_t i = 0; i < profiles_.size(); ++i) {
    const MigProfile& profile = profiles_[i];
    ensure(profile.compute_slices > 0 && profile.compute_slices <= compute_slices_ &&
               profile.memory_slices > 0 && profile.memory_slices <= memory_slices_ &&
               profile.memory > Bytes(0.0),
           "a profile has slices and memory, and no more than the GPU");
    ensure(find(profile.name) == i, "a profile's name is its own");
    std::vector<std::uint32_t>& starts = starts_.emplace_back();
    for (std::uint32_t start = 0; can_place({}, {i, start}); start += profile.memory_slices)
      starts.push_back(start);
    ensure(!starts.empty(), "a profile can be placed on an empty GPU");
  }
}

std::optional<std::uint32_t> MigGeometry::find(std::string_view name) const {
  const auto found = std::ranges::find(profiles_, name, &MigProfile::name);
  if (found == profiles_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - profiles_.begin());
}

std::optional<std::uint32_t> MigGeometry::smallest_with(Bytes memory,
                                                        std::uint32_t compute_slices) const {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < profiles_.size(); ++i) {
    const MigProfile& profile = profiles_[i];
    if (profile.has_media || profile.memory < memory || profile.compute_slices < compute_slices)
      continue;
    const auto size = [this](std::uint32_t of) {
      return std::pair(profiles_[of].compute_slices, profiles_[of].memory_slices);
    };
    if (!best || size(i) < size(*best)) best = i;
  }
  return best;
}

std::uint32_t MigGeometry::most_instances(std::uint32_t profile) const {
  const std::size_t room = starts(profile).size();
  // Placements of one profile overlap only where it has more compute than memory slices.
  std::vector<std::uint32_t> wanted(profiles_[profile].has_media ? 1 : room, profile);
  while (!place_all({}, wanted)) wanted.pop_back();
  return static_cast<std::uint32_t>(wanted.size());
}

MigSlices MigGeometry::slices_of(const MigPlacement& placement) const {
  const MigProfile& of = profiles_[placement.profile];
  return {bits(placement.start, of.compute_slices), bits(placement.start, of.memory_slices),
          of.has_media};
}

MigSlices MigGeometry::occupied_by(const std::vector<MigPlacement>& instances) const {
  MigSlices all;
  for (const MigPlacement& instance : instances) {
    ensure(can_place(all, instance), "instances of a GPU do not overlap");
    all = joined(all, slices_of(instance));
  }
  return all;
}

bool MigGeometry::can_place(const MigSlices& occupied, const MigPlacement& placement) const {
  const MigProfile& of = profiles_[placement.profile];
  return placement.start % of.memory_slices == 0 &&
         placement.start + of.memory_slices <= memory_slices_ &&
         placement.start + of.compute_slices <= compute_slices_ &&
         !overlaps(occupied, slices_of(placement));
}

std::optional<std::uint32_t> MigGeometry::first_fit(const MigSlices& occupied,
                                                    std::uint32_t profile) const {
  for (const std::uint32_t start : starts(profile))
    if (can_place(occupied, {profile, start})) return start;
  return std::nullopt;
}

std::optional<std::uint32_t> MigGeometry::best_fit(const MigSlices& occupied,
                                                   std::uint32_t profile) const {
  std::optional<std::uint32_t> best;
  std::tuple<int, std::uint32_t, std::uint32_t> most;
  for (const std::uint32_t start : starts(profile)) {
    if (!can_place(occupied, {profile, start})) continue;
    const MigSlices then = joined(occupied, slices_of({profile, start}));
    const std::tuple left(-std::popcount(stranded(then).compute), largest_left(then),
                          placements_left(then));
    if (best && left <= most) continue;
    best = start;
    most = left;
  }
  return best;
}

MigSlices MigGeometry::stranded(const MigSlices& occupied) const {
  MigSlices reached;
  for (std::uint32_t profile = 0; profile < profiles_.size(); ++profile)
    for (const std::uint32_t start : starts(profile))
      if (can_place(occupied, {profile, start}))
        reached = joined(reached, slices_of({profile, start}));
  return {bits(0, compute_slices_) & ~(occupied.compute | reached.compute),
          bits(0, memory_slices_) & ~(occupied.memory | reached.memory), false};
}

std::optional<std::vector<std::uint32_t>> MigGeometry::place_all(
    const MigSlices& occupied, const std::vector<std::uint32_t>& profiles) const {
  std::vector<std::size_t> order(profiles.size());
  std::iota(order.begin(), order.end(), 0U);
  // The largest first, equal ones beside each other.
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t at) {
      const MigProfile& of = profiles_[profiles[at]];
      return std::tuple(of.memory_slices, of.compute_slices, profiles[at]);
    };
    return key(a) > key(b);
  });
  std::vector<std::uint32_t> placed(profiles.size(), 0);
  if (profiles.size() > memory_slices_ || !place_from(*this, occupied, profiles, order, 0, placed))
    return std::nullopt;
  return placed;
}

std::optional<MigRecarving> MigGeometry::recarve(const std::vector<MigPlacement>& busy,
                                                 const std::vector<MigPlacement>& idle,
                                                 std::uint32_t profile) const {
  const MigSlices kept = occupied_by(busy);
  std::optional<MigRecarving> best;
  std::uint32_t fewest = 0;
  for (const std::uint32_t start : starts(profile)) {
    MigRecarving way{.made = {profile, start}, .removed = {}};
    if (!can_place(kept, way.made)) continue;
    std::uint32_t slices = 0;
    for (const MigPlacement& instance : idle) {
      if (!overlaps(slices_of(instance), slices_of(way.made))) continue;
      way.removed.push_back(instance);
      slices += profiles_[instance.profile].memory_slices;
    }
    if (best && slices >= fewest) continue;
    std::ranges::sort(way.removed, {}, &MigPlacement::start);
    best = std::move(way);
    fewest = slices;
  }
  return best;
}

std::uint32_t MigGeometry::largest_left(const MigSlices& occupied) const {
  std::uint32_t largest = 0;
  for (std::uint32_t profile = 0; profile < profiles_.size(); ++profile)
    if (first_fit(occupied, profile))
      largest = std::max(largest, profiles_[profile].compute_slices);
  return largest;
}

std::uint32_t MigGeometry::placements_left(const MigSlices& occupied) const {
  std::uint32_t count = 0;
  for (std::uint32_t profile = 0; profile < profiles_.size(); ++profile)
    for (const std::uint32_t start : starts(profile))
      if (can_place(occupied, {profile, start})) ++count;
  return count;
}

}  // namespace gpuscape
