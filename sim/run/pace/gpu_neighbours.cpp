#include "sim/run/pace/gpu_neighbours.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

GpuNeighbours::GpuNeighbours(const Platform& platform, const std::vector<std::string>& streams,
                             std::vector<std::optional<double>> use)
    : platform_(platform), use_(std::move(use)), of_streams_(platform.groups().size()) {
  for (const NodeGroup& group : platform.groups())
    of_groups_.push_back(
        {.group = group.name,
         .law = std::string(group.sharing != nullptr ? group.sharing->law() : "")});
  for (const std::string& name : streams)
    names_.push_back(std::make_shared<const std::string>(name));
}

std::uint64_t GpuNeighbours::gpu_of(const AllocationShare& share) const {
  return std::uint64_t{platform_.first_node(share.group) + share.node} << 32U | share.gpus.index();
}

std::span<const std::uint32_t> GpuNeighbours::join(std::uint32_t slot,
                                                   std::span<const AllocationShare> shares,
                                                   std::uint16_t stream, Seconds now) {
  changed_.clear();
  const AllocationShare& share = shares.front();
  if (shares.size() != 1 || share.share.gpu_milli == 0) return changed_;
  if (slot >= seats_.size()) seats_.resize(slot + 1);
  const NodeGroup& group = platform_.groups()[share.group];
  const double part = static_cast<double>(share.share.gpu_milli) / Demand::kWholeGpu;
  Seat& seat = seats_[slot];
  seat = {.gpu = gpu_of(share),
          .group = share.group,
          .tenant = {.part = part,
                     .use = (stream < use_.size() ? use_[stream] : std::nullopt).value_or(part),
                     .most = static_cast<std::size_t>(Demand::kWholeGpu / share.share.gpu_milli),
                     .stream = stream < names_.size() ? std::string_view(*names_[stream]) : ""},
          .stream = stream,
          .place = share.place,
          .sits = true};
  if (group.sharing != nullptr) seat.alone = pace_alone(seat);
  Gpu& gpu = gpus_[seat.gpu];
  count(share.group, gpu, now);
  gpu.since = now;
  gpu.slots.push_back(slot);
  gpu.stranded = stranded_of(group, gpu.slots);
  SharingResult& result = of_groups_[share.group];
  ++result.starts;
  result.most_on_one = std::max(result.most_on_one, std::ssize(gpu.slots));
  if (group.sharing != nullptr) {
    note_neighbours(slot, gpu.slots);
    find_paces(gpu.slots, slot);
  }
  return changed_;
}

std::span<const std::uint32_t> GpuNeighbours::leave(std::uint32_t slot, Seconds now) {
  changed_.clear();
  if (slot >= seats_.size() || !seats_[slot].sits) return changed_;
  Seat& seat = seats_[slot];
  const auto gpu = gpus_.find(seat.gpu);
  ensure(gpu != gpus_.end(), "a job that shares a GPU sits on one");
  Slots& on = gpu->second.slots;
  count(seat.group, gpu->second, now);
  gpu->second.since = now;
  std::erase(on, slot);
  gpu->second.stranded = stranded_of(platform_.groups()[seat.group], on);
  seat.sits = false;
  if (on.empty())
    gpus_.erase(gpu);
  else if (platform_.groups()[seat.group].sharing != nullptr)
    find_paces(on, slot);
  return changed_;
}

double GpuNeighbours::pace_alone(const Seat& seat) const {
  const GpuSharing& sharing = *platform_.groups()[seat.group].sharing;
  if (!sharing.changes_pace()) return 1.0;
  return std::min(1.0, sharing.shares_of({&seat.tenant, 1}).front() / seat.tenant.use);
}

void GpuNeighbours::find_paces(const Slots& on, std::uint32_t besides) {
  const GpuSharing& sharing = *platform_.groups()[seats_[on.front()].group].sharing;
  if (!sharing.changes_pace()) return;
  tenants_.clear();
  for (const std::uint32_t slot : on) tenants_.push_back(seats_[slot].tenant);
  const std::vector<double> shares = sharing.shares_of(tenants_);
  for (std::string& by : sharing.outside_of(tenants_))
    of_groups_[seats_[on.front()].group].outside.insert(std::move(by));
  for (std::size_t i = 0; i < on.size(); ++i) {
    Seat& seat = seats_[on[i]];
    const double pace = std::min(1.0, shares[i] / seat.tenant.use);
    ensure(pace > 0.0, "who shares a GPU gets some of its time");
    if (std::exchange(seat.pace, pace) != pace && on[i] != besides) changed_.push_back(on[i]);
  }
}

