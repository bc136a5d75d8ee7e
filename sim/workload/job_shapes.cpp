#include "sim/workload/job_shapes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "sim/workload/source.hpp"

namespace gpuscape {

std::vector<JobShape> shapes_of(WorkloadSource& source) {
  using Kind = std::tuple<std::int32_t, std::int64_t, std::int32_t, std::uint16_t, std::uint16_t>;
  std::vector<JobShape> shapes;
  std::map<Kind, std::size_t> at;
  for (Job job; source.next(job);) {
    const Demand& of = job.demand;
    const auto [kind, is_new] = at.try_emplace(
        Kind(of.gpus, of.milli_cores, of.nodes, of.asks, of.gpu_milli), shapes.size());
    if (is_new) shapes.push_back({of, 0});
    ++shapes[kind->second].count;
  }
  return shapes;
}

std::vector<JobShape> typical_shapes(std::vector<JobShape> shapes, double share) {
  const std::int64_t jobs =
      std::accumulate(shapes.begin(), shapes.end(), std::int64_t{0},
                      [](std::int64_t sum, const JobShape& shape) { return sum + shape.count; });
  std::ranges::stable_sort(shapes,
                           [](const JobShape& a, const JobShape& b) { return a.count > b.count; });
  std::int64_t kept = 0;
  std::size_t kinds = 0;
  for (; kinds < shapes.size() && static_cast<double>(kept) < share * static_cast<double>(jobs);
       ++kinds)
    kept += shapes[kinds].count;
  shapes.resize(kinds);
  return shapes;
}

}  // namespace gpuscape
