#include "models/placement/fragments/fragments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpuscape::placement {

namespace {

constexpr std::size_t kMostScores = std::size_t{1} << 24U;

bool is_shared(std::uint16_t left) { return left != Demand::kWholeGpu; }

}  // namespace

Fragments::Fragments(const GroupCapacity& capacity, const std::vector<JobShape>& typical)
    : seen_(capacity.node_count()) {
  for (const JobShape& shape : typical) {
    all_ += static_cast<double>(shape.count);
    const Demand share = capacity.cut(shape.demand).largest();
    if (share.gpus == 0 || !capacity.will_do(shape.demand))
      of_no_use_ += shape.count;
    else
      typical_.push_back(
          {{share.gpus, capacity.part_of(shape.demand).milli, share.milli_cores}, shape.count});
  }
  constexpr int kPercent = 100;
  for (int score = 1; score < kPercent; ++score)
    curve_.push_back(std::log(static_cast<double>(score) / (kPercent - score)));
  if (capacity.shares_gpus())
    left_.assign(seen_.size() * static_cast<std::size_t>(capacity.capacity().gpus),
                 Demand::kWholeGpu);
}

std::size_t Fragments::number(const RoomAsk& ask) {
  if (scores_.size() * rooms_.size() > kMostScores) forget();
  const auto [at, is_new] = numbers_.try_emplace(ask, asks_.size());
  if (is_new) {
    asks_.push_back(ask);
    scores_.emplace_back();
  }
  return at->second;
}

void Fragments::forget() {
  numbers_.clear();
  asks_.clear();
  scores_.clear();
  room_numbers_.clear();
  rooms_.clear();
  useless_.clear();
  std::ranges::fill(seen_, Seen{});
}

std::int32_t Fragments::score(const GroupCapacity& capacity, std::uint32_t node,
                              std::size_t number) {
  const std::uint32_t room = room_number(capacity, node);
  std::vector<std::int8_t>& known = scores_[number];
  if (room >= known.size()) known.resize(rooms_.size(), -1);
  if (known[room] < 0) known[room] = static_cast<std::int8_t>(best_score(room, asks_[number]));
  return known[room];
}

std::int32_t Fragments::score_on(const GroupCapacity& capacity, std::uint32_t node,
                                 const RoomAsk& ask, std::uint16_t left) const {
  const NodeRoom room = room_of(capacity, node);
  return score_of(useless(room) - useless(after(room, ask, left)));
}

std::int32_t Fragments::best_score(std::uint32_t number, const RoomAsk& ask) const {
  const NodeRoom& room = rooms_[number];
  const auto score_with = [&](std::uint16_t left) {
    return score_of(useless_[number] - useless(after(room, ask, left)));
  };
  if (ask.milli == 0) return score_with(Demand::kWholeGpu);
  std::int32_t best = room.free_gpus > 0 ? score_with(Demand::kWholeGpu) : 0;
  for (const std::uint16_t left : room.left)
    if (left >= ask.milli) best = std::max(best, score_with(left));
  return best;
}

NodeRoom Fragments::room_of(const GroupCapacity& capacity, std::uint32_t node) {
  NodeRoom room{capacity.free(node).milli_cores, capacity.free_gpus(node)};
  if (!capacity.shares_gpus()) return room;
  for (const std::uint16_t left : capacity.shared_gpus()->left_by_gpu(node))
    if (is_shared(left) && left > 0) room.left.push_back(left);
  std::ranges::sort(room.left);
  return room;
}

NodeRoom Fragments::after(NodeRoom room, const RoomAsk& ask, std::uint16_t left) {
  room.milli_cores -= ask.milli_cores;
  if (ask.milli == 0) {
    room.free_gpus -= ask.gpus;
    return room;
  }
  if (is_shared(left))
    room.left.erase(std::ranges::find(room.left, left));
  else
    --room.free_gpus;
  room.left.push_back(static_cast<std::uint16_t>(left - ask.milli));
  return room;
}

std::int64_t Fragments::useless(const NodeRoom& room) const {
  const std::int64_t shared = std::accumulate(room.left.begin(), room.left.end(), std::int64_t{0});
  const std::int64_t free = std::int64_t{room.free_gpus} * Demand::kWholeGpu + shared;
  std::int64_t sum = of_no_use_ * free;
  for (const auto& [ask, count] : typical_) {
    std::int64_t of_use = std::int64_t{room.free_gpus} * Demand::kWholeGpu;
    for (const std::uint16_t left : room.left)
      if (ask.milli != 0 && left >= ask.milli) of_use += left;
    const bool fits = room.milli_cores >= ask.milli_cores &&
                      (ask.milli != 0 ? of_use > 0 : room.free_gpus >= ask.gpus);
    sum += count * (fits ? free - of_use : free);
  }
  return sum;
}

std::int32_t Fragments::score_of(std::int64_t gain) const {
  if (!(all_ > 0.0)) return 0;
  const double gpus = static_cast<double>(gain) / (all_ * Demand::kWholeGpu);
  return static_cast<std::int32_t>(std::ranges::upper_bound(curve_, gpus) - curve_.begin());
}

std::uint32_t Fragments::room_number(const GroupCapacity& capacity, std::uint32_t node) {
  Seen& seen = seen_[node];
  const std::int64_t cores = capacity.free(node).milli_cores;
  const std::int32_t free = capacity.free_gpus(node);
  const auto gpus = left_.empty() ? 0 : static_cast<std::size_t>(capacity.capacity().gpus);
  const auto last = left_.begin() + static_cast<std::ptrdiff_t>(node * gpus);
  if (gpus > 0) {
    const auto left = capacity.shared_gpus()->left_by_gpu(node);
    if (cores == seen.milli_cores && free == seen.free_gpus &&
        std::equal(left.begin(), left.end(), last))
      return seen.room;
    std::ranges::copy(left, last);
  } else if (cores == seen.milli_cores && free == seen.free_gpus) {
    return seen.room;
  }
  const auto [at, is_new] =
      room_numbers_.try_emplace(room_of(capacity, node), static_cast<std::uint32_t>(rooms_.size()));
  if (is_new) {
    rooms_.push_back(at->first);
    useless_.push_back(useless(at->first));
  }
  seen = {cores, free, at->second};
  return at->second;
}

}  // namespace gpuscape::placement
