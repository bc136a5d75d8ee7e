#pragma once
/// What quotas are counted in: GPUs, cores and memory, as whole numbers of small units.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/platform/demand.hpp"

namespace gpuscape::quota {

inline constexpr std::size_t kResources = 3;
/// Thousandths of GPUs, thousandths of cores, MiB.
using Amounts = std::array<std::int64_t, kResources>;
inline constexpr std::array<std::string_view, kResources> kResourceNames = {"gpus", "cores",
                                                                            "memory"};
/// No limit. Far from the largest number, so that sums of it do not overflow.
inline constexpr std::int64_t kAll = std::int64_t{1} << 50U;
inline constexpr Amounts kEverything = {kAll, kAll, kAll};
/// What is given in whole: GPUs are divided among queues one by one.
inline constexpr Amounts kUnit = {1000, 1, 1};

inline Amounts amounts_of(const Demand& demand) {
  return {demand.gpu_amount_milli(), demand.milli_cores, demand.memory_mib};
}

inline void add(Amounts& to, const Amounts& what, std::int64_t times = 1) {
  for (std::size_t r = 0; r < kResources; ++r) to[r] += times * what[r];
}

/// True where `what` on top of `of` stays within `bound`, in each resource that it asks for.
inline bool fits_within(const Amounts& of, const Amounts& what, const Amounts& bound) {
  for (std::size_t r = 0; r < kResources; ++r)
    if (what[r] > 0 && of[r] + what[r] > bound[r]) return false;
  return true;
}

}  // namespace gpuscape::quota
