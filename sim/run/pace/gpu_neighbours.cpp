#include "sim/run/pace/gpu_neighbours.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

GpuNeighbours::GpuNeighbours(const FreeCapacity& capacity, const std::vector<std::string>& streams,
                             std::vector<std::optional<double>> use, std::vector<bool> serves)
    : capacity_(capacity),
      platform_(capacity.platform()),
      use_(std::move(use)),
      of_streams_(platform_.groups().size()),
      serves_(std::move(serves)) {
  for (const NodeGroup& group : platform_.groups())
    of_groups_.push_back(
        {.group = group.name,
         .law = std::string(group.sharing != nullptr ? group.sharing->law() : "")});
  for (const std::string& name : streams)
    names_.push_back(std::make_shared<const std::string>(name));
}

void GpuNeighbours::seat_on(const AllocationShare& share, Seat& seat) const {
  const std::uint64_t node = std::uint64_t{platform_.first_node(share.group) + share.node} << 32U;
  const NodeGpus* gpus = capacity_.groups()[share.group].node_gpus();
  seat.gpus.clear();
  if (gpus == nullptr)
    seat.gpus.push_back({node});
  else
    gpus->sets()[share.gpus].for_each(
        [&](std::uint32_t gpu) { seat.gpus.push_back({node | gpu}); });
}

std::span<const std::uint32_t> GpuNeighbours::join(std::uint32_t slot,
                                                   std::span<const AllocationShare> shares,
                                                   const Who& who, Seconds now) {
  changed_.clear();
  const AllocationShare& share = shares.front();
  if (shares.size() != 1 || share.share.gpu_milli == 0) {
    Seat whole;  // it has all of its GPUs
    whole.job = who.job;
    whole.stream = who.stream;
    note_rate(whole, now);
    return changed_;
  }
  if (slot >= seats_.size()) seats_.resize(slot + 1);
  const NodeGroup& group = platform_.groups()[share.group];
  Seat& seat = seats_[slot];
  seat_on(share, seat);
  const auto milli = share.share.gpu_milli / static_cast<std::int32_t>(seat.gpus.size());
  const double part = static_cast<double>(milli) / Demand::kWholeGpu;
  const std::optional<double> use = who.stream < use_.size() ? use_[who.stream] : std::nullopt;
  seat.group = share.group;
  seat.tenant = {.part = part,
                 .use = use.value_or(who.asks_for_part ? part : 1.0),
                 .most = static_cast<std::size_t>(Demand::kWholeGpu / milli),
                 .stream = who.stream < names_.size() ? std::string_view(*names_[who.stream]) : ""};
  seat.pace = 1.0;
  seat.began = now;
  seat.held = GpuSeconds(0.0);
  seat.whole = !who.asks_for_part;
  seat.job = who.job;
  seat.stream = who.stream;
  seat.place = share.place;
  seat.sits = true;
  if (group.sharing != nullptr) seat.alone = pace_alone(seat);
  count_around(seat, now);
  SharingResult& result = of_groups_[share.group];
  ++result.starts;
  for (const OnGpu& on : seat.gpus) {
    Gpu& gpu = gpus_[on.gpu];
    gpu.since = now;
    gpu.slots.push_back(slot);
    gpu.stranded = stranded_of(group, gpu.slots);
    result.most_on_one = std::max(result.most_on_one, std::ssize(gpu.slots));
    if (group.sharing == nullptr) continue;
    note_neighbours(slot, gpu.slots);
    find_paces(on.gpu, slot, now);
  }
  note_rate(seat, now);
  return changed_;
}

void GpuNeighbours::note_rate(const Seat& seat, Seconds now) {
  if (answers(seat)) rates_.push_back({seat.job, now, seat.tenant.use * seat.pace});
}

std::span<const std::uint32_t> GpuNeighbours::leave(std::uint32_t slot, Seconds now) {
  changed_.clear();
  if (slot >= seats_.size() || !seats_[slot].sits) return changed_;
  Seat& seat = seats_[slot];
  count_around(seat, now);
  seat.sits = false;
  for (const OnGpu& of : seat.gpus) {
    const auto gpu = gpus_.find(of.gpu);
    ensure(gpu != gpus_.end(), "a job that shares a GPU sits on one");
    Slots& on = gpu->second.slots;
    std::erase(on, slot);
    gpu->second.stranded = stranded_of(platform_.groups()[seat.group], on);
    if (on.empty())
      gpus_.erase(gpu);
    else if (platform_.groups()[seat.group].sharing != nullptr)
      find_paces(of.gpu, slot, now);
  }
  return changed_;
}