void GpuNeighbours::note_neighbours(std::uint32_t slot, const Slots& on) {
  const Seat& seat = seats_[slot];
  const GpuSharing& sharing = *platform_.groups()[seat.group].sharing;
  std::map<std::uint16_t, SharingOfStream>& streams = of_streams_[seat.group];
  const auto note = [&](const Seat& of, const Seat& beside) {
    const ToldBy by = sharing.told_by(of.tenant.stream, beside.tenant.stream);
    if (by != ToldBy::rule) streams[of.stream].told_by[beside.stream] = by;
  };
  for (const std::uint32_t other : on) {
    if (other == slot) continue;
    note(seat, seats_[other]);
    note(seats_[other], seat);
  }
}

double GpuNeighbours::stranded_of(const NodeGroup& group, const Slots& on) const {
  if (group.cuts == nullptr || on.empty()) return 0.0;
  std::int32_t left = Demand::kWholeGpu;
  std::int32_t parts = 0;  // each is rounded down by less than a thousandth
  GpuPlaces taken = 0;
  const auto take = [&](std::uint8_t place) {
    taken |= GpuCuts::bit(place);
    left -= group.cuts->profiles[group.cuts->places[place].profile].milli;
    ++parts;
  };
  for (const std::uint32_t slot : on) take(seats_[slot].place);
  for (std::size_t profile = 0; profile < group.cuts->profiles.size(); ++profile)
    while (left >= group.cuts->profiles[profile].milli) {
      const auto place = group.cuts->place_for(static_cast<std::uint8_t>(profile), taken);
      if (!place) break;
      take(*place);
    }
  return left > parts ? static_cast<double>(left) / Demand::kWholeGpu : 0.0;
}

void GpuNeighbours::count(std::uint32_t group, const Gpu& gpu, Seconds now) {
  const Slots& on = gpu.slots;
  if (on.empty()) return;
  SharingResult& result = of_groups_[group];
  const Seconds length = now - gpu.since;
  result.open += GpuSeconds(length.value());
  result.stranded += GpuSeconds(gpu.stranded * length.value());
  for (const std::uint32_t slot : on) {
    const Seat& seat = seats_[slot];
    result.as_whole += GpuSeconds(length.value());
    result.held += GpuSeconds(seat.tenant.part * length.value());
    result.asked += GpuSeconds(seat.tenant.use * length.value());
    result.got += GpuSeconds(seat.tenant.use * seat.pace * length.value());
  }
  count_losses(group, on, length);
}

void GpuNeighbours::count_losses(std::uint32_t group, const Slots& on, Seconds length) {
  for (const std::uint32_t slot : on) {
    const Seat& seat = seats_[slot];
    const auto of_gpu = [&](double share) {
      return GpuSeconds(seat.tenant.use * share * length.value());
    };
    SharingOfStream& sum = of_streams_[group][seat.stream];
    sum.stream = seat.stream;
    sum.asked += of_gpu(1.0);
    sum.got += of_gpu(seat.pace);
    const double lost = std::max(0.0, seat.alone - seat.pace);
    sum.by_part += of_gpu(1.0 - seat.pace - lost);
    if (!(lost > 0.0)) continue;
    double used = 0.0;
    for (const std::uint32_t other : on)
      if (other != slot) used += seats_[other].tenant.use * seats_[other].pace;
    for (const std::uint32_t other : on)
      if (other != slot)
        sum.by_streams[seats_[other].stream] +=
            of_gpu(lost * seats_[other].tenant.use * seats_[other].pace / used);
  }
}

std::vector<SharingResult> GpuNeighbours::results(Seconds now) const {
  GpuNeighbours until_now(*this);
  std::vector<std::uint64_t> open;  // sums do not depend on the order of a hash table
  open.reserve(gpus_.size());
  for (const auto& [gpu, on] : gpus_) open.push_back(gpu);
  std::ranges::sort(open);
  for (const std::uint64_t gpu : open) {
    const Gpu& on = gpus_.at(gpu);
    until_now.count(seats_[on.slots.front()].group, on, now);
  }
  std::vector<SharingResult> all;
  for (std::size_t i = 0; i < until_now.of_groups_.size(); ++i) {
    if (until_now.of_groups_[i].starts == 0) continue;
    all.push_back(until_now.of_groups_[i]);
    for (const auto& [stream, sum] : until_now.of_streams_[i]) all.back().streams.push_back(sum);
  }
  return all;
}

}  // namespace gpuscape
