#pragma once
/// The benchmark traffics on our network.

#include <cstdint>
#include <vector>

#include "sim/engine/fluid_system.hpp"
#include "tests/bench/traffic.hpp"

namespace gpuscape::bench {

/// Which completions are looked at: `count` of them after the first `skipped`.
struct Window {
  std::uint64_t skipped = 0;
  std::uint64_t count = 0;
};

/// One completion: the slot, and when, in s.
struct Completion {
  std::uint32_t slot = 0;
  double date = 0.0;
};

/// Seconds that the window's completions took.
double seconds_of_traffic(const Traffic& traffic, Window window);
/// The first `count` completions in the order in which they came.
std::vector<Completion> completions_of_traffic(const Traffic& traffic, std::uint64_t count);
/// What the solver did for the window's completions.
FluidStatistics statistics_of_traffic(const Traffic& traffic, Window window);

}  // namespace gpuscape::bench
