#pragma once
/// Whether two samples lie apart, by their ranks alone (Wilcoxon, Mann and Whitney).

#include <cstddef>
#include <vector>

namespace gpuscape {

/// Two-sided p-value: how often samples from one distribution lie as far apart. Exact, ties
/// included, up to 24 values together; else by the normal approximation. 1 where a sample is empty.
[[nodiscard]] double rank_sum_p(const std::vector<double>& one, const std::vector<double>& other);

/// The least that samples of so many values can have: of those that lie apart altogether.
[[nodiscard]] double least_rank_sum_p(std::size_t one, std::size_t other);

}  // namespace gpuscape
