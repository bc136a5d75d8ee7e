#include "gui/view/gantt/gantt_lanes.hpp"

#include <algorithm>
#include <numeric>

namespace gpuscape::gui {

namespace {

/// The lanes for so many GPUs, by rising number.
std::vector<std::int32_t> free_lanes(const std::vector<Seconds>& free_from, Seconds start,
                                     std::size_t gpus) {
  std::vector<std::int32_t> all(free_from.size());
  std::iota(all.begin(), all.end(), 0);
  const auto is_free = [&](std::int32_t lane) {
    return !(free_from[static_cast<std::size_t>(lane)] > start);
  };
  std::ranges::stable_sort(all, [&](std::int32_t a, std::int32_t b) {
    if (is_free(a) != is_free(b)) return is_free(a);
    return !is_free(a) &&
           free_from[static_cast<std::size_t>(a)] < free_from[static_cast<std::size_t>(b)];
  });
  all.resize(std::min(all.size(), gpus));
  std::ranges::sort(all);
  return all;
}

std::vector<std::int32_t> own_lanes(const GpuSet& gpus) {
  std::vector<std::int32_t> lanes;
  gpus.for_each([&](std::uint32_t gpu) { lanes.push_back(static_cast<std::int32_t>(gpu)); });
  return lanes;
}

}  // namespace

std::vector<LaneRun> lanes_of(const std::vector<Holding>& of_node, std::int32_t gpus) {
  std::vector<std::size_t> order(of_node.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return of_node[i].start; });
  std::vector<Seconds> free_from(static_cast<std::size_t>(std::max(gpus, 0)), Seconds(0.0));
  std::vector<LaneRun> runs;
  for (const std::size_t i : order) {
    const auto wanted = static_cast<std::size_t>(std::max(of_node[i].gpus, 0));
    const std::vector<std::int32_t> lanes = of_node[i].which.empty()
                                                ? free_lanes(free_from, of_node[i].start, wanted)
                                                : own_lanes(of_node[i].which);
    for (const std::int32_t lane : lanes) {
      free_from[static_cast<std::size_t>(lane)] = of_node[i].end;
      const bool goes_on = !runs.empty() && runs.back().holding == i &&
                           runs.back().first + runs.back().count == lane;
      if (goes_on)
        ++runs.back().count;
      else
        runs.push_back({i, lane, 1});
    }
  }
  return runs;
}

}  // namespace gpuscape::gui