void GpuNeighbours::count_around(const Seat& seat, Seconds now) {
  for (const OnGpu& own : seat.gpus) {
    const auto gpu = gpus_.find(own.gpu);
    if (gpu == gpus_.end()) continue;
    count(seat.group, gpu->second, now);
    for (const std::uint32_t other : gpu->second.slots)
      for (const OnGpu& of : seats_[other].gpus)
        if (of.gpu != own.gpu) count(seat.group, gpus_.at(of.gpu), now);
  }
}

double GpuNeighbours::pace_alone(const Seat& seat) const {
  const GpuSharing& sharing = *platform_.groups()[seat.group].sharing;
  if (!sharing.changes_pace()) return 1.0;
  return std::min(1.0, sharing.shares_of({&seat.tenant, 1}).front() / seat.tenant.use);
}

void GpuNeighbours::find_paces(std::uint64_t gpu, std::uint32_t besides, Seconds now) {
  const Slots& on = gpus_.at(gpu).slots;
  const std::uint32_t group = seats_[on.front()].group;
  const GpuSharing& sharing = *platform_.groups()[group].sharing;
  if (!sharing.changes_pace()) return;
  tenants_.clear();
  for (const std::uint32_t slot : on) tenants_.push_back(seats_[slot].tenant);
  const std::vector<double> shares = sharing.shares_of(tenants_);
  for (std::string& by : sharing.outside_of(tenants_))
    of_groups_[group].outside.insert(std::move(by));
  for (std::size_t i = 0; i < on.size(); ++i) {
    Seat& seat = seats_[on[i]];
    std::ranges::find(seat.gpus, gpu, &OnGpu::gpu)->pace =
        std::min(1.0, shares[i] / seat.tenant.use);
    const double pace = std::ranges::min_element(seat.gpus, {}, &OnGpu::pace)->pace;
    ensure(pace > 0.0, "who shares a GPU gets some of its time");
    if (std::exchange(seat.pace, pace) == pace || on[i] == besides) continue;
    note_rate(seat, now);
    if (std::ranges::find(changed_, on[i]) == changed_.end()) changed_.push_back(on[i]);
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

void GpuNeighbours::count(std::uint32_t group, Gpu& gpu, Seconds now) {
  const Slots& on = gpu.slots;
  if (on.empty()) return;
  SharingResult& result = of_groups_[group];
  const Seconds length = now - std::exchange(gpu.since, now);
  if (!(length > Seconds(0.0))) return;
  result.open += GpuSeconds(length.value());
  result.stranded += GpuSeconds(gpu.stranded * length.value());
  for (const std::uint32_t slot : on) {
    Seat& seat = seats_[slot];
    const double part = seat.whole ? 1.0 / static_cast<double>(on.size()) : seat.tenant.part;
    seat.held += GpuSeconds(part * length.value());
    result.as_whole += GpuSeconds(length.value());
    result.held += GpuSeconds(part * length.value());
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
    // On each of its GPUs it goes as slowly as where it gets least: to those there it is put down.
    const Slots& there = gpus_.at(std::ranges::min_element(seat.gpus, {}, &OnGpu::pace)->gpu).slots;
    double used = 0.0;
    for (const std::uint32_t other : there)
      if (other != slot) used += seats_[other].tenant.use * seats_[other].pace;
    for (const std::uint32_t other : there)
      if (other != slot)
        sum.by_streams[seats_[other].stream] +=
            of_gpu(lost * seats_[other].tenant.use * seats_[other].pace / used);
  }
}

double GpuNeighbours::held_on_average(std::uint32_t slot, Seconds now) const {
  const Seat& seat = seats_[slot];
  GpuSeconds held = seat.held;
  for (const OnGpu& on : seat.gpus) {
    const Gpu& gpu = gpus_.at(on.gpu);
    held += GpuSeconds((now - gpu.since).value() / static_cast<double>(gpu.slots.size()));
  }
  return now > seat.began ? held.value() / (now - seat.began).value()
                          : static_cast<double>(seat.gpus.size());
}

std::vector<SharingResult> GpuNeighbours::results(Seconds now) const {
  GpuNeighbours until_now(*this);
  std::vector<std::uint64_t> open;  // sums do not depend on the order of a hash table
  open.reserve(gpus_.size());
  for (const auto& [gpu, on] : gpus_) open.push_back(gpu);
  std::ranges::sort(open);
  for (const std::uint64_t gpu : open) {
    Gpu& on = until_now.gpus_.at(gpu);
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
