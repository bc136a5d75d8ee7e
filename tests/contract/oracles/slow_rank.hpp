#pragma once
/// Which group's nodes a placement takes, by its definition.

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "tests/contract/oracles/conservative_books.hpp"

namespace gpuscape::test {

/// Nodes of the job; by the placement; how far down its group the first node is, from 0 to 1; the
/// group. The smallest comes first.
using SlowRank = std::tuple<std::size_t, std::int64_t, double, std::size_t>;

/// Of a job that would be on these nodes of the group, whose first node is `first`. What is left of
/// the job's first node counts in GPUs, and in cores where it asks for cores, as shares of what
/// the largest node has. Not of a pool.
inline SlowRank slow_rank(const std::string& placement, const std::vector<NodeGroup>& groups,
                          std::size_t group, std::size_t first, const SlowBooks& books,
                          const std::vector<SlowShare>& shares) {
  std::int64_t most_gpus = 1;
  std::int64_t most_cores = 1;
  for (const NodeGroup& one : groups) {
    most_gpus = std::max<std::int64_t>(most_gpus, one.capacity.gpus);
    most_cores = std::max(most_cores, one.capacity.milli_cores);
  }
  const auto& [node, demand] = shares.front();
  std::int64_t left = (books.free[node].gpus - demand.gpus) * most_cores;
  if (demand.milli_cores > 0)
    left += (books.free[node].milli_cores - demand.milli_cores) * most_gpus;
  if (placement == "spread") left = -left;
  if (placement == "pack") left = static_cast<std::int64_t>(group);
  const double middle = static_cast<double>(node - first) + 0.5;
  return {shares.size(), left, middle / groups[group].count, group};
}

}  // namespace gpuscape::test
